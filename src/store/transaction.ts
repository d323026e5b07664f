// What is written whole or not at all, and what need not wait for the disk.
import type { DatabaseSync } from 'node:sqlite'

/** No transaction may be under way. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const done = work()
    db.exec('COMMIT')
    return done
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/** Does not wait for the disk: what was written may be undone by a loss of power, until a later write waits. */
export function lightly<T>(db: DatabaseSync, work: () => T): T {
  // A prepared PRAGMA would be carried out when it is prepared.
  db.exec('PRAGMA synchronous = NORMAL')
  try {
    return work()
  } finally {
    db.exec('PRAGMA synchronous = FULL')
  }
}
