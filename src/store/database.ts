// Opens the embedded store: one SQLite file, durable at every commit, held by one process.
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { runTapeSchema } from './run-tape-schema.ts'
import { messageColumns, personUsageColumns, sharedIndexes, usageColumns, verdictColumns } from './shared-columns.ts'
import { type StoreFiles, storeFiles } from './store-files.ts'
import { Held, lockStore, NoLock, type StoreLock } from './store-lock.ts'

/** The store cannot be read or written. The message says which file, why, and the next step. */
export class StoreError extends Error {
  override name = 'StoreError'
}

/** A row that the schema refuses: the fault of what was written, not of the store. */
export const isConstraint = (error: unknown): boolean =>
  isStoreProblem(error) && isRefusedRow((error as { errcode?: number }).errcode)

// SQLITE_CONSTRAINT and its kinds; 1811 is a trigger's veto, which is not about one row.
const isRefusedRow = (errcode = 0): boolean => (errcode & 0xff) === 19 && errcode !== 1811

/** Whether SQLite itself says no, rather than somebody's mistake. */
export const isStoreProblem = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === 'ERR_SQLITE_ERROR'

const schema = `
CREATE TABLE IF NOT EXISTS actor (
  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, version TEXT NOT NULL, body TEXT NOT NULL,
  seq INTEGER NOT NULL, at INTEGER NOT NULL, timers TEXT NOT NULL DEFAULT '[]', due INTEGER) STRICT;
CREATE TABLE IF NOT EXISTS job (
  actor INTEGER NOT NULL, id TEXT NOT NULL, gen INTEGER NOT NULL, src TEXT NOT NULL, input TEXT NOT NULL,
  begun INTEGER, PRIMARY KEY (actor, id)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS inbox (
  room TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, bots TEXT NOT NULL, PRIMARY KEY (room, id)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS inbox_at ON inbox (at);
CREATE TABLE IF NOT EXISTS entry (
  n INTEGER PRIMARY KEY, actor INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, kind TEXT NOT NULL,
  body TEXT NOT NULL, led TEXT) STRICT;
CREATE INDEX IF NOT EXISTS entry_actor ON entry (actor, seq);
CREATE INDEX IF NOT EXISTS entry_held ON entry (actor) WHERE kind = 'held';
CREATE TABLE IF NOT EXISTS word (n INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE IF NOT EXISTS verdict (n INTEGER PRIMARY KEY, actor INTEGER NOT NULL, ${verdictColumns('INTEGER')}) STRICT;
CREATE INDEX IF NOT EXISTS verdict_actor ON verdict (actor, n);
CREATE TABLE IF NOT EXISTS outbox (
  key TEXT PRIMARY KEY, actor INTEGER NOT NULL, turn INTEGER NOT NULL, at INTEGER NOT NULL, text TEXT NOT NULL,
  type TEXT NOT NULL, state TEXT NOT NULL, message TEXT) STRICT;
CREATE INDEX IF NOT EXISTS outbox_actor ON outbox (actor, at);
CREATE INDEX IF NOT EXISTS outbox_queued ON outbox (actor, turn) WHERE state = 'queued';
CREATE TABLE IF NOT EXISTS usage (${usageColumns('INTEGER')}) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS person_usage (${personUsageColumns('INTEGER')}) STRICT, WITHOUT ROWID;
${sharedIndexes}
CREATE TABLE IF NOT EXISTS person_refused (
  bot TEXT NOT NULL, person TEXT NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (bot, person)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS person_refused_until ON person_refused (until);
CREATE TABLE IF NOT EXISTS pause (bot TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS served (
  place TEXT NOT NULL, id TEXT NOT NULL, list TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (place, id)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS accepted_text (
  place TEXT NOT NULL, name TEXT NOT NULL, digest TEXT NOT NULL, by TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (place, name)) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS message (n INTEGER PRIMARY KEY, ${messageColumns('INTEGER')}) STRICT;
CREATE INDEX IF NOT EXISTS message_time ON message (grp, ts);
CREATE INDEX IF NOT EXISTS message_sender ON message (grp, sender, ts);
CREATE INDEX IF NOT EXISTS message_bot ON message (grp, ts) WHERE bot = 1;
`
const schemaVersion = 5
/** An older store up to this size is rewritten when it is opened: some tenths of a second. */
const convertedBytes = 50e6

/**
 * Somebody else's tool may hold the store's lock for as long as it likes, and everything here stands still while SQLite
 * waits for it: what is refused is tried again.
 */
const busyMs = 250

// A step writes its actor's timers with its snapshot, in one row; the view is for people who look.
const schemaOnTop = `
CREATE INDEX IF NOT EXISTS actor_due ON actor (due) WHERE due IS NOT NULL;
CREATE INDEX IF NOT EXISTS actor_room ON actor (substr(key, instr(key, ' ') + 1));
CREATE VIEW IF NOT EXISTS timer AS
  SELECT actor.id AS actor, value ->> 0 AS id, value ->> 1 AS gen, value ->> 2 AS due FROM actor, json_each(timers);
`

/** From version 2: the inbox had a row a bot. */
const inboxByRoom = `
  CREATE TABLE inbox_by_room (
    room TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, bots TEXT NOT NULL, PRIMARY KEY (room, id)) STRICT, WITHOUT ROWID;
  INSERT INTO inbox_by_room (room, id, at, bots)
    SELECT substr(key, instr(key, ' ') + 1) AS room, inbox.id, min(inbox.at), group_concat(substr(key, 1, instr(key, ' ') - 1), ' ')
    FROM inbox JOIN actor ON actor.id = inbox.actor GROUP BY room, inbox.id;
  DROP TABLE inbox;
  ALTER TABLE inbox_by_room RENAME TO inbox;
  CREATE INDEX inbox_at ON inbox (at);
`

/** From version 4: runs had no tape, and notes took nothing in from it; its tables are made with the others. From version 3: messages were text alone, and everybody was served. From version 1: timers had a table of their own, calls were not marked, and at first entries led nowhere. */
function raiseSchema(db: DatabaseSync): void {
  if (columnsOf(db, 'inbox').includes('actor')) db.exec(inboxByRoom)
  if (!columnsOf(db, 'message').includes('parts')) db.exec('ALTER TABLE message ADD COLUMN parts TEXT')
  if (!columnsOf(db, 'message').includes('refused')) db.exec('ALTER TABLE message ADD COLUMN refused INTEGER')
  if (!columnsOf(db, 'job').includes('begun')) db.exec('ALTER TABLE job ADD COLUMN begun INTEGER')
  if (!columnsOf(db, 'entry').includes('led')) db.exec('ALTER TABLE entry ADD COLUMN led TEXT')
  const ofNotes = columnsOf(db, 'memory_note')
  if (ofNotes.length > 0 && !ofNotes.includes('anchor'))
    db.exec('ALTER TABLE memory_note ADD COLUMN anchor INTEGER NOT NULL DEFAULT 0')
  if (columnsOf(db, 'actor').includes('timers')) return
  db.exec(`
    ALTER TABLE actor ADD COLUMN timers TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE actor ADD COLUMN due INTEGER;
    UPDATE actor SET
      due = (SELECT min(due) FROM timer WHERE timer.actor = actor.id),
      timers = (SELECT json_group_array(json_array(id, gen, due, CASE WHEN json_valid(event) THEN json(event) END) ORDER BY due, gen) FROM timer WHERE timer.actor = actor.id)
      WHERE id IN (SELECT actor FROM timer);
    DROP TABLE timer;`)
}

/** Of a version before: the next service that opens it brings it up to date. */
export const isOlder = (db: DatabaseSync): boolean => pragma(db, 'user_version') < schemaVersion

export type Store = DatabaseSync & { close(): void; files: StoreFiles }

/**
 * Opens the store at `path` and holds it until `close`, or the end of its `using`. `:memory:` keeps nothing.
 * Throws StoreError when the file cannot be opened, is no store of this version, or another process holds it.
 */
export function openDatabase(path: string): Store {
  const lock = path === ':memory:' ? undefined : hold(path)
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(path, { timeout: 5_000 })
    const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
    if (version > schemaVersion) {
      throw new Error(`it was written by a newer Chime (store version ${version}, this one knows ${schemaVersion})`)
    }
    // Of a new file: pages that are free can be given back a few at a time.
    db.exec('PRAGMA auto_vacuum = INCREMENTAL')
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32000')
    shrinkableIfSmall(db)
    db.exec('BEGIN IMMEDIATE')
    db.exec(schema)
    raiseSchema(db)
    db.exec(schemaOnTop)
    db.exec(runTapeSchema)
    db.exec(`PRAGMA user_version = ${schemaVersion}; COMMIT`)
    db.exec(`PRAGMA busy_timeout = ${busyMs}`)
    lock?.confirm()
    const closeFile = db.close.bind(db)
    const close = (): void => {
      closeFile()
      lock?.release()
    }
    const files = storeFiles(db, lock && { path: lock.file, fd: lock.fd })
    return Object.assign(db, { files, close, [Symbol.dispose]: close })
  } catch (error) {
    db?.close()
    lock?.release()
    throw explained(path, error)
  }
}

/** Whether free pages can be given back a few at a time: those of older stores cannot. */
export const isShrinkable = (db: DatabaseSync): boolean => pragma(db, 'auto_vacuum') === 2

/** Rewrites an older store so that they can. Throws when there is no room for a copy. */
export function makeShrinkable(db: DatabaseSync): void {
  if (!isShrinkable(db)) db.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM')
}

function shrinkableIfSmall(db: DatabaseSync): void {
  if (pragma(db, 'page_count') * pragma(db, 'page_size') > convertedBytes) return
  try {
    makeShrinkable(db)
  } catch {
    // It stays as it is: what is free in it is written again.
  }
}

const pragma = (db: DatabaseSync, name: string): number => Number(db.prepare(`PRAGMA ${name}`).get()?.[name])

const columnsOf = (db: DatabaseSync, table: string): string[] =>
  db
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map((row) => String(row['name']))

/** Opens the store for reading only, beside a running service. Throws StoreError. */
export function openForReading(path: string): DatabaseSync {
  try {
    const db = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
    db.prepare('SELECT count(*) FROM actor').get()
    return db
  } catch (error) {
    throw explained(path, error)
  }
}

// Level by level: on file systems that take no folders (as /proc) Node's recursive mkdir never returns.
function makeFolder(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

function hold(path: string): StoreLock {
  try {
    makeFolder(dirname(path))
    return lockStore(path)
  } catch (error) {
    if (error instanceof NoLock)
      throw new StoreError(
        `the store ${path} cannot be opened: ${error.message} is not the lock file that Chime makes; remove that (the store is not touched by it)`,
        { cause: error },
      )
    if (!(error instanceof Held)) throw explained(path, error)
    throw new StoreError(
      `the store ${path} is held by another Chime: stop that one, or set store.path (CHIME_DATA) to another place`,
      { cause: error },
    )
  }
}

/** A problem with the store as a person can act on it. */
export function explained(path: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error
  const message = error instanceof Error ? error.message : String(error)
  if (/hard links|was replaced/.test(message)) return new StoreError(`the store ${path} cannot be opened: ${message}`)
  const step = /not a database|malformed|corrupt/i.test(message)
    ? 'move the file away (Chime then starts a new one) or restore a copy'
    : /newer Chime/.test(message)
      ? 'start that version, or set store.path (CHIME_DATA) to another place'
      : /is full/.test(message)
        ? 'make room on its disk, or set store.path (or the folder CHIME_DATA) to another place'
        : 'check that the folder may be written, or set store.path (or the folder CHIME_DATA) to another place'
  return new StoreError(`the store ${path} cannot be opened: ${message}; ${step}`, { cause: error })
}
