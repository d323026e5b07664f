// What is told of a turn: a sentence, the gate that decided, the others, and the model calls.
import { useMemo } from 'react'
import type { WindowName } from '../../machines/group/settings.ts'
import type { StepRecord } from '../../src/feed/contract.ts'
import { decidingRow, sentenceOf } from '../../src/outcomes/sentence.ts'
import { type GateRow, lastTurnOf, type Story, storyOf } from '../../src/outcomes/story.ts'
import { later } from '../frame/later.tsx'
import { useWords } from '../i18n.ts'
import { botRow } from '../invoked/bot-row.ts'
import { useStore } from '../store.ts'
import { clockText, countText, spanText } from '../time-text.ts'
import type { Words } from '../words.ts'
import { GateChip, GateRows } from './gates.tsx'

const Calls = later(async () => (await import('./calls.tsx')).Calls)

/** Of the message, or of the last turn. */
export function storyIn(steps: readonly StepRecord[], message: string | undefined): Story | undefined {
  if (message !== undefined) return storyOf(steps, { message })
  const turn = lastTurnOf(steps)
  return turn === undefined ? undefined : storyOf(steps, { turn })
}

export function StoryView({ story, message }: { story: Story; message: string | undefined }) {
  const words = useWords()
  const sentence = useSentence(story, message)
  const { turn, outcome, messages, tokens, startedAt, endedAt, rows } = story
  const deciding = decidingRow(story)
  const passed = rows.filter((row) => row.state === 'passed' && row !== deciding)
  const open = rows.filter((row) => row.state !== 'unreached' && !passed.includes(row))
  const unreached = rows.filter(({ state }) => state === 'unreached')
  const facts = [
    turn !== undefined && words.why.turn(turn),
    words.figures.messages(messages.length),
    startedAt !== undefined &&
      endedAt !== undefined &&
      endedAt > startedAt &&
      words.why.took(spanText(endedAt - startedAt, words.lang)),
    tokens > 0 && words.why.tokens(countText(tokens)),
  ]
  return (
    <>
      <p className="why-sentence wrap">
        <bdi>{sentence}</bdi>
        {deciding && <GateChip row={deciding} />}
      </p>
      <p className="why-facts dim fine num">{facts.filter(Boolean).join(' · ')}</p>
      {passed.length > 0 && (
        <details className="why-passed">
          <summary className="dim fine">
            {words.states.passed}
            {words.figures.colon}
            {namesOf(passed, words)}
          </summary>
          <GateRows rows={passed} />
        </details>
      )}
      <GateRows rows={open} />
      {unreached.length > 0 && (
        <p className="unreached dim fine">
          {words.states.unreached}: {namesOf(unreached, words)}
        </p>
      )}
      {turn !== undefined && <Calls turn={turn} grown={`${rows.length} ${outcome}`} />}
    </>
  )
}

/** A gate that was met twice is named once. */
const namesOf = (rows: readonly GateRow[], { gates }: Words): string =>
  [...new Set(rows.map(({ gate }) => gates[gate]))].join(' · ')

function useSentence(story: Story, message: string | undefined): string {
  const { lang } = useWords()
  const talk = useStore((state) => state.talk)
  const row = useStore(botRow)
  return useMemo(() => {
    const windowMs = (window: WindowName) => row?.budget.find((figure) => figure.window === window)?.durationMs
    const line = (id: string) => talk.find((one) => one.id === id)
    return sentenceOf(story, message, { lang, bot: row?.botName ?? '', line, clock: clockText, windowMs })
  }, [story, message, lang, talk, row?.botName, row?.budget])
}
