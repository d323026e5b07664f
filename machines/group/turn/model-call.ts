// A state in which a model is asked: tokens are held while it works, and settled however the call ends (U3, I3).
import { gated } from '../record.ts'
import { failsAt, timesOutAt } from '../verdicts/calls.ts'
import type { Call } from '../../rules/reservation.ts'
import { onFloor } from './floor.ts'

type Several = readonly unknown[]

interface CallState<Id, Src, Input, Entry, Done, Again, Errors, Failed, On> {
  /** Of the call, and its gate. */
  id: Id
  src: Src
  description: string
  /** What others say while it works is heard: what that leads to. */
  meanwhile: string
  input: Input
  /** What else happens when it begins. */
  entry: Entry
  onDone: Done
  /** Where the turn goes on when a crash cut the call off. */
  again: Again
  /** Failures that do not end the turn. */
  onError: Errors
  /** What else happens when it fails or is late. */
  failed: Failed
  on: On
}

/** Every failure but those of `onError` ends the turn, and so does a timeout. */
export function modelCall<
  const Id extends 'decide' | 'compose' | 'rejudge',
  const Src extends Call,
  Input,
  const Entry extends Several,
  const Done extends Several,
  const Again,
  const Errors extends Several,
  const Failed extends Several,
  const On,
>(state: CallState<Id, Src, Input, Entry, Done, Again, Errors, Failed, On>) {
  const { id, src, description, meanwhile, input, entry, onDone, again, onError, failed, on } = state
  const ends = '#group.turn.cooling'
  const late = { target: ends, ...gated(id, timesOutAt(id, src), ...failed) } as const
  return {
    description,
    tags: 'busy',
    meta: { gate: id },
    entry: [{ type: 'reserveTokens', params: { call: src } }, ...entry],
    exit: 'settleTokens',
    invoke: {
      id,
      src,
      input,
      onDone,
      onError: [
        {
          description: 'A crash cut the call off: it is charged, and made again if the budget allows.',
          guard: 'isInterrupted',
          target: again,
          ...gated(id, failsAt(id)),
        },
        ...onError,
        { target: ends, ...gated(id, failsAt(id), ...failed) },
      ],
    },
    after: src === 'decide' ? { decisionTimeout: late } : { compositionTimeout: late },
    on: {
      'message.received': [
        { description: 'Its timer was lost (D5).', guard: { type: 'isCallLate', params: { call: src } }, ...late },
        { description: meanwhile, guard: 'isTalk', actions: 'countTalk' },
      ],
      ...onFloor,
      ...on,
    },
  } as const
}
