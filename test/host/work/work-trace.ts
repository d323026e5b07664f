// What two hosts must agree on of a bot at work.
import type { TracedStep } from '../../../src/room/steps.ts'
import { contextOf } from '../canonical.ts'

export interface WorkTrace {
  /** Every step of every chart: its event, transitions, verdicts, jobs and timers, and how the chart stood. */
  steps: unknown[]
  tape: unknown[]
  sends: string[]
  signs: string[]
  booked: number
}

/** Without what the calls under way may have cost by then: that is known where a crash is survived. Whoever has it charges it. */
export function shown({
  key: of,
  seq,
  at,
  event: { begun: _, ...event },
  took: taken,
  records,
  started,
  timers,
  snapshot,
}: TracedStep & { event: { begun?: unknown } }): unknown {
  const stood = snapshot as Parameters<typeof contextOf>[0] & { value: unknown; status: string }
  return {
    key: of,
    seq,
    at,
    event,
    took: taken,
    status: stood.status,
    value: stood.value,
    context: contextOf(stood),
    records,
    started,
    timers: timers.map(({ id, due }) => `${id} ${due}`).toSorted(),
  }
}
