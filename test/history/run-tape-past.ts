// Every statement about a run's tape, asked once, on one with a long past.
import type { DatabaseSync } from 'node:sqlite'
import { openRunTape } from '../../src/store/run-tape.ts'
import { openTapeMirror } from '../../src/store/tape-mirror.ts'

/** The fewest kinds that a tape has in some proportion; every thousandth row is an anchor. */
export function askRunTape(db: DatabaseSync, path: string, rows: number) {
  const tape = openRunTape(db)
  const [key, other] = ['iris web:lobby', 'rex web:lobby']
  const entry = (id: string, body: unknown, kind: 'tool_result' | 'anchor' | 'fact' | 'event' = 'tool_result') => ({
    run: `run-${id}`,
    id,
    kind,
    body,
    tokens: 40,
  })
  tape.note(key, 1, [entry('first', 'The first of them.')])
  db.exec('BEGIN')
  db.exec(`INSERT INTO tape (place, run, id, kind, at, body, tokens, state)
    WITH RECURSIVE past (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM past WHERE i < ${rows})
    SELECT 1, 'r' || (i / 30), i, iif(i % 1000 = 0, 'anchor', 'tool_result'), i, '"What number ' || i || ' gave."', 40, iif(i % 60 < 30, 1, 2) FROM past`)
  db.exec(`INSERT INTO tape_index (rowid, place, text, short)
    SELECT n, char(57344, 57344, 57345), body, '' FROM tape WHERE kind <> 'event'`)
  db.exec('COMMIT')
  // As a service has done by then, beside its work.
  const index = tape.oldRows.find(({ table }) => table === 'tape_index')
  for (let more = 1; more > 0;) more = index?.step(0, 50) ?? 0
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  tape.append(key, 2, [
    entry('0.0', { text: '昨天 the safe', messages: ['old-7'] }),
    entry('a', { name: 'x' }, 'anchor'),
  ])
  tape.append(key, 2, [entry('0.0', { text: '昨天 the safe', messages: ['old-7'] })])
  tape.merge(key, 'run-0.0', 3)
  tape.fail(key, 'run-a', 3, entry('failed', 'no', 'event'))
  tape.note(key, 3, [entry('f', { text: 'Ann likes tea' }, 'fact')])
  tape.context(key, 1_000_000)
  tape.ofRun(key, 'r7')
  tape.entry(key, 'r7', '210')
  tape.anchors(key)
  tape.after(key, 50, 100)
  tape.before(key, rows, 100)
  tape.info(key)
  tape.places()
  for (const words of ['number 777', '昨天', 'nubmer gvae waht', 'number']) tape.search(key, words)
  tape.strike(key, { id: 'old-7', text: 'What number 1234 gave.' })
  tape.note(key, 3, [entry('g', { text: 'Bob likes cake and tea' }, 'fact')])
  tape.strike(key, { id: 'none', text: 'Bob likes cake and tea' })
  tape.strikeRoom('web:lobby', { id: 'old-8', text: '' })
  tape.forgetFact(key, tape.facts(key)[0]?.n ?? 0)
  const mirror = openTapeMirror({ db, path, now: Date.now, failed: () => {} })
  tape.note(key, 4, [entry('more', 'more')])
  for (let steps = 0; steps < 5; steps += 1) mirror.step()
  tape.note(other, 5, [entry('o', 'one')])
  while (mirror.step());
  const again = openTapeMirror({ db, path, now: Date.now, failed: () => {} })
  while (again.step());
  tape.reset(other)
  tape.sweepSome(50)
  tape.forgetUntil(key, 6)
  tape.reset(key)
  tape.sweepSome(50)
  return tape.oldRows
}
