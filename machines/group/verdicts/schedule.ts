// What becomes of rows of the schedule that are due, as records (S4).
import { turnOf } from '../changes.ts'
import { waitingOf } from '../scheduled.ts'
import type { ScheduleEvent } from '../types.ts'
import { type Args, ofTurn, type Params } from './gates.ts'

export function scheduledStarts({ context }: Args): Params {
  const { batch } = turnOf(context)
  return {
    ...ofTurn(context, 'dispatch', 'start', 'scheduled'),
    messages: batch.map(({ id }) => id),
    numbers: { size: batch.length, merged: 1 },
  }
}

/** It waited still when it was due again. */
export const scheduledAgain = ({ context, event }: Args & { event: ScheduleEvent }): Params => {
  const before = waitingOf(context, event)
  return {
    turn: null,
    gate: 'dispatch',
    outcome: 'drop',
    why: 'scheduledAgain',
    messages: before ? [before.message.id] : [],
  }
}
