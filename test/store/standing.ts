// How an actor may stand, as the tape is told.
import type { Standing } from '../../src/store/tape-record.ts'

export const standing: Standing = {
  active: ['group.vitality', 'group.vitality.ACTIVE', 'group.turn', 'group.turn.idle'],
  vitality: 'ACTIVE',
  timers: [{ id: 'xstate.after.windowFall.group.vitality.ACTIVE', name: 'windowFall', due: 300_000 }],
  messagesIn5m: 3,
  speakersIn5m: 2,
  waiting: 0,
  skipsInARow: 1,
  budget: [
    { window: 'short', durationMs: 300_000, messages: 1, maxMessages: 5, tokens: 900, maxTokens: 12_000 },
    { window: 'long', durationMs: 86_400_000, messages: 1, maxMessages: 100, tokens: 900, maxTokens: 200_000 },
  ],
  policy: 'auto',
}
