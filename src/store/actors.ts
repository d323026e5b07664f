// Rows of the host: snapshots, timers, jobs, the inbox that drops duplicates, and the tape of every event fed in.
import type { DatabaseSync, StatementSync } from 'node:sqlite'

export interface ActorRow {
  id: number
  version: string
  body: string
  /** Events fed in so far: the generation of what the last step started. */
  seq: number
  /** Time of the last event, ms. */
  at: number
}

export interface TimerRow {
  actor: number
  key: string
  id: string
  gen: number
  due: number
  event: string
}

export interface JobRow {
  actor: number
  key: string
  id: string
  gen: number
  src: string
  input: string
}

export type Actors = ReturnType<typeof openActors>

export function openActors(db: DatabaseSync) {
  const sql = (text: string): StatementSync => db.prepare(text)
  const get = sql('SELECT id, version, body, seq, at FROM actor WHERE key = ?')
  const insert = sql('INSERT INTO actor (key, version, body, seq, at) VALUES (?, ?, ?, ?, ?)')
  const update = sql('UPDATE actor SET version = ?, body = ?, seq = ?, at = ? WHERE id = ?')
  const keys = sql('SELECT id, key, version, seq, at, length(body) AS size FROM actor ORDER BY key')
  const newest = sql('SELECT id, key, seq, at FROM actor ORDER BY at DESC LIMIT ?')
  const putTimer = sql('INSERT OR REPLACE INTO timer (actor, id, gen, due, event) VALUES (?, ?, ?, ?, ?)')
  const dropTimer = sql('DELETE FROM timer WHERE actor = ? AND id = ?')
  const takeTimer = sql('DELETE FROM timer WHERE actor = ? AND id = ? AND gen = ?')
  // One row by get() costs a fifth of a list by all(), and most wake-ups find one.
  const firstTimer = sql(
    `SELECT timer.actor, key, timer.id, gen, due, event FROM timer JOIN actor ON actor.id = timer.actor
     ORDER BY due, gen LIMIT 1`,
  )
  const nextDue = sql('SELECT min(due) AS due FROM timer')
  const putJob = sql('INSERT OR REPLACE INTO job (actor, id, gen, src, input) VALUES (?, ?, ?, ?, ?)')
  const dropJob = sql('DELETE FROM job WHERE actor = ? AND id = ?')
  const takeJob = sql('DELETE FROM job WHERE actor = ? AND id = ? AND gen = ?')
  const allJobs = sql('SELECT actor, key, job.id, gen, src, input FROM job JOIN actor ON actor.id = job.actor')
  const see = sql('INSERT OR IGNORE INTO inbox (actor, id, at) VALUES (?, ?, ?)')
  // When first needed: a store of before they led anywhere is looked at, too, and has no such column.
  const append = lazily(() => sql('INSERT INTO entry (actor, seq, at, kind, body, led) VALUES (?, ?, ?, ?, ?, ?)'))
  const ledTo = lazily(() =>
    sql(
      `SELECT led FROM entry WHERE actor = (SELECT id FROM actor WHERE key = ?) AND seq < ? AND led IS NOT NULL
     ORDER BY seq DESC LIMIT ?`,
    ),
  )
  const held = sql("SELECT n, body FROM entry WHERE actor = ? AND kind = 'held' ORDER BY n")
  const holding = sql("SELECT DISTINCT key FROM entry JOIN actor ON actor.id = entry.actor WHERE kind = 'held'")
  const unhold = sql("UPDATE entry SET kind = 'released' WHERE n = ?")
  const timers = sql('SELECT id, due FROM timer WHERE actor = ? ORDER BY due, id')
  const clearTimers = sql('DELETE FROM timer WHERE actor = ?')
  const clearJobs = sql('DELETE FROM job WHERE actor = ?')
  return {
    get: (key: string) => get.get(key) as unknown as ActorRow | undefined,
    insert: (key: string, version: string, body: string, seq: number, at: number): number =>
      Number(insert.run(key, version, body, seq, at).lastInsertRowid),
    update: (id: number, version: string, body: string, seq: number, at: number): void =>
      void update.run(version, body, seq, at, id),
    list: () =>
      keys.all() as unknown as { id: number; key: string; version: string; seq: number; at: number; size: number }[],
    /** Those that stepped last, the latest first. */
    newest: (most: number) => newest.all(most) as unknown as { id: number; key: string; seq: number; at: number }[],
    putTimer: (actor: number, id: string, gen: number, at: number, event: string): void =>
      void putTimer.run(actor, id, gen, at, event),
    dropTimer: (actor: number, id: string): void => void dropTimer.run(actor, id),
    /** False when the timer was cancelled or started anew: a stale one must not fire. */
    takeTimer: (actor: number, id: string, gen: number): boolean => takeTimer.run(actor, id, gen).changes === 1,
    /** When the first timer is due, ms; Infinity when there is none. */
    nextDue: (): number => (nextDue.get() as { due: number | null }).due ?? Infinity,
    /** The timer that is due first. There must be one. */
    firstTimer: (): TimerRow => firstTimer.get() as unknown as TimerRow,
    timersOf: (actor: number) => timers.all(actor) as unknown as { id: string; due: number }[],
    putJob: (actor: number, id: string, gen: number, src: string, input: string): void =>
      void putJob.run(actor, id, gen, src, input),
    dropJob: (actor: number, id: string): void => void dropJob.run(actor, id),
    /** False when the chart left the state meanwhile: a stale answer must not be fed in. */
    takeJob: (actor: number, id: string, gen: number): boolean => takeJob.run(actor, id, gen).changes === 1,
    jobs: () => allJobs.all() as unknown as JobRow[],
    /** False for a message seen before (R10). */
    see: (actor: number, id: string, at: number): boolean => see.run(actor, id, at).changes === 1,
    /** `led`: what the event led to, for whoever looks back. */
    append: (actor: number, seq: number, at: number, kind: string, body: string, led?: string): void =>
      void append().run(actor, seq, at, kind, body, led ?? null),
    /** What the events before `seq` led to, the newest `most` of them, oldest first. */
    ledTo: (key: string, seq: number, most: number): string[] =>
      ledTo()
        .all(key, seq, most)
        .map((row) => String(row['led']))
        .toReversed(),
    held: (actor: number) => held.all(actor) as unknown as { n: number; body: string }[],
    /** Actors on whose tape events wait. */
    holding: () => (holding.all() as unknown as { key: string }[]).map(({ key }) => key),
    release: (n: number): void => void unhold.run(n),
    clear(actor: number): void {
      clearTimers.run(actor)
      clearJobs.run(actor)
    },
  }
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
