import { expect, test } from 'vitest'
import { makeHistory } from '../../src/lab/replay/history.ts'
import { measure } from '../../src/lab/replay/compare.ts'

test('the wait for a reply counts from the message that it answers, though others came after it', () => {
  const history = makeHistory()
  const activity = { vitality: 'COOLING', messagesIn5m: 1, speakersIn5m: 1, mentioned: false } as const
  const turn = { kind: 'verdict', group: 'lab', turn: 1, gate: 'dispatch', why: 'batchReady' } as const
  history.see({ kind: 'message', id: 'asked', group: 'lab', at: 1_000, ...activity })
  history.see({ kind: 'message', id: 'beside', group: 'lab', at: 4_000, ...activity })
  history.see({ ...turn, at: 7_000, outcome: 'start', messages: ['asked', 'beside'] })
  history.see({ kind: 'send', group: 'lab', turn: 1, at: 21_000, text: 'so', type: 'short', replyTo: 'asked' })
  history.see({ ...turn, at: 21_000, outcome: 'end', messages: [] })
  expect(measure(history).waits).toEqual({
    messageToReply: { median: 20_000, p90: 20_000 },
    batchToTurn: { median: 0, p90: 0 },
  })
})
