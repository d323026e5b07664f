// The store keeps to its age and its size under any load, in steps that may be cut off anywhere, and gives space back.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { keptSteps } from '../../src/store/old-rows.ts'
import { openDatabase } from '../../src/store/database.ts'
import type { Prunable } from '../../src/store/prunable.ts'
import { openPruner } from '../../src/store/pruner.ts'
import { addActors, prunedWorld, writeSecond } from './pruner-world.ts'
import { folder } from '../world/folders.ts'

const second = 1_000
const day = 24 * 3_600 * second
const start = 2_000_000 * second

function file() {
  const home = folder()
  return join(home, 'chime.sqlite')
}

function opened(path = file()) {
  const db = openDatabase(path)
  onTestFinished(() => (db.isOpen ? db.close() : undefined))
  db.exec('PRAGMA synchronous = OFF')
  return { db, path }
}

const count = (db: DatabaseSync, from: string): number =>
  Number(db.prepare(`SELECT count(*) AS n FROM ${from}`).get()?.['n'])

test('pruning keeps up with 500 messages a second, ten entries and ten verdicts each', () => {
  const { db, path } = opened(':memory:')
  const { pruneFor, pruner } = prunedWorld({ db, path, retainMs: 3 * day, maxBytes: 1e9 })
  addActors(db, 10)
  const left: object[] = []
  for (let n = 1; n <= 8; n += 1) {
    // What is written in a second grows old at once: a day passes until the next.
    const now = start + n * day
    writeSecond(db, now, 10, { messages: 500, entries: 10, verdicts: 10 })
    pruneFor(second, now)
    const before = now - 3 * day
    left.push({
      message: count(db, `message WHERE ts < ${before}`),
      room: count(db, `room_message WHERE ts < ${before}`),
      inbox: count(db, `inbox WHERE at < ${before}`),
      entry: count(db, `entry WHERE at < ${before}`),
      verdict: count(db, `verdict WHERE at < ${before}`),
    })
  }
  expect(left).toEqual(Array.from({ length: 8 }, () => ({ message: 0, room: 0, inbox: 0, entry: 0, verdict: 0 })))
  expect(pruner.figures()).toMatchObject({ isOver: false, since: start + 5 * day, messages: 2_000 })
})

test('the size holds while the talk goes on, by the oldest of everything, and nothing of the last day that is needed is lost', () => {
  const { db, path } = opened()
  const maxBytes = 12e6
  const { pruneAll, pruner } = prunedWorld({ db, path, retainMs: 30 * day, maxBytes })
  addActors(db, 10)
  db.exec(`INSERT INTO entry (actor, seq, at, kind, body) VALUES (3, 0, ${start - 25 * day}, 'held', '{}')`)
  db.exec(
    `INSERT INTO outbox (key, actor, turn, at, text, type, state) VALUES ('k', 3, 1, ${start - 25 * day}, '', '', 'queued')`,
  )
  db.exec(
    `INSERT INTO room_message (room, id, sender, name, bot, text, ts) VALUES ('r3', 'w', '', '', 0, '', ${start - 25 * day})`,
  )
  // Group 11 fell quiet long ago.
  for (let i = 1; i <= 120; i += 1) {
    db.exec(`INSERT INTO entry (actor, seq, at, kind, body) VALUES (11, ${i}, ${start - 25 * day}, 'message', '{}')`)
  }
  const sizes: boolean[] = []
  for (let hours = 24 * 20; hours >= 0; hours -= 12) {
    const now = start - hours * 3_600 * second
    writeSecond(db, now, 10, { messages: 200, entries: 8, verdicts: 8 })
    pruneAll(now)
    sizes.push(statSync(path).size + statSync(`${path}-wal`).size <= maxBytes)
  }
  const needed = (time: string): string => `${time} >= ${start - day}`
  const { since, isOver } = pruner.figures()
  expect({
    isWithin: sizes.every(Boolean),
    isOver,
    isOlderThanADay: since !== undefined && since < start - day,
    isYoungerThanAll: since !== undefined && since > start - 20 * day,
    held: count(db, "entry WHERE kind = 'held'"),
    queued: count(db, "outbox WHERE state = 'queued'"),
    untaken: count(db, 'room_message WHERE taken = 0'),
    quiet: count(db, 'entry WHERE actor = 11'),
    messages: count(db, `message WHERE ${needed('ts')}`),
    seen: count(db, `inbox WHERE ${needed('at')}`),
    cost: count(db, `verdict WHERE ${needed('at')} AND tokens > 0`),
    steps: Math.min(
      ...Array.from({ length: 10 }, (_, i) => count(db, `entry WHERE actor = ${i + 1} AND kind <> 'held'`)),
    ),
  }).toEqual({
    isWithin: true,
    isOver: false,
    isOlderThanADay: true,
    isYoungerThanAll: true,
    held: 1,
    queued: 1,
    untaken: 1,
    quiet: keptSteps,
    messages: 3 * 200,
    seen: 3 * 400,
    cost: 3 * 320,
    steps: expect.toSatisfy((steps: number) => steps >= keptSteps),
  })
})

test('what is needed stays when it is more than the size, and is told', () => {
  const { db, path } = opened()
  const { pruneAll, pruner } = prunedWorld({ db, path, retainMs: 30 * day, maxBytes: 1e6 })
  addActors(db, 10)
  for (const hours of [20, 10, 1])
    writeSecond(db, start - hours * 3_600 * second, 10, { messages: 2_000, entries: 2, verdicts: 1 })
  pruneAll(start)
  expect({ ...pruner.figures(), bytes: 0, freeBytes: 0, entries: count(db, 'entry') }).toEqual({
    bytes: 0,
    freeBytes: 0,
    messages: 6_000,
    since: start - 20 * 3_600 * second,
    maxBytes: 1e6,
    retainMs: 30 * day,
    isOver: true,
    entries: 10 * keptSteps,
  })
})

test('after a clock was set back what is said then stays, though older things have gone for the size', () => {
  const { db, path } = opened()
  const { pruneAll } = prunedWorld({ db, path, retainMs: 30 * day, maxBytes: 12e6 })
  addActors(db, 10)
  const ago = (hours: number): number => start - hours * 3_600 * second
  for (const hours of [60, 50, 40, 30]) writeSecond(db, ago(hours), 10, { messages: 800, entries: 8, verdicts: 8 })
  pruneAll(start)
  const old = [60, 30].map((hours) => count(db, `entry WHERE at = ${ago(hours)}`))
  writeSecond(db, ago(59.5), 10, { messages: 100, entries: 1, verdicts: 1 })
  pruneAll(ago(59.2))
  expect([...old, count(db, `entry WHERE at = ${ago(59.5)}`)]).toEqual([0, 6_400, 100])
})

test('a step ends soon, however much there is to remove', () => {
  const { db, path } = opened(':memory:')
  const { pruner } = prunedWorld({ db, path, retainMs: day, maxBytes: 1e9 })
  addActors(db, 10)
  writeSecond(db, start - 3 * day, 10, { messages: 1_000, entries: 2, verdicts: 2 })
  const left = [0, 1, 2].map(() => {
    pruner.step(start)
    return 2_000 - count(db, 'entry')
  })
  // Five batches of fifty in three milliseconds, at the cost of this world.
  expect(left).toEqual([250, 500, 750])
})

test('the file shrinks when much of it has gone', () => {
  const { db, path } = opened()
  const { pruneAll } = prunedWorld({ db, path, retainMs: day, maxBytes: 1e9 })
  addActors(db, 10)
  for (let n = 0; n < 10; n += 1) writeSecond(db, start + n * second, 10, { messages: 300, entries: 8, verdicts: 8 })
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const full = statSync(path).size
  pruneAll(start + 2 * day)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  expect(statSync(path).size).toBeLessThan(full / 4)
})

const modeOf = (db: DatabaseSync) => Number(db.prepare('PRAGMA auto_vacuum').get()?.['auto_vacuum'])

test.each([
  ['small', 1, 2],
  ['large', 60, 0],
])('a %s store of before of %i MB opens whole, in vacuum mode %i', (_, megabytes, mode) => {
  const path = file()
  const old = new DatabaseSync(path)
  old.exec('PRAGMA journal_mode = WAL; CREATE TABLE kept (body TEXT)')
  old.exec(`INSERT INTO kept VALUES (hex(zeroblob(${megabytes * 500_000})))`)
  old.close()
  const { db } = opened(path)
  const { pruneAll } = prunedWorld({ db, path, retainMs: day, maxBytes: 1e9 })
  db.exec('DELETE FROM kept')
  pruneAll(start)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  expect([modeOf(db), statSync(path).size < 1e6]).toEqual([mode, mode === 2])
})

test('a table that cannot be pruned keeps the others from nothing, and is told once a round', () => {
  const { db, path } = opened()
  const removed: string[] = []
  const sick = (): never => {
    throw new Error('database disk image is malformed')
  }
  const table = (name: string): Prunable => {
    const left = [name]
    const step = (): number => removed.push(...left.splice(0)) && 0
    return { table: name, neededMs: 0, step, oldest: () => undefined, again: () => undefined }
  }
  const pruner = openPruner({
    db,
    path,
    tables: [table('a'), { ...table('b'), step: sick, oldest: sick }, table('c')],
    retainMs: day,
    maxBytes: 1,
    elapsed: () => 0,
  })
  const told = [1, 2, 3, 4].map(() => {
    try {
      return pruner.step(start)
    } catch (error) {
      return (error as Error).message
    }
  })
  expect(removed).toEqual(['a', 'c'])
  expect(told).toEqual(['database disk image is malformed', false, 'database disk image is malformed', false])
})
