// How an operator ends a turn that is under way: nothing of it is sent.
import { gated } from '../record.ts'
import { stops, stopsCall } from '../verdicts/calls.ts'

const stopping = <const V>(verdict: V) => {
  const stop = { target: '#group.turn.cooling', ...gated('control', verdict) } as const
  return { 'operator.drop': stop, 'operator.mute': stop, 'operator.pause': stop } as const
}

/** No call is under way. */
export const onStop = stopping(stops)

/** A call is under way: it is called off, and charged. */
export const onStopOfCall = stopping(stopsCall)
