// The delivery posts a reply once, and tries again while its channel is away (L5, L6).
import { deliverInput } from '../call-inputs.ts'
import { groupSetup } from '../setup.ts'
import { failsAt, sendEnds, sent } from '../verdicts/calls.ts'
import { skipAt } from '../verdicts/gates.ts'
import { failure } from './model-call.ts'
import { onStop } from './stops.ts'

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
