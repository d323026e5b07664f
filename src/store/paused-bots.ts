// Which bots an operator has paused everywhere.
import type { DatabaseSync } from 'node:sqlite'

export function openPausedBots(db: DatabaseSync) {
  const insert = db.prepare('INSERT OR IGNORE INTO pause (bot, at) VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM pause WHERE bot = ?')
  const one = db.prepare('SELECT 1 FROM pause WHERE bot = ?')

  return {
    // Asked anew each time: what was remembered would outlive a transaction that is rolled back.
    isPaused: (bot: string): boolean => one.get(bot) !== undefined,
    /** Inside of the transaction that tells the groups. */
    set(bot: string, paused: boolean, at: number): void {
      if (paused) insert.run(bot, at)
      else remove.run(bot)
    },
  }
}

export type PausedBots = ReturnType<typeof openPausedBots>
