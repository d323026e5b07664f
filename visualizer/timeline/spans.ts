// The lanes of the timeline: from the steps of an actor to spans of time.
import type { StepRecord } from '../../src/feed/contract.ts'
import { type Tone, toneOf, turnStateOf } from '../turn-state.ts'

export interface Span {
  name: string
  tone: Tone
  from: number
  /** Infinity: it goes on. */
  to: number
  /** The step that began it. */
  seq: number
}

export const turnSpans = (steps: readonly StepRecord[]): Span[] => spansOf(steps, turnName)

/** What the turn does, down to the states that differ by their work; a batch that gathers shows while the turn rests. */
export function turnName({ active }: Pick<StepRecord, 'active'>): string {
  const [outer = 'idle', inner] = turnStateOf(active).path.split(' › ')
  return outer === 'dispatching' && inner !== undefined ? `dispatching.${inner}` : outer
}

export const vitalitySpans = (steps: readonly StepRecord[]): Span[] => spansOf(steps, ({ vitality }) => vitality)

/** The calls of models: each runs while the chart is in the state that invokes it; a note's beside those of the turn. */
export const callSpans = (steps: readonly StepRecord[]): Span[] =>
  spansOf(steps, modelCallOf).filter(({ name }) => name !== '')

function modelCallOf({ active }: StepRecord): string {
  const call = callOf({ active })
  if (call !== undefined && call !== 'deliver' && call !== 'sign') return call
  return active.includes('group.memory.renewing') ? 'renewNote' : ''
}

/** The call of the turn that runs after the step. */
export const callOf = ({ active }: Pick<StepRecord, 'active'>): Call | undefined =>
  calls.find(([state]) => active.includes(state))?.[1]

export type Call = 'decide' | 'compose' | 'rejudge' | 'deliver' | 'sign'

/** State ids and the names of the calls they invoke. */
const calls: [state: string, call: Call][] = [
  ['group.turn.dispatching.deciding', 'decide'],
  ['group.turn.dispatching.composing', 'compose'],
  ['group.turn.rejudging', 'rejudge'],
  ['group.turn.awaitingBudget.signing', 'sign'],
  ['group.turn.declining', 'sign'],
  ['group.turn.sending.delivering', 'deliver'],
]

/** The last step at that time or before. */
export const stepAtTime = (steps: readonly StepRecord[], time: number): StepRecord | undefined =>
  steps.findLast(({ at }) => at <= time)

/** The part of the spans that a window shows; narrower ones than `least` ms give way to what is there already. */
export function visible(spans: Span[], from: number, to: number, least: number): Span[] {
  const shown: Span[] = []
  let end = -Infinity
  for (const span of spans) {
    if (span.to <= from || span.from >= to) continue
    if (span.to - end < least) continue
    shown.push({ ...span, from: Math.max(span.from, from, end), to: Math.min(span.to, to) })
    end = Math.min(span.to, to)
  }
  return shown
}

function spansOf(steps: readonly StepRecord[], nameOf: (step: StepRecord) => string): Span[] {
  const spans: Span[] = []
  for (const step of steps) {
    const name = nameOf(step)
    const last = spans.at(-1)
    if (last?.name === name) continue
    if (last) last.to = step.at
    spans.push({ name, tone: toneOf(name), from: step.at, to: Infinity, seq: step.seq })
  }
  return spans
}
