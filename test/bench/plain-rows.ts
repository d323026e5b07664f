// What a plain durable program writes for the same steps: one transaction an event, every row whole. The yardstick of the
// host's cost stays the same whatever the host itself writes.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { recordStep } from '../../src/feed/recorder.ts'
import { partsOf } from '../../src/room/key.ts'
import { type PendingTimer, type TracedStep, verdictsOf } from '../../src/room/steps.ts'
import type { Line } from './lively-talk.ts'

/** SQL texts with their values; BEGIN and COMMIT among them. */
export type Tape = { sql: string; values: SQLInputValue[] }[]

const schema = `
CREATE TABLE plain_actor (
  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, version TEXT NOT NULL, body TEXT NOT NULL,
  seq INTEGER NOT NULL, at INTEGER NOT NULL) STRICT;
CREATE TABLE plain_timer (
  actor INTEGER NOT NULL, id TEXT NOT NULL, gen INTEGER NOT NULL, due INTEGER NOT NULL, event TEXT NOT NULL,
  PRIMARY KEY (actor, id)) STRICT, WITHOUT ROWID;
CREATE INDEX plain_timer_due ON plain_timer (due, gen);
CREATE TABLE plain_inbox (
  actor INTEGER NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (actor, id)) STRICT, WITHOUT ROWID;
CREATE INDEX plain_inbox_at ON plain_inbox (at);
CREATE TABLE plain_entry (
  n INTEGER PRIMARY KEY, actor INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL,
  body TEXT NOT NULL, led TEXT) STRICT;
CREATE INDEX plain_entry_actor ON plain_entry (actor, seq);
CREATE TABLE plain_verdict (
  n INTEGER PRIMARY KEY, actor INTEGER NOT NULL, turn INTEGER, at INTEGER NOT NULL, gate TEXT NOT NULL,
  outcome TEXT NOT NULL, why TEXT NOT NULL, messages TEXT NOT NULL, tokens INTEGER, numbers TEXT) STRICT;
CREATE INDEX plain_verdict_actor ON plain_verdict (actor, n);
CREATE TABLE plain_message (
  n INTEGER PRIMARY KEY, grp TEXT NOT NULL, id TEXT NOT NULL, ts INTEGER NOT NULL, sender TEXT NOT NULL,
  name TEXT NOT NULL, bot INTEGER NOT NULL, text TEXT NOT NULL, UNIQUE (grp, id)) STRICT;
CREATE INDEX plain_message_time ON plain_message (grp, ts);
`

/** A step and the JSON of the snapshot after it. */
export interface Stepped {
  step: TracedStep
  body: string
}

export const makePlainTables = (db: DatabaseSync): void => db.exec(schema)

export function plainRows(steps: readonly Stepped[], lines: readonly Line[]): Tape {
  const byId = new Map(lines.map((line) => [`${line.group} ${line.id}`, line]))
  const running = new Map<string, readonly PendingTimer[]>()
  const tape: Tape = []
  const write = (sql: string, ...values: SQLInputValue[]): void => void tape.push({ sql, values })
  for (const { step, body } of steps) {
    const { key, actor, seq, at, event, timers } = step
    if (event.type === 'xstate.init') {
      write(
        'INSERT INTO plain_actor (id, key, version, body, seq, at) VALUES (?, ?, ?, ?, ?, ?)',
        actor,
        key,
        '1',
        body,
        seq,
        at,
      )
      continue
    }
    write('BEGIN IMMEDIATE')
    const { message } = event as { message?: { id: string } }
    const line = message && byId.get(`${partsOf(key).group} ${message.id}`)
    if (line) {
      const { group, id, ts, sender, text, bot } = line
      write(
        'INSERT OR IGNORE INTO plain_message (grp, id, ts, sender, name, bot, text) VALUES (?, ?, ?, ?, ?, ?, ?)',
        group,
        id,
        ts,
        sender,
        sender,
        bot ? 1 : 0,
        text,
      )
      write('INSERT OR IGNORE INTO plain_inbox (actor, id, at) VALUES (?, ?, ?)', actor, id, at)
    }
    write('UPDATE plain_actor SET version = ?, body = ?, seq = ?, at = ? WHERE id = ?', '1', body, seq, at, actor)
    const before = running.get(key) ?? []
    for (const { id } of before) {
      if (timers.some((timer) => timer.id === id && timer.gen < seq)) continue
      write('DELETE FROM plain_timer WHERE actor = ? AND id = ?', actor, id)
    }
    for (const { id, gen, due } of timers.filter((timer) => timer.gen === seq)) {
      write(
        'INSERT OR REPLACE INTO plain_timer (actor, id, gen, due, event) VALUES (?, ?, ?, ?, ?)',
        actor,
        id,
        gen,
        due,
        JSON.stringify({ type: id }),
      )
    }
    running.set(key, timers)
    const verdicts = verdictsOf(step)
    const { record } = recordStep(step, partsOf(key), verdicts)
    const kind = line ? 'message' : 'event'
    write(
      'INSERT INTO plain_entry (actor, seq, at, kind, body, led) VALUES (?, ?, ?, ?, ?, ?)',
      actor,
      seq,
      at,
      kind,
      JSON.stringify(event),
      JSON.stringify(record),
    )
    for (const { turn, gate, outcome, why, messages, tokens, numbers } of verdicts) {
      write(
        'INSERT INTO plain_verdict (actor, turn, at, gate, outcome, why, messages, tokens, numbers) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
        actor,
        turn,
        at,
        gate,
        outcome,
        why,
        JSON.stringify(messages),
        tokens ?? null,
        numbers ? JSON.stringify(numbers) : null,
      )
    }
    write('COMMIT')
  }
  return tape
}
