// The reply is written by a model, and shaped (T1–T5).
import { composeInput } from '../call-inputs.ts'
import { groupSetup } from '../setup.ts'
import { composes, failsAt, pauses, timesOutAt } from '../verdicts/calls.ts'
import { timeOf } from '../../rules/time.ts'
import { onFloor } from './floor.ts'
import { costOfFailure, costOfOutput, failure, meanwhile } from './model-call.ts'

// By its timer, or by the next message when the timer is lost (D5).
const lateComposition = {
  target: '#group.turn.cooling',
  actions: [
    { type: 'recordVerdict', params: timesOutAt('compose', ({ input }) => input.settings.reply.modelTimeoutMs) },
    { type: 'settleTokens', params: { tokens: undefined } },
  ],
  meta: { gate: 'compose' },
} as const

export const composing = groupSetup.createStateConfig({
  description: 'The reply is written and shaped.',
  meta: { gate: 'compose' },
  on: {
    'message.received': [{ guard: { type: 'isCallLate', params: { call: 'compose' } }, ...lateComposition }, meanwhile],
    ...onFloor,
  },
  entry: { type: 'holdTokens', params: { call: 'compose' } },
  invoke: {
    id: 'compose',
    src: 'compose',
    input: ({ context, event }) => composeInput(context, timeOf(event)),
    onDone: [
      {
        description: 'It was asked, and has nothing to say (I6).',
        guard: { type: 'isSilence', params: ({ event }) => event.output },
        target: '#group.turn.cooling',
        actions: [
          { type: 'recordVerdict', params: composes('skip', 'modelSilent') },
          { type: 'settleTokens', params: costOfOutput },
        ],
        meta: { gate: 'compose' },
      },
      {
        guard: { type: 'isBlank', params: ({ event }) => event.output },
        target: '#group.turn.cooling',
        actions: [
          { type: 'recordVerdict', params: composes('skip', 'emptyReply') },
          { type: 'settleTokens', params: costOfOutput },
        ],
        meta: { gate: 'compose' },
      },
      {
        description: 'A person asked for what was said before: it is pointed at (T5).',
        guard: { type: 'isRepetitionAsked', params: ({ event }) => event.output },
        target: '#group.turn.delaying',
        actions: [
          { type: 'recordVerdict', params: composes('draft', 'repeatedAsReaction') },
          { type: 'settleTokens', params: costOfOutput },
          'countRepeat',
          { type: 'keepDraft', params: ({ event }) => event.output },
          'pointBack',
          { type: 'recordVerdict', params: pauses },
        ],
        meta: { gate: 'compose' },
      },
      {
        guard: { type: 'isRepetition', params: ({ event }) => event.output },
        target: '#group.turn.cooling',
        actions: [
          { type: 'recordVerdict', params: composes('skip', 'repeated') },
          { type: 'settleTokens', params: costOfOutput },
          'countRepeat',
        ],
        meta: { gate: 'compose' },
      },
      {
        target: '#group.turn.delaying',
        actions: [
          { type: 'recordVerdict', params: composes('draft', 'written') },
          { type: 'settleTokens', params: costOfOutput },
          { type: 'keepDraft', params: ({ event }) => event.output },
          { type: 'recordVerdict', params: pauses },
        ],
        meta: { gate: 'compose' },
      },
    ],
    onError: [
      {
        description: 'A crash cut the call off: it is charged, and made again if the budget allows.',
        guard: { type: 'isInterrupted', params: failure },
        target: 'rechecking',
        actions: [
          { type: 'recordVerdict', params: failsAt('compose') },
          { type: 'settleTokens', params: costOfFailure },
        ],
        meta: { gate: 'compose' },
      },
      {
        target: '#group.turn.cooling',
        actions: [
          { type: 'recordVerdict', params: failsAt('compose') },
          { type: 'settleTokens', params: costOfFailure },
        ],
        meta: { gate: 'compose' },
      },
    ],
  },
  after: { compositionTimeout: lateComposition },
})
