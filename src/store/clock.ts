// Where the service's time stands, for the next process to go on from, and how often the wall clock was set.
import type { DatabaseSync } from 'node:sqlite'

/** A moment as the store keeps it: what the next process goes on from. */
export interface KeptTime {
  /** Of the service, ms. */
  time: number
  /** The wall clock at that moment, ms. */
  wall: number
  /** Since the machine was started, ms; undefined: it could not be told. */
  uptime: number | undefined
  /** Which start of the machine that was; undefined: the system did not tell. */
  boot: string | undefined
}

/** The wall clock was set. */
export interface ClockJump {
  /** When it was noticed, by the wall clock as it was set, ms. */
  at: number
  /** How far forward it was set, ms; below 0: back. */
  byMs: number
}

/** What /health says of the service's clock. */
export interface ClockFigures {
  /** How far the service's time is ahead of the wall clock, ms; below 0: behind it. */
  aheadMs: number
  /** How often the wall clock was set, as far as the store remembers. */
  jumps: number
  lastJump?: ClockJump
}

export interface KeptJumps {
  count: number
  last: ClockJump
}

const schema = `
CREATE TABLE IF NOT EXISTS clock (
  one INTEGER PRIMARY KEY CHECK (one = 1), time INTEGER NOT NULL, wall INTEGER NOT NULL, uptime INTEGER, boot TEXT) STRICT;
CREATE TABLE IF NOT EXISTS clock_jump (
  one INTEGER PRIMARY KEY CHECK (one = 1), count INTEGER NOT NULL, at INTEGER NOT NULL, by_ms INTEGER NOT NULL) STRICT;
`

export function openClockStore(db: DatabaseSync) {
  db.exec(schema)
  const keep = db.prepare('INSERT OR REPLACE INTO clock (one, time, wall, uptime, boot) VALUES (1, ?, ?, ?, ?)')
  const noteJump = db.prepare(
    `INSERT INTO clock_jump (one, count, at, by_ms) VALUES (1, 1, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + 1, at = excluded.at, by_ms = excluded.by_ms`,
  )
  return {
    keep: ({ time, wall, uptime, boot }: KeptTime): void => void keep.run(time, wall, uptime ?? null, boot ?? null),
    noteJump: ({ at, byMs }: ClockJump): void => void noteJump.run(at, byMs),
  }
}

/** Reads without writing, also a store of before there was a clock in it. */
export function readClock(db: DatabaseSync): { kept?: KeptTime; jumps?: KeptJumps; newest?: number } {
  const [kept, jumps] = [rowOf(db, 'clock'), rowOf(db, 'clock_jump')]
  const newest = newestIn(db, kept !== undefined)
  return {
    ...(kept && {
      kept: {
        time: Number(kept['time']),
        wall: Number(kept['wall']),
        uptime: (kept['uptime'] as number | null) ?? undefined,
        boot: (kept['boot'] as string | null) ?? undefined,
      },
    }),
    ...(jumps && {
      jumps: { count: Number(jumps['count']), last: { at: Number(jumps['at']), byMs: Number(jumps['by_ms']) } },
    }),
    ...(newest !== undefined && { newest }),
  }
}

function rowOf(db: DatabaseSync, table: string): Record<string, unknown> | undefined {
  const isThere = db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(table)
  return isThere && db.prepare(`SELECT * FROM ${table}`).get()
}

// The last entry is the newest since there is one time for all; in a store of before any group may be ahead.
function newestIn(db: DatabaseSync, hasOneTime: boolean): number | undefined {
  const newest = hasOneTime ? 'SELECT at FROM entry ORDER BY n DESC LIMIT 1' : 'SELECT max(at) AS at FROM actor'
  return (db.prepare(newest).get()?.['at'] as number | null | undefined) ?? undefined
}
