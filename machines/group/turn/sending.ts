// The delivery posts a reply once, and tries again while its channel is away (L5, L6).
import { or } from 'xstate'
import { deliverInput } from '../call-inputs.ts'
import { gated, record } from '../record.ts'
import { groupSetup } from '../setup.ts'
import { ceilingStops, sendEnds, sent } from '../verdicts/calls.ts'
import { skipAt } from '../verdicts/gates.ts'
import { onStop } from './stops.ts'
import { calledOff } from './withdrawn.ts'

const ends = '#group.turn.cooling'
const lateDelivery = { target: 'backingOff', ...gated('send', sendEnds('retry', 'channelTimeout')) } as const

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
        onDone: { target: ends, actions: ['bookSend', 'keepPosted', record(sent)], meta: { gate: 'send' } },
        onError: [
          { guard: 'isCeiling', target: ends, ...gated('budget', ceilingStops) },
          { guard: 'isPermanent', target: ends, ...gated('send', sendEnds('failed')) },
          { target: 'backingOff', ...gated('send', sendEnds('retry')) },
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
          guard: or(['isSilenced', 'isReplyDropped']),
          target: ends,
          ...gated('control', skipAt('control', 'operatorStopped')),
        },
        calledOff,
        { guard: 'isTriedInVain', target: ends, ...gated('send', sendEnds('skip', 'expiredWhileWaiting')) },
        {
          target: 'delivering',
          description:
            'Once more when it has expired: the channel posts it no more, but knows whether it stands there.',
        },
      ],
    },
  },
})
