// Tables that give up their oldest rows a few at a time, with what of them is still needed left where it is.
import type { DatabaseSync } from 'node:sqlite'

/** One table's old rows. */
export interface Prunable {
  table: string
  /** Whatever room is short: what is younger than this stays, ms. Infinity: it goes by its age alone. */
  neededMs: number
  /**
   * Looks at no more than `most` rows, and removes those from before `before`, ms, that are not needed. How many it
   * looked at: 0 when nothing is left to look at.
   */
  step(before: number, most: number): number
  /** Time of the oldest row that was not looked at yet, ms. */
  oldest(): number | undefined
  /** Looks at what was left over once more: it may be needed no longer. */
  again(): void
}

interface RowOrder {
  table: string
  /** The integer key that grows with every row. */
  key: string
  time: string
  neededMs: number
  /** SQL about `row`: it stays however old it is. Reads no more rows the more there are. */
  stays?: string
}

/** Walks through a table from its first row on, and goes on where it stopped. */
export function inRowOrder(db: DatabaseSync, { table, key, time, neededMs, stays = 'FALSE' }: RowOrder): Prunable {
  const look = db.prepare(
    `SELECT ${key} AS key, ${time} AS time, iif(${time} < :before, ${stays}, 1) AS stays FROM ${table} AS row
     WHERE ${key} > :cursor ORDER BY ${key} LIMIT :most`,
  )
  const remove = db.prepare(`DELETE FROM ${table} WHERE ${key} IN (SELECT value FROM json_each(?))`)
  const next = db.prepare(`SELECT ${time} AS time FROM ${table} WHERE ${key} > ? ORDER BY ${key} LIMIT 1`)
  let cursor = 0
  return {
    table,
    neededMs,
    step(before, most) {
      const rows = look
        .all({ cursor, before, most })
        .map((row) => ({ key: Number(row['key']), time: Number(row['time']), stays: row['stays'] === 1 }))
      if (rows.every((row) => row.time >= before)) return 0
      const firstYoung = rows.findIndex((row) => row.time >= before)
      // Rows from a time when the clock was ahead must not stand in the way.
      const seen = firstYoung > 0 ? rows.slice(0, firstYoung) : rows
      const gone = seen.filter((row) => !row.stays).map((row) => row.key)
      if (gone.length > 0) remove.run(JSON.stringify(gone))
      cursor = seen.at(-1)?.key ?? cursor
      return seen.length
    },
    oldest: () => numberIn(next.get(cursor)?.['time']),
    again: () => void (cursor = 0),
  }
}

interface TimeOrder {
  table: string
  /** Its primary key. */
  columns: string
  /** It must be indexed. Rows with 0 have no age. */
  time: string
  /** What the time is counted in, ms. */
  unitMs?: number
  neededMs: number
  /** SQL for a time: rows from then on stay. */
  until?: string
  /** SQL about `row`: it stays however old it is. Such rows must be few. */
  stays?: string
}

/** For tables whose rows have no order but that of their times. */
export function inTimeOrder(
  db: DatabaseSync,
  { table, columns, time, unitMs = 1, neededMs, until, stays = 'FALSE' }: TimeOrder,
): Prunable {
  const before = until === undefined ? '?' : `min(?, ${until})`
  const remove = db.prepare(
    `DELETE FROM ${table} WHERE (${columns}) IN
     (SELECT ${columns} FROM ${table} AS row WHERE ${time} > 0 AND ${time} < ${before} AND NOT (${stays}) ORDER BY ${time} LIMIT +?)`,
  )
  const first = db.prepare(`SELECT min(${time}) AS time FROM ${table} WHERE ${time} > 0`)
  return {
    table,
    neededMs,
    step: (age, most) => Number(remove.run(Math.floor(age / unitMs), most).changes),
    oldest() {
      const units = numberIn(first.get()?.['time'])
      return units === undefined ? undefined : units * unitMs
    },
    again: () => undefined,
  }
}

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
