// Stores for tests: in memory, or a file that one process leaves behind for the next.
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
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
