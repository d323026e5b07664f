// Which bots an operator has paused everywhere.
import type { DatabaseSync } from 'node:sqlite'

export function openPauses(db: DatabaseSync) {
  const insert = db.prepare('INSERT OR IGNORE INTO pause (bot, at) VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM pause WHERE bot = ?')
  const all = db.prepare('SELECT bot FROM pause')
  // Groups ask at every load; the rows change with the transaction that writes them.
  let known: ReadonlySet<string> | undefined

  return {
    isPaused(bot: string): boolean {
      known ??= new Set(all.all().map((row) => String(row['bot'])))
      return known.has(bot)
    },
    /** Inside of the transaction that tells the groups. */
    set(bot: string, paused: boolean, at: number): void {
      known = undefined
      if (paused) insert.run(bot, at)
      else remove.run(bot)
    },
  }
}

export type Pauses = ReturnType<typeof openPauses>
