// How an operator ends a turn that is under way: nothing of it is sent.
import { stops } from '../verdicts/calls.ts'

const stop = {
  target: '#group.turn.cooling',
  actions: { type: 'recordVerdict', params: stops },
  meta: { gate: 'control' },
} as const

/** No call is under way. */
export const onStop = { 'operator.drop': stop, 'operator.mute': stop, 'operator.pause': stop } as const

const stopCall = { ...stop, actions: [stop.actions, { type: 'settleTokens', params: { tokens: undefined } }] } as const

/** A call is under way: it is called off, and charged. */
export const onStopOfCall = {
  'operator.drop': stopCall,
  'operator.mute': stopCall,
  'operator.pause': stopCall,
} as const
