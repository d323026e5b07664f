// A board over a store in which one row cannot be read.
import { expect, onTestFinished, test } from 'vitest'
import type { BoardRow } from '../../src/feed/contract.ts'
import { openDatabase } from '../../src/store/database.ts'
import { rooms, running, tempFolders } from '../e2e/running.ts'

const folder = tempFolders()

test('the board leaves out what cannot be read, and shows the others', async () => {
  const where = folder()
  const file = { channels: rooms('one', 'two') }
  const before = await running(where, file)
  await before.visitor.outcome('one', 'rex', await before.visitor.say('one', 'Rex, what do you think?'))
  await before.stop()
  const db = openDatabase(before.store)
  // A step of its own would tell how the actor stands.
  db.exec("UPDATE actor SET timers = '[]', due = NULL")
  db.exec("UPDATE actor SET timers = '[' WHERE key = 'rex web:one'")
  db.close()
  const after = await running(where, file)
  onTestFinished(() => after.stop())
  const answer = await fetch(`${after.url}/api/board`)
  const keys = ((await answer.json()) as BoardRow[]).map(({ key }) => key).toSorted()
  expect([answer.status, keys]).toEqual([200, ['iris web:one', 'iris web:two', 'rex web:two']])
})
