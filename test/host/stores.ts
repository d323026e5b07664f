// Stores for tests: in memory, or a file that one process leaves behind for the next.
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../../src/store/database.ts'
import { folder } from '../world/folders.ts'

/** Opens the same file again and again. */
export function storeFile() {
  const path = join(folder(), 'chime.db')
  return () => closedAfterTest(path)
}

export const inMemory = () => closedAfterTest(':memory:')

function closedAfterTest(path: string) {
  const db = openDatabase(path)
  onTestFinished(() => (db.isOpen ? db.close() : undefined))
  return db
}

/** Stands before the statements that begin so. */
export function watchStatements(db: DatabaseSync, before: Readonly<Record<string, (run: () => void) => void>>): void {
  const prepare = db.prepare.bind(db)
  db.prepare = (sql) => {
    const statement = prepare(sql)
    const watched = Object.entries(before).find(([word]) => sql.startsWith(word))?.[1]
    if (!watched) return statement
    const run = statement.run.bind(statement)
    statement.run = () => {
      watched(() => void run())
      return { changes: 0, lastInsertRowid: 0 }
    }
    return statement
  }
}

/** How many of the transactions that are prepared from now on have come so far: `BEGIN`, `COMMIT`. */
export function counted(db: DatabaseSync, word = 'COMMIT'): () => number {
  let count = 0
  watchStatements(db, {
    [word](run) {
      count += 1
      run()
    },
  })
  return () => count
}
