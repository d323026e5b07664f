// What a run came to is said in a turn of its own, judged by what was said meanwhile.
import { record } from '../record.ts'
import { pauses } from '../verdicts/calls.ts'
import { askStarts, lineStarts, reportStarts } from '../verdicts/work.ts'

export const toReport = {
  description: 'Work that went on beside the talk is done: its answer is a draft.',
  guard: 'mayReport',
  target: '#group.turn.delaying',
  actions: ['openReport', record(reportStarts), record(pauses)],
  meta: { gate: 'work' },
} as const

export const toAsk = {
  description: 'Work that goes on beside the talk needs the word of an operator.',
  guard: 'mayAsk',
  target: '#group.turn.delaying',
  actions: ['openAsk', record(askStarts)],
  meta: { gate: 'work' },
} as const

export const toTell = {
  description: 'Work goes on beside the talk, and there is something new to tell of it.',
  guard: 'mayTell',
  target: '#group.turn.delaying',
  actions: ['openLine', record(lineStarts)],
  meta: { gate: 'work' },
} as const
