// A row of the schedule that is due gets a turn of its own (A13).
import { record } from '../record.ts'
import { scheduledStarts } from '../verdicts/schedule.ts'

export const toScheduled = {
  description: 'Something was to be done at this time: it gets a turn of its own.',
  guard: 'mayOpenScheduled',
  target: '#group.turn.dispatching',
  actions: ['openScheduled', record(scheduledStarts)],
  meta: { gate: 'dispatch' },
} as const
