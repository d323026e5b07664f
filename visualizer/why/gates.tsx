// The gates of a turn: what each said, and a way to the step that recorded it.
import type { HTMLAttributes, ReactNode } from 'react'
import type { Verdict } from '../../machines/group/types.ts'
import { isBudgets } from '../../machines/group/verdicts/kinds.ts'
import type { GateRow } from '../../src/outcomes/story.ts'
import { showStep } from '../actions.ts'
import { useWords } from '../i18n.ts'
import { useStore } from '../store.ts'
import { stepAt } from '../steps.ts'
import type { Words } from '../words.ts'
import { comparisonOf } from './compare.ts'
import { gateLooks } from './gate-looks.ts'
import { whyText } from '../../src/outcomes/why-words.ts'

/** The gate that decided, beside the sentence. */
export function GateChip({ row: { gate, state, seq } }: { row: GateRow }) {
  const words = useWords()
  const [glyph, tone] = gateLooks[state]
  const label = `${words.states[state]}${words.figures.colon}${words.gates[gate]}`
  return (
    <ToStep seq={seq} className={`chip gate-chip tone-${tone}`} title={label}>
      <i aria-hidden="true">{glyph}</i> {words.gates[gate]}
    </ToStep>
  )
}

/** A gate that left a verdict leads to the step that recorded it. */
const ToStep = ({ seq, ...props }: { seq: number | undefined } & HTMLAttributes<HTMLElement>) =>
  seq === undefined ? <span {...props} /> : <button type="button" {...props} onClick={() => showStep(seq)} />

export const GateRows = ({ rows }: { rows: readonly GateRow[] }) => (
  <ol>
    {rows.map((row, i) => (
      <Gate key={`${i} ${row.gate}`} row={row} />
    ))}
  </ol>
)

function Gate({ row }: { row: GateRow }) {
  const words = useWords()
  const { state, verdict, seq } = row
  const budget = useStore(({ steps }) => stepAt(steps, seq)?.budget)
  const numbers = verdict ? comparisonOf(verdict, budget ?? [], words) : ''
  const why = verdict ? wordsOf(verdict, numbers, words) : state === 'passed' ? words.states.passed : ''
  return (
    <GateLine row={row}>
      {numbers && <span className="num numbers">{numbers}</span>} <span className="dim">{why}</span>
    </GateLine>
  )
}

export function GateLine({ row: { gate, state, seq }, children }: { row: GateRow; children: ReactNode }) {
  const words = useWords()
  const [glyph, tone] = gateLooks[state]
  return (
    <li className={`gate ${state} tone-${tone}`}>
      <ToStep seq={seq} className="gate-line wide">
        <i role="img" aria-label={words.states[state]} title={words.states[state]}>
          {glyph}
        </i>
        <b>{words.gates[gate]}</b>
        <span>{children}</span>
      </ToStep>
    </li>
  )
}

/** A spent budget's reason is its numbers, told once more. */
const wordsOf = (verdict: Verdict, numbers: string, words: Words): string =>
  isBudgets(verdict) && numbers !== '' ? '' : whyText(verdict, words.lang)
