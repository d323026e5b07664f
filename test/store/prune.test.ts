// Old rows go a bounded number at a time, and what must stay neither goes nor stands in the way of the others.
import { expect, test } from 'vitest'
import { openActors } from '../../src/store/actors.ts'
import { openBooks } from '../../src/store/books.ts'
import { openTalk } from '../../src/store/talk.ts'
import { inMemory } from '../host/stores.ts'

test('two a time of each kind, the oldest first; events that are held stay', () => {
  const db = inMemory()
  const [actors, books, talk] = [openActors(db), openBooks(db), openTalk(db)]
  const actor = actors.insert('iris web:lobby', '1', '{}', 0, 0)
  for (const at of [1, 2, 3]) actors.append(actor, 0, at, 'held', '{}')
  for (const at of [4, 5, 6, 1_000]) {
    actors.append(actor, at, at, 'message', '{}')
    actors.see(actor, `m${at}`, at)
    books.queueReply(actor, at, { key: `k${at}`, turn: at, text: '', type: 'short' })
    talk.put('web:lobby', { id: `m${at}`, ts: at, sender: 'ann', name: 'Ann', bot: false, text: 'hi' })
  }
  const times = (table: string, at = 'at') =>
    db
      .prepare(`SELECT ${at} AS at FROM ${table} ORDER BY ${at}`)
      .all()
      .map((row) => Number(row['at']))
  const left = () => ({
    entry: times('entry'),
    inbox: times('inbox'),
    outbox: times('outbox'),
    message: times('message', 'ts'),
  })
  const all = (at: number[]) => ({ entry: [1, 2, 3, ...at], inbox: at, outbox: at, message: at })

  expect(left()).toEqual(all([4, 5, 6, 1_000]))
  books.prune(1_000, 2)
  expect(left()).toEqual(all([6, 1_000]))
  books.prune(1_000, 2)
  expect(left()).toEqual(all([1_000]))
  books.prune(1_000, 2)
  expect(left()).toEqual(all([1_000]))
})
