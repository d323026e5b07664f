// Which posts wait for the service: found without reading the others, and none is passed over.
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openRooms } from '../../src/channels/web/rooms.ts'

function opened() {
  const db = new DatabaseSync(':memory:')
  const rooms = openRooms(db)
  const post = (room: string, id: string): number =>
    rooms.post({ room, id, sender: 'person:dana', name: 'Dana', bot: false, text: 'hi', ts: 1 }).message.seq
  const waiting = (limit: number) => rooms.untaken(new Set(['lobby', 'den']), limit).map(({ id }) => id)
  return { db, rooms, post, waiting }
}

test('the oldest of the rooms that are asked for, and nothing that was marked, however many others lie between', () => {
  const { rooms, post, waiting } = opened()
  for (const n of [1, 2, 3, 4, 5]) post('closed', `c${n}`)
  const first = post('lobby', 'a')
  for (const n of [6, 7, 8]) post('closed', `c${n}`)
  post('den', 'b')
  post('lobby', 'c')
  const before = [waiting(1), waiting(2), waiting(9)]
  rooms.markTaken([first])
  const marked = [waiting(1), waiting(9)]
  rooms.flush()
  expect([before, marked, waiting(9)]).toEqual([
    [['a'], ['a', 'b'], ['a', 'b', 'c']],
    [['b'], ['b', 'c']],
    ['b', 'c'],
  ])
})

test('a post whose number was another’s before waits as any other', () => {
  const { db, rooms, post, waiting } = opened()
  rooms.markTaken([post('lobby', 'a'), post('lobby', 'b')])
  rooms.flush()
  const third = post('lobby', 'c')
  rooms.markTaken([third])
  const none = waiting(9)
  rooms.flush()
  db.exec('DELETE FROM room_message')
  post('lobby', 'd')
  expect([none, waiting(9)]).toEqual([[], ['d']])
})
