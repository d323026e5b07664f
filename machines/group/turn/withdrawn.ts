// What the turn is about was withdrawn, all of it or a part.
import { gated, record } from '../record.ts'
import { callsOff } from '../verdicts/calls.ts'
import { othersGoOn } from '../verdicts/budget.ts'
import { callsOffCall, withdrawsCall } from '../verdicts/withdrawal.ts'

const isCalledOff = { guard: 'isCalledOff', target: '#group.turn.cooling' } as const
const isCutShort = {
  description: 'One of those who asked has withdrawn it: what others said goes on.',
  guard: 'isCutShort',
  target: '#group.turn.dispatching',
  meta: { gate: 'dispatch' },
} as const

/** So was the work that it tells of, or that is over. */
export const calledOff = { ...isCalledOff, ...gated('control', callsOff) } as const
export const cutShort = { ...isCutShort, actions: ['takeRest', record(othersGoOn)] } as const

/** A call is under way: it is called off, and charged. */
export const calledOffCall = { ...isCalledOff, ...gated('control', callsOffCall) } as const
export const cutShortCall = {
  ...isCutShort,
  actions: [record(withdrawsCall), 'takeRest', record(othersGoOn)],
} as const
