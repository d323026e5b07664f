// A store that refuses one kind of write, as a full disk would.
import { DatabaseSync } from 'node:sqlite'

const full = 'database or disk is full'

/** Refuses by another connection, as `INSERT ON outbox WHEN new.turn = 2`, until the returned function is called. */
export function refusing(store: string, what: string): () => void {
  const [on, when] = what.split(' WHEN ')
  const run = (sql: string) => {
    const db = new DatabaseSync(store, { timeout: 5_000 })
    db.exec(sql)
    db.close()
  }
  const fault = `"refuse ${what}"`
  run(`CREATE TRIGGER ${fault} BEFORE ${on} ${when ? `WHEN ${when}` : ''} BEGIN SELECT RAISE(ABORT, '${full}'); END`)
  return () => run(`DROP TRIGGER ${fault}`)
}

/** The step that a job's answer leads to. */
export const answersOf = {
  compose: "INSERT ON entry WHEN new.body LIKE '%output%similarity%'",
  failedSend: "INSERT ON entry WHEN new.body LIKE '%error%'",
  deliver: "INSERT ON entry WHEN new.body LIKE '%output%' AND new.body NOT LIKE '%similarity%'",
}
