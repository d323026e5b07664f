// Files that people send to a room. They stand in the service's own store, in pieces: what a message carries is committed
// with it, copied and pruned with it, and a crash leaves nothing outside of it; a folder would need its own sweeping and
// its own backup. A piece is small enough to hold up nobody, and a file is never in memory as a whole until it is read.
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Prunable } from '../../store/prunable.ts'

/** A file that has arrived whole. */
export interface RoomFile {
  n: number
  id: string
  room: string
  name: string
  /** As its bytes say; '' where they do not. */
  mime: string
  bytes: number
  /** Id of the message that carries it; absent: none yet. */
  message?: string
}

/** The address of a file is its path in the API of the rooms. */
export const refOf = ({ room, id }: RoomFile): string => `/api/rooms/${room}/files/${id}`
export const idOf = (ref: string): string | undefined => /^\/api\/rooms\/[^/]+\/files\/([\w-]+)$/.exec(ref)?.[1]

export type Files = ReturnType<typeof openFiles>

const schema = `
  CREATE TABLE IF NOT EXISTS room_file (
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, room TEXT NOT NULL, name TEXT NOT NULL, at INTEGER NOT NULL,
    mime TEXT NOT NULL DEFAULT '', bytes INTEGER, message TEXT) STRICT;
  CREATE INDEX IF NOT EXISTS room_file_at ON room_file (at);
  CREATE INDEX IF NOT EXISTS room_file_unposted ON room_file (at, bytes) WHERE message IS NULL;
  CREATE TABLE IF NOT EXISTS room_file_piece (place INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT;
`

const hourMs = 60 * 60_000
/** A place is the number of the file times this, and the number of the piece. */
const mostPieces = 1_000
/** Files that no message carries yet; there may be no more of them. */
export const mostUnposted = 200
/** Of one file: one that is still arriving counts as so many. */
export const longestFile = 10_000_000
const sweptAtOnce = 20

export function openFiles(db: DatabaseSync) {
  db.exec(schema)
  const begin = db.prepare('INSERT INTO room_file (id, room, name, at) VALUES (?, ?, ?, ?)')
  const put = db.prepare('INSERT INTO room_file_piece (place, body) VALUES (?, ?)')
  const finish = db.prepare('UPDATE room_file SET mime = ?, bytes = ? WHERE n = ?')
  const one = db.prepare('SELECT * FROM room_file WHERE id = ? AND bytes IS NOT NULL')
  const piece = db.prepare('SELECT body FROM room_file_piece WHERE place = ?')
  const post = db.prepare(
    'UPDATE room_file SET message = ? WHERE id IN (SELECT value FROM json_each(?)) AND message IS NULL',
  )
  const unposted = db.prepare(
    `SELECT count(*) AS files, total(coalesce(bytes, ${longestFile})) AS bytes FROM
     (SELECT bytes FROM room_file INDEXED BY room_file_unposted WHERE message IS NULL LIMIT ${mostUnposted})`,
  )
  const left = db.prepare(
    `SELECT n FROM room_file INDEXED BY room_file_unposted WHERE message IS NULL AND at < ? ORDER BY at LIMIT ${sweptAtOnce}`,
  )
  const oldest = db.prepare('SELECT n, at FROM room_file ORDER BY at LIMIT 1')
  const all = db.prepare(`SELECT total(coalesce(bytes, ${longestFile})) AS bytes FROM room_file`)
  const removePieces = db.prepare('DELETE FROM room_file_piece WHERE place >= ? AND place < ?')
  const remove = db.prepare('DELETE FROM room_file WHERE n = ? RETURNING bytes')
  /** Of all files; read when it is asked for first. */
  let total: number | undefined

  const drop = (n: number): void => {
    removePieces.run(n * mostPieces, (n + 1) * mostPieces)
    const gone = remove.get(n)
    if (total !== undefined && gone) total -= Number(gone['bytes'] ?? longestFile)
  }
  const first = (): { n: number; at: number } | undefined => oldest.get() as { n: number; at: number } | undefined

  return {
    begin(room: string, name: string, at: number): Pick<RoomFile, 'n' | 'id' | 'name'> {
      const id = randomUUID()
      const n = Number(begin.run(id, room, name, at).lastInsertRowid)
      if (total !== undefined) total += longestFile
      return { n, id, name }
    },
    put(n: number, i: number, body: Uint8Array): void {
      put.run(n * mostPieces + i, body)
    },
    /** It is there, whole. */
    finish(n: number, { mime, bytes }: { mime: string; bytes: number }): void {
      finish.run(mime, bytes, n)
      if (total !== undefined) total += bytes - longestFile
    },
    drop,
    find(id: string): RoomFile | undefined {
      const row = one.get(id) as (Omit<RoomFile, 'message'> & { message: string | null }) | undefined
      if (!row) return undefined
      const { message, ...file } = row
      return { ...file, ...(message !== null && { message }) }
    },
    piece(n: number, i: number): Uint8Array<ArrayBuffer> | undefined {
      return piece.get(n * mostPieces + i)?.['body'] as Uint8Array<ArrayBuffer> | undefined
    },
    /** A message carries them from now on; inside of the transaction that stores it. */
    post: (ids: readonly string[], message: string): void => void post.run(message, JSON.stringify(ids)),
    /** Those that no message carries yet, some of them still arriving. */
    unposted: (): { files: number; bytes: number } => unposted.get() as { files: number; bytes: number },
    total: (): number => (total ??= Number(all.get()?.['bytes'])),
    /** Removes some of those that came before `before`, ms, and that no message carries: how many. */
    sweep(before: number): number {
      const gone = left.all(before).map((row) => Number(row['n']))
      for (const n of gone) drop(n)
      return gone.length
    },
    /** Removes the oldest one from before `before`, ms. */
    dropOldest(before: number): boolean {
      const file = first()
      if (!file || file.at >= before) return false
      drop(file.n)
      return true
    },
    /** A file is as old as its message. */
    oldRows: {
      table: 'room_file',
      neededMs: hourMs,
      // One file may be ten megabytes.
      step(before: number): number {
        const file = first()
        if (!file || file.at >= before) return 0
        drop(file.n)
        return 1
      },
      oldest: () => first()?.at,
      again: () => undefined,
    } satisfies Prunable,
  }
}
