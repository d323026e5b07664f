// Whose tapes there are: a row for each bot in each group, with how much stands on it and where a context begins.
import type { DatabaseSync } from 'node:sqlite'

export type TapePlaces = ReturnType<typeof openTapePlaces>

export interface TapePlace {
  n: number
  key: string
  /** A context begins after this row. */
  since: number
  /** Rows up to here are gone. */
  floor: number
}

export interface TapeInfo {
  entries: number
  anchors: number
  /** Estimated, of what is in force since the last anchor. */
  tokens: number
  /** Of the bodies. */
  bytes: number
}

const columns = 'n, key, since, floor'
const mostAnchorsCounted = 1_000
const mostPlaces = 10_000

export function openTapePlaces(db: DatabaseSync) {
  const sql = (text: string) => db.prepare(text)
  const find = sql(`SELECT ${columns} FROM tape_place WHERE key = ?`)
  const one = sql(`SELECT ${columns} FROM tape_place WHERE n = ?`)
  const make = sql('INSERT OR IGNORE INTO tape_place (key) VALUES (?)')
  const inRoom = sql(`SELECT ${columns} FROM tape_place WHERE substr(key, instr(key, ' ') + 1) = ?`)
  const tear = sql('UPDATE tape_place SET torn = torn + 1 WHERE n = ?')
  const begin = sql(
    `UPDATE tape_place SET since = ?1, tokens = (SELECT coalesce(sum(tokens), 0) FROM tape INDEXED BY tape_merged
       WHERE place = ?2 AND state = 1 AND n > ?1) WHERE n = ?2`,
  )
  const raise = sql(
    'UPDATE tape_place SET floor = ?1, since = max(since, ?1), tokens = iif(since < ?1, 0, tokens), torn = torn + 1 WHERE n = ?2 AND floor < ?1',
  )
  const figures = sql('SELECT entries, bytes, tokens FROM tape_place WHERE n = ?')
  const anchors = sql(
    `SELECT count(*) AS n FROM (SELECT 1 FROM tape INDEXED BY tape_anchor
       WHERE place = ? AND state = 1 AND kind = 'anchor' AND n > ? LIMIT ${mostAnchorsCounted})`,
  )
  const list = sql(`SELECT ${columns}, entries FROM tape_place ORDER BY n LIMIT ${mostPlaces}`)

  const of = (key: string): TapePlace | undefined => placeOf(find.get(key))

  return {
    of,
    row: (n: number): TapePlace => placeOf(one.get(n)) ?? { n, key: '', since: 0, floor: 0 },
    /** Its number; one that is not there yet is made. */
    made(key: string): number {
      const known = of(key)
      return known ? known.n : Number(make.run(key).lastInsertRowid)
    },
    /** Of all bots of a room. */
    inRoom: (room: string): TapePlace[] => inRoom.all(room).flatMap((found) => placeOf(found) ?? []),
    /** A row that the mirror may have says something else now. */
    tear: (place: number): void => void tear.run(place),
    /** A context begins after this row. */
    beginAt: (place: number, n: number): void => void begin.run(n, place),
    /** What stands there up to this row is gone. */
    raiseFloor: (place: number, n: number): void => void raise.run(n, place),
    info(key: string): TapeInfo | undefined {
      const place = of(key)
      const row = place && figures.get(place.n)
      if (!row) return undefined
      const count = Number(anchors.get(place.n, place.floor)?.['n'])
      return {
        entries: Number(row['entries']),
        anchors: count,
        tokens: Number(row['tokens']),
        bytes: Number(row['bytes']),
      }
    },
    /** Keys of all tapes, in the order in which they were begun. */
    all: (): string[] => list.all().map(({ key }) => String(key)),
  }
}

const placeOf = (row: Record<string, unknown> | undefined): TapePlace | undefined =>
  row && { n: Number(row['n']), key: String(row['key']), since: Number(row['since']), floor: Number(row['floor']) }
