// The steps of one actor as the page keeps them: ascending by seq, without doubles.
import type { FloorStep, StepRecord } from '../src/feed/contract.ts'

export function mergeSteps<T extends { seq: number }>(known: readonly T[], more: readonly T[]): readonly T[] {
  if (more.length === 0) return known
  const last = known.at(-1)?.seq ?? -1
  const follows = more.every(({ seq }, i) => seq > (more[i - 1]?.seq ?? last))
  if (follows) return [...known, ...more]
  const bySeq = new Map([...known, ...more].map((step) => [step.seq, step]))
  return [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)
}

/** A floor that could not be read begins anew: what stands above a later step is of before that, and counts no more. */
export function mergeFloor(known: readonly FloorStep[], more: readonly FloorStep[]): readonly FloorStep[] {
  if (more.length === 0) return known
  let latest = -Infinity
  return mergeSteps(known, more).filter(({ at }) => at >= (latest = Math.max(latest, at)))
}

/** The step that an actor stands at: the last one up to the cursor, the newest without one. */
export const stepAt = (steps: readonly StepRecord[], cursor: number | undefined): StepRecord | undefined =>
  cursor === undefined ? steps.at(-1) : steps.findLast(({ seq }) => seq <= cursor)

/** Steps up to the cursor. */
export const stepsUntil = (steps: readonly StepRecord[], cursor: number | undefined): readonly StepRecord[] =>
  cursor === undefined ? steps : steps.filter(({ seq }) => seq <= cursor)

/** Where ← and → lead; undefined is live. From live, ← stops at the newest step. */
export function neighbour(steps: readonly StepRecord[], cursor: number | undefined, by: -1 | 1): number | undefined {
  if (cursor === undefined) return by < 0 ? steps.at(-1)?.seq : undefined
  if (by > 0) return steps.find(({ seq }) => seq > cursor)?.seq
  return steps.findLast(({ seq }) => seq < cursor)?.seq ?? cursor
}
