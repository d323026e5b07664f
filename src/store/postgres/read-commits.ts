// Rooms and their commits, for whoever follows them from another worker.
import type { Found } from './connection.ts'
import type { Ask } from './read-verdicts.ts'

export interface CommitName {
  room: string
  seq: number
  /** When Postgres took it, by the clock of the worker that handed it over, ms. */
  at: number
}

/** A place among all rooms: the one with the newest commit comes first. */
export type RoomPlace = readonly [hour: number, room: string]

export const readCommits = (ask: Ask) => ({
  /** The newest turns of a room after one, `most` at most, the oldest first; each as JSON. */
  turnsAfter: async (room: string, seq: number, most: number): Promise<string[]> =>
    (await ask('turnsAfter', [room, seq, most])).map(({ body }) => String(body)).toReversed(),
  /**
   * The commits after a cursor, `most` at most, as Postgres took them: of one room in its order, and none that comes later
   * stands before one that was read. 0 is before all; ask on from the cursor that comes back.
   */
  async commitsAfter(cursor: number, most: number): Promise<{ cursor: number; commits: CommitName[] }> {
    const found = await ask('commitsAfter', [cursor, most])
    return { cursor: Number(found.at(-1)?.['n'] ?? cursor), commits: found.map(nameOf) }
  },
  /** Behind everything that is there now. */
  async newestCursor(): Promise<number> {
    const [row] = await ask('newestCommit', [])
    return Number(row?.['n'] ?? 0)
  },
  /** When Postgres took the oldest commit that is there, ms. */
  async oldestCommit(): Promise<number | undefined> {
    const [row] = await ask('oldestCommit', [])
    return row && Number(row['at'])
  },
  /** Rooms after a place, whether anything that they left is there or not; the newest commit first, to the hour. */
  roomsAfter: async ([hour, room]: RoomPlace, most: number): Promise<RoomPlace[]> =>
    (await ask('roomsBefore', [hour, room, most])).map((row) => [Number(row['hour']), String(row['room'])] as const),
  /** Up to which seq rooms are durable; a room of which nothing is there has none. */
  durable: async (rooms: readonly string[]): Promise<Map<string, number>> =>
    new Map((await ask('commitOf', [rooms])).map(({ room, seq }) => [String(room), Number(seq)])),
})

const nameOf = ({ room, seq, at }: Found): CommitName => ({ room: String(room), seq: Number(seq), at: Number(at) })
