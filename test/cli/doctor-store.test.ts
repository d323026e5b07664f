// What the doctor says of how much the store keeps, and how an older one gives space back.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { checkKept, compactStore } from '../../src/cli/doctor/kept.ts'
import type { Config } from '../../src/config/config.ts'
import { openDatabase, openForReading } from '../../src/store/database.ts'
import { openRunTape } from '../../src/store/run-tape.ts'
import { openTalk } from '../../src/store/talk.ts'
import { folder } from '../world/folders.ts'

function place() {
  const home = folder()
  const store = { path: join(home, 'chime.sqlite'), retainDays: 30, maxMegabytes: 64 }
  const finding = () => {
    using db = openForReading(store.path)
    const { found, ...rest } = checkKept(db, store)
    return { ...rest, found: found.replaceAll(/[\d.]+ [KM]B/g, 'N MB') }
  }
  return { store, finding, config: { store } as Config }
}

const line = (ts: number) => ({ id: `m${ts}`, ts, sender: 'ann', name: 'Ann', bot: false, text: 'hi' })

test('it tells how much is stored, since when, and for how long', () => {
  const { store, finding } = place()
  const db = openDatabase(store.path)
  const talk = openTalk(db)
  for (const hour of [0, 1, 2]) talk.put('web:lobby', line(Date.UTC(2026, 9, 23) + hour * 3_600_000))
  db.close()
  expect(finding()).toEqual({
    sign: 'ok',
    what: 'kept',
    found: 'about 3 messages since 2026-10-23 00:00 UTC, N MB of at most N MB; 30 days are kept',
  })
})

test('it tells what runs of tools left behind', () => {
  const { store, finding } = place()
  const db = openDatabase(store.path)
  const entry = { run: 'r1', kind: 'event', body: 'some', tokens: 1 } as const
  openRunTape(db).note('iris web:lobby', 1, [
    { ...entry, id: 'a' },
    { ...entry, id: 'b' },
  ])
  db.close()
  expect(finding().found).toBe('no message, 2 entries of runs (N MB), N MB of at most N MB; 30 days are kept')
})

test('a large store of before that is half empty is a warning, and is compacted on demand; it opens as before', () => {
  const { store, finding, config } = place()
  const old = new DatabaseSync(store.path)
  old.exec('CREATE TABLE kept (n INTEGER PRIMARY KEY, body TEXT); PRAGMA user_version = 1')
  const insert = old.prepare('INSERT INTO kept (body) VALUES (hex(zeroblob(1000000)))')
  for (let i = 0; i < 60; i += 1) insert.run()
  old.close()
  const db = openDatabase(store.path)
  db.exec('DELETE FROM kept WHERE n > 2')
  db.close()
  const before = finding()
  const size = statSync(store.path).size
  const done = compactStore(config)
  expect({
    before,
    done: done.replaceAll(/[\d.]+ [KM]B/g, 'N MB').replace(store.path, '/here'),
    after: finding(),
  }).toEqual({
    before: {
      sign: 'warn',
      what: 'kept',
      found: 'no message, N MB of at most N MB; 30 days are kept; N MB of the file hold nothing',
      next: 'it is used again before the file grows; to give it back stop the service, then: chime doctor --compact',
    },
    done: '/here: N MB, before it were N MB.',
    after: { sign: 'ok', what: 'kept', found: 'no message, N MB of at most N MB; 30 days are kept' },
  })
  expect([statSync(store.path).size < size / 10, openDatabase(store.path).close()]).toEqual([true, undefined])
})

test('a store that is larger than it may be is a warning', () => {
  const { store, finding } = place()
  const db = openDatabase(store.path)
  db.exec('CREATE TABLE kept (body TEXT); INSERT INTO kept VALUES (hex(zeroblob(35000000)))')
  db.close()
  expect(finding()).toMatchObject({
    sign: 'warn',
    next: 'a running service removes the oldest; what the last day needs stays: raise store.maxMegabytes for more',
  })
})
