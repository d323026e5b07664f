// The intent gate: a model decides whether the bot should speak (I1–I5).
import { decideInput } from '../call-inputs.ts'
import type { Decision } from '../children.ts'
import { groupSetup } from '../setup.ts'
import { decides, failsAt, timesOutAt } from '../verdicts/calls.ts'
import { timeOf } from '../../rules/time.ts'
import { onFloor } from './floor.ts'
import { costOfFailure, costOfOutput, failure, meanwhile } from './model-call.ts'

const relevanceOfOutput = ({ event }: { event: { output: Decision } }) => ({ relevance: event.output.relevance })

// By its timer, or by the next message when the timer is lost (D5).
const lateDecision = {
  target: '#group.turn.cooling',
  actions: [
    { type: 'recordVerdict', params: timesOutAt('decide', ({ input }) => input.settings.decision.modelTimeoutMs) },
    { type: 'settleTokens', params: { tokens: undefined } },
    { type: 'backOff', params: { relevance: undefined } },
  ],
  meta: { gate: 'decide' },
} as const

export const deciding = groupSetup.createStateConfig({
  description: 'A model decides whether the bot should speak.',
  meta: { gate: 'decide' },
  entry: { type: 'holdTokens', params: { call: 'decide' } },
  invoke: {
    id: 'decide',
    src: 'decide',
    input: ({ context, event }) => decideInput(context, timeOf(event)),
    onDone: [
      {
        guard: { type: 'isUnwanted', params: ({ event }) => event.output },
        target: '#group.turn.cooling',
        actions: [
          { type: 'recordVerdict', params: decides('skip') },
          { type: 'settleTokens', params: costOfOutput },
          { type: 'backOff', params: relevanceOfOutput },
        ],
        meta: { gate: 'decide' },
      },
      {
        description: 'The model itself says that somebody else is meant.',
        guard: { type: 'isForOthers', params: ({ event }) => event.output },
        target: '#group.turn.cooling',
        actions: [
          { type: 'recordVerdict', params: decides('skip', 'addressedToOtherByModel') },
          { type: 'settleTokens', params: costOfOutput },
          { type: 'backOff', params: relevanceOfOutput },
        ],
        meta: { gate: 'decide' },
      },
      {
        guard: { type: 'isBelowThreshold', params: ({ event }) => event.output },
        target: '#group.turn.cooling',
        actions: [
          { type: 'recordVerdict', params: decides('skip', 'notRelevantEnough') },
          { type: 'settleTokens', params: costOfOutput },
          { type: 'backOff', params: relevanceOfOutput },
        ],
        meta: { gate: 'decide' },
      },
      {
        target: 'rechecking',
        actions: [
          { type: 'recordVerdict', params: decides('reply') },
          { type: 'settleTokens', params: costOfOutput },
          { type: 'keepDecision', params: ({ event }) => event.output },
        ],
        meta: { gate: 'decide' },
      },
    ],
    onError: [
      {
        description: 'A crash cut the call off: it is charged, and asked again if the budget allows.',
        guard: { type: 'isInterrupted', params: failure },
        target: 'checking',
        actions: [
          { type: 'recordVerdict', params: failsAt('decide') },
          { type: 'settleTokens', params: costOfFailure },
        ],
        meta: { gate: 'decide' },
      },
      {
        description: 'Who asks is answered, though the judgement cannot be read: the reply may still be silence.',
        guard: { type: 'isUnreadableOfRequest', params: failure },
        target: 'rechecking',
        actions: [
          { type: 'recordVerdict', params: failsAt('decide') },
          { type: 'settleTokens', params: costOfFailure },
        ],
        meta: { gate: 'decide' },
      },
      {
        target: '#group.turn.cooling',
        actions: [
          { type: 'recordVerdict', params: failsAt('decide') },
          { type: 'settleTokens', params: costOfFailure },
          { type: 'backOff', params: { relevance: undefined } },
        ],
        meta: { gate: 'decide' },
      },
    ],
  },
  after: { decisionTimeout: lateDecision },
  on: {
    'message.received': [{ guard: { type: 'isCallLate', params: { call: 'decide' } }, ...lateDecision }, meanwhile],
    ...onFloor,
  },
})
