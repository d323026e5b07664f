// Stores of before: entries that led nowhere, timers in a table of their own, verdicts beside the tape.
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openActors } from '../../src/store/actors.ts'
import { openDatabase, openForReading } from '../../src/store/database.ts'
import { openTape } from '../../src/store/tape.ts'
import { standing } from './standing.ts'
import { folder } from '../world/folders.ts'

const timerId = 'xstate.after.windowFall.group.vitality.ACTIVE'

function olderStore(): string {
  const home = folder()
  const path = join(home, 'chime.db')
  openDatabase(path).close()
  const old = new DatabaseSync(path)
  old.exec(`
    DROP VIEW timer;
    DROP INDEX actor_due;
    ALTER TABLE actor DROP COLUMN due;
    ALTER TABLE actor DROP COLUMN timers;
    ALTER TABLE entry DROP COLUMN led;
    CREATE TABLE timer (
      actor INTEGER NOT NULL, id TEXT NOT NULL, gen INTEGER NOT NULL, due INTEGER NOT NULL, event TEXT NOT NULL,
      PRIMARY KEY (actor, id)) STRICT, WITHOUT ROWID;
    INSERT INTO actor (key, version, body, seq, at) VALUES ('g', '1', '{}', 1, 5), ('h', '1', '{}', 0, 5);
    INSERT INTO timer VALUES (1, '${timerId}', 1, 90, '{"type":"${timerId}"}'), (1, 'soon', 1, 30, '{"type":"raised"}');
    INSERT INTO entry (actor, seq, at, kind, body) VALUES (1, 1, 5, 'message', '{}');
    INSERT INTO verdict (actor, turn, at, gate, outcome, why, messages, tokens, numbers)
      VALUES (1, 1, 5, 'decide', 'skip', 'not for it', '["m1"]', 70, '{"relevance":0.2}');
    PRAGMA user_version = 1`)
  old.close()
  return path
}

const before = {
  turn: 1,
  at: 5,
  gate: 'decide',
  outcome: 'skip',
  why: 'not for it',
  messages: ['m1'],
  tokens: 70,
  numbers: { relevance: 0.2 },
} as const

test('the timers of an older store go into the rows of their actors, the first one due first', () => {
  const path = olderStore()
  const db = openDatabase(path)
  const actors = openActors(db)
  expect([actors.timersOf(1), actors.timersOf(2), actors.firstDue()]).toEqual([
    [
      { id: 'soon', gen: 1, due: 30, event: { type: 'raised' } },
      { id: timerId, gen: 1, due: 90, event: { type: timerId } },
    ],
    [],
    expect.objectContaining({ id: 1, key: 'g', due: 30 }),
  ])
  db.close()
  const again = openDatabase(path)
  expect(openActors(again).timersOf(1)).toHaveLength(2)
  again.close()
})

test('an older store goes on: what its entries led to is not known, its verdicts are, and later ones stand on the tape', () => {
  const db = openDatabase(olderStore())
  const tape = openTape(db)
  const later = { turn: 2, at: 6, gate: 'send', outcome: 'sent', why: 'replied', messages: [] } as const
  const event = { type: 'message.received', at: 6 }
  const row = tape.row(event, 2, { took: [], verdicts: [{ ...later, messages: [] }], standing }, undefined)
  openActors(db).append(1, 2, 6, 'message', row.body, row.led)
  expect(tape.read('g', 99, 9).map(({ seq }) => seq)).toEqual([2])
  expect([tape.recent('g', 9), tape.recent('g', 1), tape.since(1, 0), tape.since(1, 5)]).toEqual([
    [before, later],
    [later],
    [before, later],
    [later],
  ])
  db.close()
})

test('a record of before, told whole as JSON, is read as it stands', () => {
  const db = openDatabase(olderStore())
  const record = { seq: 2, at: 6, event: { type: 'x' }, took: [], verdicts: [], ...standing }
  openActors(db).append(1, 2, 6, 'event', '{}', JSON.stringify(record))
  expect(openTape(db).read('g', 99, 9)).toEqual([record])
  db.close()
})

test('an older store can be looked at without writing to it', () => {
  const db = openForReading(olderStore())
  expect(openActors(db).list()).toMatchObject([{ key: 'g', seq: 1 }, { key: 'h' }])
  db.close()
})
