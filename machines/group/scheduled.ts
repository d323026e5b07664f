// Rows of the schedule that are due: each gets a turn of its own, which passes every gate (A13).
import { turnOf } from './changes.ts'
import type { GroupContext, ScheduledJob, Turn } from './context.ts'
import type { GroupEvent, ScheduleEvent } from './types.ts'

type Change = Partial<GroupContext>

/** Throws at other events: the chart never asks there. */
export function scheduledIn(event: GroupEvent): ScheduleEvent {
  if (event.type !== 'schedule.due') throw new Error(`${event.type} is of no schedule`)
  return event
}

/** The same row that waits still: it is done once for both. */
export const waitingOf = ({ scheduled = [] }: GroupContext, { row }: ScheduleEvent): ScheduledJob | undefined =>
  scheduled.find((job) => job.row === row)

export function kept({ scheduled = [] }: GroupContext, { row, message, text }: ScheduleEvent): Change {
  const others = scheduled.filter((job) => job.row !== row)
  return { scheduled: [...others, { row, message, ...(text !== undefined && { text }) }] }
}

/** The turn has nothing else in it: whose rights it has is not mixed with anybody's. */
export function opened({ scheduled = [], self }: GroupContext, at: number): Change {
  const [first, ...others] = scheduled
  if (!first) return {}
  const turn: Turn = {
    n: self.turns + 1,
    startedAt: at,
    batch: [{ ...first.message, ts: at }],
    flushes: 1,
    moved: 0,
    answered: false,
    tries: 0,
    // What was asked before is not asked anew by who goes on talking.
    ...(first.text !== undefined && { reminder: first.text, restart: 'done' as const }),
  }
  return { turn, self: { ...self, turns: turn.n }, scheduled: others.length > 0 ? others : undefined }
}

/** A reminder is its own draft: no model is asked. */
export function reminderDrafted(context: GroupContext, at: number): Change {
  const turn = turnOf(context)
  const { reminder = '' } = turn
  const draft = { text: reminder, type: 'short', at, model: '', rehearsal: false } as const
  return { turn: { ...turn, draft, dueAt: at, called: true } }
}
