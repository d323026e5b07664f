// Why it spoke or stayed silent, in a sentence and gate by gate: for the chosen message, or the last turn at the cursor.
import { useMemo } from 'react'
import type { WindowName } from '../../machines/group/settings.ts'
import { clipped, decidingRow, sentenceOf } from '../../src/outcomes/sentence.ts'
import { type GateRow, lastTurnOf, type Story, storyOf } from '../../src/outcomes/story.ts'
import { Silences } from '../control/silences.tsx'
import { FoldButton, useFold } from '../frame/fold.tsx'
import { useWords } from '../i18n.ts'
import { botRow } from '../invoked/bot-row.ts'
import { toldOf } from '../room/told.ts'
import { useStore } from '../store.ts'
import { stepAt, stepsUntil } from '../steps.ts'
import { clockText, countText, spanText } from '../time-text.ts'
import type { Words } from '../words.ts'
import { later } from '../frame/later.tsx'
import { GateChip, GateRows } from './gates.tsx'
import './why.css'

const Calls = later(async () => (await import('./calls.tsx')).Calls)

export function Why() {
  const words = useWords()
  const message = useStore((state) => state.message)
  const story = useStory()
  const about = message ?? story?.answers?.[0] ?? story?.messages.at(-1)
  const line = useStore(({ talk }) => (about === undefined ? undefined : talk.find(({ id }) => id === about)))
  const fold = useFold('why')
  const stands = useStore((state) => stepAt(state.steps, state.cursor) ?? botRow(state))
  return (
    <section className="why" aria-label={words.why.title}>
      <h3 className="heading row">
        <span>
          <FoldButton fold={fold} name={words.why.title} /> {stands && <Silences of={stands} />}
        </span>
        {(line || message) && (
          <bdi className="why-of cut" title={line && toldOf(line)}>
            {line ? `${line.name}${words.figures.colon}“${clipped(toldOf(line))}”` : message}
          </bdi>
        )}
      </h3>
      {fold.open && (
        <div id={fold.id}>
          {story ? (
            <StoryView story={story} message={message} />
          ) : (
            <p className="dim">{message === undefined ? words.why.pick : words.why.unknown}</p>
          )}
        </div>
      )}
    </section>
  )
}

function useStory(): Story | undefined {
  const steps = useStore((state) => state.steps)
  const cursor = useStore((state) => state.cursor)
  const message = useStore((state) => state.message)
  return useMemo(() => {
    const known = stepsUntil(steps, cursor)
    if (message !== undefined) return storyOf(known, { message })
    const turn = lastTurnOf(known)
    return turn === undefined ? undefined : storyOf(known, { turn })
  }, [steps, cursor, message])
}

function StoryView({ story, message }: { story: Story; message: string | undefined }) {
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
