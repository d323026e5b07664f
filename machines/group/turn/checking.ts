// The gates that need no model: each can end a turn before any model is asked, with its own verdict.
import { unlessPaid } from './budget-gate.ts'
import { groupSetup } from '../setup.ts'
import type { Gate } from '../settings.ts'
import type { WhyKey } from '../verdicts/why.ts'
import { loopNumbers, pairNumbers, relevanceNumbers, roomNumbers, skipAt } from '../verdicts/gates.ts'

const skip = (gate: Gate, why: WhyKey, numbers?: Parameters<typeof skipAt>[2]) =>
  ({
    target: '#group.turn.cooling',
    actions: { type: 'recordVerdict', params: skipAt(gate, why, numbers) },
    meta: { gate },
  }) as const

export const checking = groupSetup.createStateConfig({
  description: 'The gates that need no model.',
  always: [
    { guard: 'isSilenced', ...skip('control', 'operatorSilenced') },
    { guard: 'isSwitchedOff', ...skip('policy', 'switchedOff') },
    { guard: 'isExpired', ...skip('delay', 'messageTooOld') },
    { guard: 'isLoop', ...skip('loop', 'onlyBotsSpoke', loopNumbers) },
    { guard: 'isPairLoop', ...skip('loop', 'pairLimit', pairNumbers) },
    { guard: 'isRoomLoop', ...skip('loop', 'roomLimit', roomNumbers) },
    { guard: 'isUnmentionedByPolicy', ...skip('policy', 'mentionsOnly') },
    { guard: 'isHeldBack', ...skip('policy', 'heldBack') },
    { guard: 'isAimedElsewhere', ...skip('addressee', 'addressedToOther') },
    { guard: 'isIrrelevant', ...skip('relevance', 'offTopic', relevanceNumbers) },
    ...unlessPaid('decide', 'ahead'),
    { guard: 'skipsDecision', target: 'composing', meta: { gate: 'policy' } },
    { target: 'deciding' },
  ],
})
