// Rows of the host: snapshots, timers, jobs, and the tape of every event fed in.
import type { DatabaseSync } from 'node:sqlite'

export interface ActorRow {
  id: number
  version: string
  body: string
  /** Events fed in so far: the generation of what the last step started. */
  seq: number
  /** Time of the last event, ms. */
  at: number
  /** JSON, as `timersIn` reads it. */
  timers: string
}

/** A timer of an actor, as it stands in the actor's row. */
export interface StoredTimer {
  id: string
  /** The step that started it. */
  gen: number
  /** ms */
  due: number
  /** What it feeds in; absent: an event whose type is the id, as those of xstate's delays are. */
  event?: object
}

/** The actor that wakes first, for the first of its timers. */
export interface DueRow {
  id: number
  key: string
  /** JSON, as `timersIn` reads it. */
  timers: string
}

export interface JobRow {
  actor: number
  key: string
  id: string
  gen: number
  src: string
  input: string
  /** Tokens that it may have cost by now; null: it was stored before that was written down. */
  begun: number | null
}

export type Actors = ReturnType<typeof openActors>

export function openActors(db: DatabaseSync) {
  // When first needed: a store of before is looked at, too, and has other columns.
  const sql = (text: string) => lazily(() => db.prepare(text))
  const get = sql('SELECT id, version, body, seq, at, timers FROM actor WHERE key = ?')
  const insert = sql('INSERT INTO actor (key, version, body, seq, at) VALUES (?, ?, ?, ?, ?)')
  const update = sql('UPDATE actor SET version = ?, body = ?, seq = ?, at = ?, timers = ?, due = ? WHERE id = ?')
  const keys = sql('SELECT id, key, version, seq, at, length(body) AS size FROM actor ORDER BY key')
  const newest = sql('SELECT key FROM actor ORDER BY at DESC LIMIT +?')
  const inRoom = sql("SELECT key FROM actor WHERE substr(key, instr(key, ' ') + 1) = ? ORDER BY id")
  const timers = sql('SELECT timers FROM actor WHERE id = ?')
  const setTimers = sql('UPDATE actor SET timers = ?, due = ? WHERE id = ?')
  const firstDue = sql('SELECT due, id, key, timers FROM actor WHERE due IS NOT NULL ORDER BY due, id LIMIT 1')
  const putJob = sql('INSERT OR REPLACE INTO job (actor, id, gen, src, input, begun) VALUES (?, ?, ?, ?, ?, 0)')
  const dropJob = sql('DELETE FROM job WHERE actor = ? AND id = ?')
  const takeJob = sql('DELETE FROM job WHERE actor = ? AND id = ? AND gen = ?')
  const allJobs = sql('SELECT actor, key, job.id, gen, src, input, begun FROM job JOIN actor ON actor.id = job.actor')
  const job = sql('SELECT 1 FROM job WHERE actor = ? AND id = ? AND gen = ?')
  const append = sql('INSERT INTO entry (actor, seq, at, kind, body, led) VALUES (?, ?, ?, ?, ?, ?)')
  const quarantined = sql("SELECT n, body FROM entry WHERE actor = ? AND kind = 'held' ORDER BY n")
  const withQuarantined = sql("SELECT DISTINCT key FROM entry JOIN actor ON actor.id = entry.actor WHERE kind = 'held'")
  const unhold = sql("UPDATE entry SET kind = 'released' WHERE n = ?")
  const clearJobs = sql('DELETE FROM job WHERE actor = ?')
  const timersOf = (actor: number): StoredTimer[] => timersIn(String(timers().get(actor)?.['timers'] ?? '[]'))
  return {
    get: (key: string) => get().get(key) as unknown as ActorRow | undefined,
    insert: (key: string, version: string, body: string, seq: number, at: number): number =>
      Number(insert().run(key, version, body, seq, at).lastInsertRowid),
    /** The whole of an actor after a step; `running` are its timers, the first one due first; it wakes at `wake`, ms; null: somebody else wakes it. */
    update(
      id: number,
      { version, body, seq, at }: Pick<ActorRow, 'version' | 'body' | 'seq' | 'at'>,
      running: readonly StoredTimer[],
      wake: number | null | undefined = running[0]?.due,
    ): void {
      update().run(version, body, seq, at, timersJson(running), wake ?? null, id)
    },
    list: () =>
      keys().all() as unknown as { id: number; key: string; version: string; seq: number; at: number; size: number }[],
    /** Keys of those that stepped last, the latest first. */
    newest: (most?: number) => (newest().all(most ?? -1) as unknown as { key: string }[]).map(({ key }) => key),
    /** Keys of a room's. */
    inRoom: (room: string) => (inRoom().all(room) as unknown as { key: string }[]).map(({ key }) => key),
    /** The actor that wakes first for a timer, and when, ms. */
    firstDue: () => firstDue().get() as unknown as (DueRow & { due: number }) | undefined,
    /** The first one due first. Throws when the row cannot be read. */
    timersOf,
    /** Without one timer; without any when they cannot be read. */
    dropTimer(actor: number, id: string): void {
      const left = readable(() => timersOf(actor).filter((timer) => timer.id !== id)) ?? []
      setTimers().run(timersJson(left), left[0]?.due ?? null, actor)
    },
    putJob: (actor: number, id: string, gen: number, src: string, input: string): void =>
      void putJob().run(actor, id, gen, src, input),
    dropJob: (actor: number, id: string): void => void dropJob().run(actor, id),
    /** False when the chart left the state meanwhile: a stale answer must not be fed in. */
    isUnderWay: (actor: number, id: string, gen: number): boolean => job().get(actor, id, gen) !== undefined,
    takeJob: (actor: number, id: string, gen: number): void => void takeJob().run(actor, id, gen),
    jobs: () => allJobs().all() as unknown as JobRow[],
    /** `led`: what the event led to, for whoever looks back. */
    append: (actor: number, seq: number, at: number, kind: string, body: string, led?: string): void =>
      void append().run(actor, seq, at, kind, body, led ?? null),
    quarantined: (actor: number) => quarantined().all(actor) as unknown as { n: number; body: string }[],
    /** Actors on whose tape events wait. */
    withQuarantined: () => (withQuarantined().all() as unknown as { key: string }[]).map(({ key }) => key),
    release: (n: number): void => void unhold().run(n),
    clearJobs: (actor: number): void => void clearJobs().run(actor),
  }
}

const timersJson = (timers: readonly StoredTimer[]): string =>
  timers.length === 0
    ? '[]'
    : JSON.stringify(timers.map(({ id, gen, due, event }) => (event ? [id, gen, due, event] : [id, gen, due])))

/** Throws when the text cannot be read. */
export const timersIn = (json: string): StoredTimer[] =>
  (JSON.parse(json) as [string, number, number, object?][]).map(([id, gen, due, event]) => ({
    id,
    gen,
    due,
    ...(event && { event }),
  }))

function readable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
