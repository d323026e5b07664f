// From the typing delay to send: the draft is judged again, and the delivery posts it once (L3–L6).
import { decideInput, deliverInput } from './group.questions.ts'
import { groupSetup } from './group.setup.ts'
import type { Failure } from './group.children.ts'
import { onFloor } from './group.floor.ts'
import { draftGoes, failsAt, outrun, rejudges, sendEnds, sent, timesOutAt } from './group.outcomes.ts'
import { writtenAnew } from './group.delay.ts'
import { onStop, onStopOfCall } from './group.stops.ts'
import { skipAt } from './group.verdicts.ts'
import { timeOf } from './rules/time.ts'

const failure = ({ event }: { event: { error: unknown } }): Failure => event.error as Failure
const costOfFailure = ({ event }: { event: { error: unknown } }) => ({ tokens: failure({ event }).tokens })
const costOfOutput = ({ event }: { event: { output: { tokens: number } } }) => ({ tokens: event.output.tokens })

// By its timer, or by the next message when the timer is lost (D5).
const lateJudgement = {
  target: 'cooling',
  actions: [
    { type: 'recordVerdict', params: timesOutAt('rejudge', ({ input }) => input.settings.decision.modelTimeoutMs) },
    { type: 'settleTokens', params: { tokens: undefined } },
  ],
  meta: { gate: 'rejudge' },
} as const

export const rejudging = groupSetup.createStateConfig({
  description: 'Somebody spoke during the typing delay: does the draft still add something?',
  tags: 'busy',
  meta: { gate: 'rejudge' },
  entry: [{ type: 'holdTokens', params: { call: 'decide' } }, 'beginRejudgement'],
  invoke: {
    id: 'rejudge',
    src: 'decide',
    input: ({ context, event }) => decideInput(context, timeOf(event)),
    onDone: [
      {
        ...writtenAnew,
        actions: [
          { type: 'recordVerdict', params: rejudges },
          { type: 'settleTokens', params: costOfOutput },
          ...writtenAnew.actions,
        ],
      },
      {
        guard: { type: 'isDropped', params: ({ event }) => event.output },
        target: 'cooling',
        actions: [
          { type: 'recordVerdict', params: rejudges },
          { type: 'settleTokens', params: costOfOutput },
        ],
        meta: { gate: 'rejudge' },
      },
      {
        description: 'Somebody spoke while it was judged: it is judged by that, too.',
        guard: 'isOvertaken',
        target: 'delaying.due',
        actions: [
          { type: 'recordVerdict', params: rejudges },
          { type: 'settleTokens', params: costOfOutput },
          'keepRejudgement',
        ],
        meta: { gate: 'rejudge' },
      },
      {
        description: 'The talk goes on faster than it can be judged, and nobody asked.',
        guard: 'isOvertakenForGood',
        target: 'cooling',
        actions: [
          { type: 'recordVerdict', params: outrun },
          { type: 'settleTokens', params: costOfOutput },
        ],
        meta: { gate: 'rejudge' },
      },
      {
        description: 'The judgement took so long that what it answers is too old by now (L6).',
        guard: 'isExpired',
        target: 'cooling',
        actions: [
          { type: 'recordVerdict', params: rejudges },
          { type: 'settleTokens', params: costOfOutput },
          { type: 'recordVerdict', params: draftGoes('skip', 'messageTooOld') },
        ],
        meta: { gate: 'delay' },
      },
      {
        guard: { type: 'isShortened', params: ({ event }) => event.output },
        target: 'sending',
        actions: [
          { type: 'recordVerdict', params: rejudges },
          { type: 'settleTokens', params: costOfOutput },
          'shortenDraft',
        ],
        meta: { gate: 'rejudge' },
      },
      {
        target: 'sending',
        actions: [
          { type: 'recordVerdict', params: rejudges },
          { type: 'settleTokens', params: costOfOutput },
        ],
        meta: { gate: 'rejudge' },
      },
    ],
    onError: [
      {
        description: 'A crash cut the call off: it is charged, and asked again if the budget allows.',
        guard: { type: 'isInterrupted', params: failure },
        target: 'delaying.due',
        actions: [
          { type: 'recordVerdict', params: failsAt('rejudge') },
          { type: 'settleTokens', params: costOfFailure },
        ],
        meta: { gate: 'rejudge' },
      },
      {
        target: 'cooling',
        actions: [
          { type: 'recordVerdict', params: failsAt('rejudge') },
          { type: 'settleTokens', params: costOfFailure },
        ],
        meta: { gate: 'rejudge' },
      },
    ],
  },
  after: { decisionTimeout: lateJudgement },
  on: {
    'message.received': [
      { guard: { type: 'isCallLate', params: { call: 'decide' } }, ...lateJudgement },
      {
        guard: 'isOthers',
        actions: 'noteTalk',
        description: 'It has the draft judged once more; more of the request has it written anew.',
      },
    ],
    ...onFloor,
    ...onStopOfCall,
  },
})

const lateDelivery = {
  target: 'backingOff',
  actions: { type: 'recordVerdict', params: sendEnds('retry', 'channelTimeout') },
  meta: { gate: 'send' },
} as const

export const sending = groupSetup.createStateConfig({
  description: 'The reply is posted, with a key so that it is posted once.',
  tags: 'busy',
  meta: { gate: 'send' },
  initial: 'delivering',
  states: {
    delivering: {
      entry: 'countTry',
      invoke: {
        id: 'deliver',
        src: 'deliver',
        input: ({ context }) => deliverInput(context),
        onDone: {
          target: '#group.turn.cooling',
          actions: ['bookSend', { type: 'recordVerdict', params: sent }],
          meta: { gate: 'send' },
        },
        onError: [
          {
            guard: { type: 'isCeiling', params: failure },
            target: '#group.turn.cooling',
            actions: { type: 'recordVerdict', params: failsAt('budget') },
            meta: { gate: 'budget' },
          },
          {
            guard: { type: 'isPermanent', params: failure },
            target: '#group.turn.cooling',
            actions: { type: 'recordVerdict', params: sendEnds('failed') },
            meta: { gate: 'send' },
          },
          {
            target: 'backingOff',
            actions: { type: 'recordVerdict', params: sendEnds('retry') },
            meta: { gate: 'send' },
          },
        ],
      },
      after: { deliveryTimeout: lateDelivery },
      on: {
        'message.received': { guard: 'isTryLate', ...lateDelivery },
        'operator.drop': { actions: 'forbidRetry', description: 'What the channel has cannot be taken back.' },
      },
    },
    backingOff: {
      description: 'The channel is not available: the reply is kept until it expires (L6).',
      after: { deliveryBackoff: 'retrying' },
      on: { 'message.received': { guard: 'isRetryLate', target: 'retrying' }, ...onStop },
    },
    retrying: {
      always: [
        {
          guard: 'isRetryForbidden',
          target: '#group.turn.cooling',
          actions: { type: 'recordVerdict', params: skipAt('control', 'operatorStopped') },
          meta: { gate: 'control' },
        },
        {
          guard: 'isAskedInVain',
          target: '#group.turn.cooling',
          actions: { type: 'recordVerdict', params: sendEnds('skip', 'expiredWhileWaiting') },
          meta: { gate: 'send' },
        },
        {
          target: 'delivering',
          description:
            'Once more when it has expired: the channel posts it no more, but knows whether it stands there.',
        },
      ],
    },
  },
})
