// The gates that need no model: each can end a turn before any model is asked, with its own verdict.
import { and, not } from 'xstate'
import { gated } from '../record.ts'
import type { Gate } from '../settings.ts'
import { groupSetup } from '../setup.ts'
import { loopNumbers, pairNumbers, relevanceNumbers, roomNumbers, skipAt } from '../verdicts/gates.ts'
import type { WhyKey } from '../verdicts/why.ts'
import { unlessPaid } from './budget-gate.ts'

const skip = <const G extends Gate>(gate: G, why: WhyKey, numbers?: Parameters<typeof skipAt>[2]) =>
  ({ target: '#group.turn.cooling', ...gated(gate, skipAt(gate, why, numbers)) }) as const

export const checking = groupSetup.createStateConfig({
  description: 'The gates that need no model.',
  always: [
    { guard: 'isSilenced', ...skip('control', 'operatorSilenced') },
    { guard: 'isSwitchedOff', ...skip('policy', 'switchedOff') },
    { guard: 'isExpired', ...skip('delay', 'messageTooOld') },
    { guard: 'isLoop', ...skip('loop', 'onlyBotsSpoke', loopNumbers) },
    { guard: 'isPairLoop', ...skip('loop', 'pairLimit', pairNumbers) },
    { guard: 'isRoomLoop', ...skip('loop', 'roomLimit', roomNumbers) },
    { guard: and(['isMentionPolicy', not('isNamed')]), ...skip('policy', 'mentionsOnly') },
    { guard: 'cannotSend', ...skip('policy', 'sendsItself') },
    { guard: and([not('isUnjudged'), 'isHeldBack']), ...skip('policy', 'heldBack') },
    { guard: and([not('isUnjudged'), 'isAddressedToOther']), ...skip('addressee', 'addressedToOther') },
    {
      guard: and([not('isUnjudged'), not('isAddressed'), 'isBelowLocalRelevance']),
      ...skip('relevance', 'offTopic', relevanceNumbers),
    },
    {
      description: 'A reminder says what it says: no model is asked.',
      guard: 'isReminder',
      target: '#group.turn.delaying',
      actions: 'draftReminder',
      meta: { gate: 'compose' },
    },
    ...unlessPaid('decide', 'ahead'),
    { guard: 'skipsDecision', target: 'composing', meta: { gate: 'policy' } },
    { target: 'deciding' },
  ],
})
