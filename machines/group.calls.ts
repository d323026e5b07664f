// The two model calls of a turn: the intent gate decides, then the reply is written (I1–I5).
import { onFloor } from './group.floor.ts'
import { groupSetup } from './group.setup.ts'
import type { Decision, Failure } from './group.children.ts'
import { composeInput, decideInput } from './group.questions.ts'
import { timeOf } from './rules/time.ts'
import { composes, decides, failsAt, pauses, timesOutAt } from './group.outcomes.ts'

const failure = ({ event }: { event: { error: unknown } }): Failure => event.error as Failure
const costOfFailure = ({ event }: { event: { error: unknown } }) => ({ tokens: failure({ event }).tokens })
const relevanceOfOutput = ({ event }: { event: { output: Decision } }) => ({ relevance: event.output.relevance })
const costOfOutput = ({ event }: { event: { output: { tokens: number } } }) => ({ tokens: event.output.tokens })

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

const lateComposition = {
  target: '#group.turn.cooling',
  actions: [
    { type: 'recordVerdict', params: timesOutAt('compose', ({ input }) => input.settings.reply.modelTimeoutMs) },
    { type: 'settleTokens', params: { tokens: undefined } },
  ],
  meta: { gate: 'compose' },
} as const

const meanwhile = {
  description: 'What is said meanwhile may answer the batch: the draft is then judged again (L3).',
  guard: 'isOthers',
  actions: 'noteTalk',
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
