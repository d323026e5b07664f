// What each job under way may have cost by now, written down before its request leaves: a crash charges that.
import { readFileSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { lightly } from './transaction.ts'

/**
 * A mark is committed without a sync to the disk, at a fifth of the price: it outlives the process, which is what a crash
 * ends, but not the machine. So the store knows under which boot its marks were made; those of another are not believed.
 */
const schema = 'CREATE TABLE IF NOT EXISTS boot (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL) STRICT'

/** `bootId`: the same until the machine starts anew; '' where the system does not tell. */
export function openCallMarks(db: DatabaseSync, bootId = bootOfThisMachine()) {
  db.exec(schema)
  const mark = db.prepare('UPDATE job SET begun = ? WHERE actor = ? AND id = ? AND gen = ?')
  const boot = db.prepare('SELECT id FROM boot WHERE one = 1')
  const putBoot = db.prepare('INSERT OR REPLACE INTO boot (one, id) VALUES (1, ?)')

  return {
    /** False when the job is over. Throws what the store throws. */
    mark(job: { actor: number; id: string; gen: number }, tokens: number): boolean {
      // Its mark would be undone with the transaction.
      if (db.isTransaction) throw new Error('a call cannot be marked within a transaction')
      return lightly(db, () => mark.run(Math.ceil(tokens), job.actor, job.id, job.gen).changes === 1)
    },
    /** Whether the marks that stand there are whole. */
    areWhole: (): boolean => bootId !== '' && boot.get()?.['id'] === bootId,
    /** From now on marks are of this boot. */
    begin: (): void => void putBoot.run(bootId),
  }
}

function bootOfThisMachine(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}
