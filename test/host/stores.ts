// Stores for tests: in memory, or a file that one process leaves behind for the next.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'

/** Opens the same file again and again. */
export function storeFile() {
  const folder = mkdtempSync(join(tmpdir(), 'chime-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return () => closedAfterTest(join(folder, 'chime.db'))
}

export const inMemory = () => closedAfterTest(':memory:')

function closedAfterTest(path: string) {
  const db = openDatabase(path)
  onTestFinished(() => (db.isOpen ? db.close() : undefined))
  return db
}
