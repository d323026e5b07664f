// What a turn leaves in a cluster's memory.
import { expect, test } from 'vitest'
import { openSharedLog } from '../../src/host/restate/shared-log.ts'
import type { RoomRow } from '../../src/store/postgres/rows.ts'

test('a line whose words are not kept is none there, and one that woke nobody is marked', async () => {
  const written: RoomRow[] = []
  const log = openSharedLog({
    postgres: {
      write: async (rows) => (written.push(...rows), { durable: new Map([['web:lobby', 1]]), refused: [] }),
      turnsAfter: async () => [],
      state: () => ({ waitingRows: 0, waitingRooms: 0, refused: 0 }),
    },
    known: () => 0,
    passOver: () => undefined,
    refusalOf: ({ sender }) =>
      (sender.id === 'a' ? undefined : { why: 'notServed', isKept: sender.id === 'b' }) as never,
    now: () => 5,
    failed: (error) => {
      throw error
    },
  })
  const messages = ['a', 'b', 'c'].map((id) => ({
    id,
    group: 'web:lobby',
    ts: 1,
    sender: { id, name: id, bot: false },
    text: id,
  }))
  await log.ship('web:lobby', [{ turn: 1, messages, steps: [] }])
  expect(written.flatMap((row) => (row.kind === 'message' ? [[row.line.id, row.line.refused]] : []))).toEqual([
    ['a', undefined],
    ['b', true],
  ])
  expect(log.kept('web:lobby')).toBe(1)
})
