// The gates that need no model: each can end a turn before any model is asked, with its own verdict.
import { unlessPaid } from './group.held-states.ts'
import { groupSetup } from './group.setup.ts'
import type { Gate } from './group.settings.ts'
import { loopNumbers, pairNumbers, relevanceNumbers, roomNumbers, skipAt } from './group.verdicts.ts'

const skip = (gate: Gate, why: string, numbers?: Parameters<typeof skipAt>[2]) =>
  ({
    target: '#group.turn.cooling',
    actions: { type: 'recordVerdict', params: skipAt(gate, why, numbers) },
    meta: { gate },
  }) as const

export const checking = groupSetup.createStateConfig({
  description: 'The gates that need no model.',
  always: [
    { guard: 'isSilenced', ...skip('control', 'an operator keeps it silent') },
    { guard: 'isSwitchedOff', ...skip('policy', 'the bot is switched off here') },
    { guard: 'isExpired', ...skip('delay', 'what it would answer is too old') },
    { guard: 'isLoop', ...skip('loop', 'only bots spoke for too long', loopNumbers) },
    { guard: 'isPairLoop', ...skip('loop', 'it has answered this bot often enough', pairNumbers) },
    { guard: 'isRoomLoop', ...skip('loop', 'the bots of the room have said enough', roomNumbers) },
    { guard: 'isUnmentionedByPolicy', ...skip('policy', 'it answers mentions only') },
    { guard: 'isHeldBack', ...skip('policy', 'it holds back here: nobody asked it') },
    { guard: 'isAimedElsewhere', ...skip('addressee', 'aimed at somebody else') },
    { guard: 'isIrrelevant', ...skip('relevance', 'its words have too little to do with the bot', relevanceNumbers) },
    ...unlessPaid('before decision', 'ahead'),
    { guard: 'skipsDecision', target: 'composing', meta: { gate: 'policy' } },
    { target: 'deciding' },
  ],
})
