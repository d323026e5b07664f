import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openRooms } from '../../src/channels/web/rooms.ts'

test('old messages go a few at a time, and those that the service has not taken neither go nor stall it (S5)', () => {
  const rooms = openRooms(new DatabaseSync(':memory:'))
  const post = (room: string, ts: number) =>
    rooms.post({ room, id: `m${ts}`, sender: 'person:dana', name: 'Dana', bot: false, text: 'hi', ts }).message.seq
  for (const ts of [1, 2, 3]) post('cellar', ts)
  rooms.markTaken([4, 5, 6, 1_000].map((ts) => post('lobby', ts)))
  rooms.flush()
  const left = () => ['cellar', 'lobby'].flatMap((room) => rooms.list(room, { limit: 9 })).map(({ ts }) => ts)
  const seen = [left()]
  for (let i = 0; i < 3; i += 1) {
    rooms.oldRows.step(1_000, 3)
    seen.push(left())
  }
  expect(seen).toEqual([
    [1, 2, 3, 4, 5, 6, 1_000],
    [1, 2, 3, 4, 5, 6, 1_000],
    [1, 2, 3, 1_000],
    [1, 2, 3, 1_000],
  ])
})
