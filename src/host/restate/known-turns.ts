// Which turns of rooms a worker's store tells of: all up to one, and some beyond it while those between cannot be read.
import type { DatabaseSync } from 'node:sqlite'

export interface KnownTurns {
  /** Up to which turn all of a room is known. */
  known(room: string): number
  has(room: string, turn: number): boolean
  /** Inside of the transaction that writes the turn. */
  add(room: string, turn: number): void
  /** What is older than the next one will not be read. */
  passOver(room: string, turn: number): void
  /** Rooms with a gap, some of them, and the newest turn that is known of each. */
  gaps(most: number): { room: string; turn: number }[]
}

/** No tables of a store that keeps its rooms itself. */
const schema = `
  CREATE TABLE IF NOT EXISTS room_turn (room TEXT PRIMARY KEY, turn INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS room_turn_ahead (
    room TEXT NOT NULL, turn INTEGER NOT NULL, PRIMARY KEY (room, turn)) STRICT, WITHOUT ROWID;
`

export function openKnownTurns(db: DatabaseSync): KnownTurns {
  db.exec(schema)
  const get = db.prepare('SELECT turn FROM room_turn WHERE room = ?')
  const set = db.prepare('INSERT OR REPLACE INTO room_turn (room, turn) VALUES (?, ?)')
  const isAhead = db.prepare('SELECT 1 FROM room_turn_ahead WHERE room = ? AND turn = ?')
  const ahead = db.prepare('INSERT OR IGNORE INTO room_turn_ahead (room, turn) VALUES (?, ?)')
  const firstAhead = db.prepare('SELECT turn FROM room_turn_ahead WHERE room = ? ORDER BY turn LIMIT 1')
  const reached = db.prepare('DELETE FROM room_turn_ahead WHERE room = ? AND turn <= ?')
  const gaps = db.prepare('SELECT room, max(turn) AS turn FROM room_turn_ahead GROUP BY room LIMIT +?')
  const known = (room: string): number => Number(get.get(room)?.['turn'] ?? 0)

  function reach(room: string, turn: number): void {
    let whole = turn
    reached.run(room, whole)
    for (;;) {
      const next = Number(firstAhead.get(room)?.['turn'] ?? Infinity)
      if (next !== whole + 1) break
      whole = next
      reached.run(room, whole)
    }
    set.run(room, whole)
  }

  return {
    known,
    has: (room, turn) => turn <= known(room) || isAhead.get(room, turn) !== undefined,
    add(room, turn) {
      if (turn === known(room) + 1) reach(room, turn)
      else if (turn > known(room)) ahead.run(room, turn)
    },
    passOver(room, turn) {
      if (turn > known(room)) reach(room, turn)
    },
    gaps: (most) => gaps.all(most).map(({ room, turn }) => ({ room: String(room), turn: Number(turn) })),
  }
}
