// What a store knows of a move that it is part of: who opens it next does not live in two houses at once.
import type { DatabaseSync } from 'node:sqlite'

export interface MoveMark {
  id: string
  /** Of this store: rooms leave it, or come to it. */
  direction: 'out' | 'in'
  isDone: boolean
  /** Rooms up to this one have moved. */
  cursor: string
}

const isThere = (db: DatabaseSync): boolean =>
  db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'house_move'").get() !== undefined

export function readMark(db: DatabaseSync): MoveMark | undefined {
  const row = isThere(db) ? db.prepare('SELECT id, direction, done, cursor FROM house_move').get() : undefined
  return (
    row && {
      id: String(row['id']),
      direction: row['direction'] === 'in' ? 'in' : 'out',
      isDone: row['done'] === 1,
      cursor: String(row['cursor']),
    }
  )
}

export function putMark(db: DatabaseSync, { id, direction, isDone, cursor }: MoveMark): void {
  db.exec(`CREATE TABLE IF NOT EXISTS house_move (
    one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL, direction TEXT NOT NULL, done INTEGER NOT NULL,
    cursor TEXT NOT NULL) STRICT`)
  db.prepare('INSERT OR REPLACE INTO house_move (one, id, direction, done, cursor) VALUES (1, ?, ?, ?, ?)').run(
    id,
    direction,
    isDone ? 1 : 0,
    cursor,
  )
}

export const forgetMark = (db: DatabaseSync): void => db.exec('DROP TABLE IF EXISTS house_move')

/** Throws where the rooms of this store live elsewhere, or are on their way. */
export function refuseMoved(db: DatabaseSync, isWorker: boolean): void {
  const mark = readMark(db)
  if (!mark || (!isWorker && mark.direction === 'in' && mark.isDone)) return
  const path = db.location()
  if (!mark.isDone)
    throw new Error(
      `a move ${mark.direction === 'out' ? 'out of' : 'into'} ${path} was cut off: run \`chime migrate\` again as before, then start`,
    )
  throw new Error(
    isWorker
      ? `${path} has had rooms of its own, which have moved: give each worker a folder of its own with CHIME_DATA`
      : `the rooms of ${path} have moved to a cluster: start with --host restate and another CHIME_DATA, or bring them back with \`chime migrate --from cluster\``,
  )
}
