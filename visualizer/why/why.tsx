// Why it spoke or stayed silent: gate by gate for the chosen message, or for the last turn at the cursor.
import { useMemo } from 'react'
import type { Verdict } from '../../machines/group.types.ts'
import { showStep } from '../actions.ts'
import { Silences } from '../control/silences.tsx'
import { FoldButton, useFold } from '../frame/fold.tsx'
import { useWords } from '../i18n.ts'
import { useStore } from '../store.ts'
import { stepAt, stepsUntil } from '../steps.ts'
import { countText, spanText } from '../time-text.ts'
import type { Words } from '../words.ts'
import { Calls } from './calls.tsx'
import { comparisonOf } from './compare.ts'
import { gateLooks } from './gate-looks.ts'
import { reasonOf } from './reason.ts'
import { type GateRow, lastTurnOf, type Story, storyOf } from '../../src/outcomes/story.ts'
import './why.css'

export function Why() {
  const words = useWords()
  const message = useStore((state) => state.message)
  const line = useStore(({ talk, message: id }) => (id === undefined ? undefined : talk.find((one) => one.id === id)))
  const story = useStory()
  const fold = useFold('why')
  const stands = useStore(({ steps, cursor, rows, actor }) => stepAt(steps, cursor) ?? rows.get(actor ?? ''))
  return (
    <section className={fold.open ? 'why open' : 'why'} aria-label={words.why.title}>
      <h3>
        <span>
          <FoldButton fold={fold} name={words.why.title} /> {stands && <Silences of={stands} />}
        </span>
        {message !== undefined && <bdi className="why-of">{line ? `${line.name}: ${line.text}` : message}</bdi>}
      </h3>
      {fold.open && (
        <div id={fold.id}>
          {story ? (
            <Told story={story} />
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

function Told({ story }: { story: Story }) {
  const words = useWords()
  const { turn, outcome, messages, tokens, startedAt, endedAt, rows } = story
  const unreached = rows.filter(({ state }) => state === 'unreached')
  const facts = [
    turn !== undefined && words.why.turn(turn),
    words.why.messages(messages.length),
    startedAt !== undefined &&
      endedAt !== undefined &&
      endedAt > startedAt &&
      words.why.took(spanText(endedAt - startedAt, words.lang)),
    tokens > 0 && words.why.tokens(countText(tokens)),
  ]
  return (
    <>
      <p className="why-facts">
        <b className={`outcome-${outcome}`}>{words.why.outcome[outcome]}</b>
        <span className="dim num">{facts.filter(Boolean).join(' · ')}</span>
      </p>
      <ol>
        {rows
          .filter(({ state }) => state !== 'unreached')
          .map((row, i) => (
            <Gate key={`${i} ${row.gate}`} row={row} />
          ))}
      </ol>
      {unreached.length > 0 && (
        <p className="unreached dim">
          {words.states.unreached}: {unreached.map(({ gate }) => words.gates[gate]).join(' · ')}
        </p>
      )}
      {turn !== undefined && <Calls turn={turn} grown={`${rows.length} ${outcome}`} />}
    </>
  )
}

/** A gate that left a verdict leads to the step that recorded it. */
function Gate({ row: { gate, state, verdict, seq } }: { row: GateRow }) {
  const words = useWords()
  const budget = useStore(({ steps }) => stepAt(steps, seq)?.budget)
  const [glyph, tone] = gateLooks[state]
  const numbers = verdict ? comparisonOf(verdict, budget ?? [], words) : ''
  const why = verdict ? wordsOf(verdict, numbers, words) : state === 'passed' ? words.why.silently : ''
  const body = (
    <>
      <i role="img" aria-label={words.states[state]} title={words.states[state]}>
        {glyph}
      </i>
      <b>{words.gates[gate]}</b>
      <span>
        {numbers && <span className="num numbers">{numbers}</span>} <span className="reason">{why}</span>
      </span>
    </>
  )
  return (
    <li className={`gate ${state} tone-${tone}`}>
      {seq === undefined ? (
        <span className="gate-line">{body}</span>
      ) : (
        <button type="button" className="gate-line" onClick={() => showStep(seq)}>
          {body}
        </button>
      )}
    </li>
  )
}

/** A spent budget's reason is its numbers, told once more. */
const wordsOf = (verdict: Verdict, numbers: string, words: Words): string =>
  verdict.gate === 'budget' && numbers !== '' ? '' : reasonOf(verdict, words)
