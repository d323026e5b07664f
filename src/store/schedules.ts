// The schedules that the store has, by the keys of their charts.
import type { DatabaseSync } from 'node:sqlite'

const most = 5_000

/** Their keys begin with `#schedule/`; `0` is what follows `/`. */
export function openSchedules(db: DatabaseSync) {
  const keys = db.prepare(
    `SELECT key, body FROM actor WHERE key > '#schedule/' AND key < '#schedule0' ORDER BY key LIMIT ${most}`,
  )
  return {
    /** Keys and snapshots, as JSON. */
    all: () => keys.all() as unknown as { key: string; body: string }[],
  }
}
