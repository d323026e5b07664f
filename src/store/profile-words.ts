// The everyday words of every profile that was ever asked about, by its hash, and the calls that came to nothing.
import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './transaction.ts'

/** What is known of a profile. */
export interface KnownProfile {
  /** Undefined until a call gave some. */
  words?: string[]
  /** Calls so far, those that a crash ended included. */
  tries: number
  /** Start of the last one, ms. */
  at: number
}

const schema = `
CREATE TABLE IF NOT EXISTS profile_words (
  bot TEXT NOT NULL, hash TEXT NOT NULL, at INTEGER NOT NULL, tries INTEGER NOT NULL, words TEXT,
  PRIMARY KEY (bot, hash)) STRICT, WITHOUT ROWID;
`
/** Profiles of one bot that are kept: a persona that is changed back costs no call. */
const mostKept = 10
/** Where bots alone talk, no line of a person may be near. */
const mostLookedAt = 1_000

export function openWordStore(db: DatabaseSync) {
  db.exec(schema)
  const one = db.prepare('SELECT at, tries, words FROM profile_words WHERE bot = ? AND hash = ?')
  const begin = db.prepare(
    `INSERT INTO profile_words (bot, hash, at, tries) VALUES (?, ?, ?, 1)
     ON CONFLICT DO UPDATE SET at = excluded.at, tries = tries + 1`,
  )
  const drop = db.prepare(
    `DELETE FROM profile_words WHERE bot = ?1 AND hash NOT IN
     (SELECT hash FROM profile_words WHERE bot = ?1 ORDER BY at DESC LIMIT ${mostKept})`,
  )
  const put = db.prepare('UPDATE profile_words SET words = ? WHERE bot = ? AND hash = ?')
  const lines = db.prepare(
    `SELECT text FROM (SELECT bot, refused, text FROM message ORDER BY n DESC LIMIT ${mostLookedAt})
     WHERE bot = 0 AND refused IS NOT 1 LIMIT +?`,
  )

  return {
    known(bot: string, hash: string): KnownProfile | undefined {
      const row = one.get(bot, hash)
      if (!row) return undefined
      const { at, tries, words } = row
      return {
        at: Number(at),
        tries: Number(tries),
        ...(words !== null && { words: JSON.parse(String(words)) as string[] }),
      }
    },
    begin(bot: string, hash: string, at: number): void {
      begin.run(bot, hash, at)
      drop.run(bot)
    },
    put: (bot: string, hash: string, words: readonly string[]): void => void put.run(JSON.stringify(words), bot, hash),
    /** What people who are served said last, anywhere. */
    newestLines: (most: number): string[] => lines.all(most).map(({ text }) => String(text)),
    /** What `work` writes is stored whole or not at all. */
    together: (work: () => void): void => inTransaction(db, work),
  }
}
