// The durable rooms of the web channel: every message is a row before anybody hears of it (R10, S5).
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { isMedia, type Part } from '../../language/parts.ts'
import { inRowOrder } from '../../store/prunable.ts'
import { inTransaction } from '../../store/transaction.ts'
import type { OutboundReply } from '../channel.ts'
import type { RoomEdit, RoomMessage } from './contract.ts'
import { idOf, openFiles } from './files.ts'

export type { RoomEdit, RoomMessage } from './contract.ts'

/** `key` makes a bot's reply unique: the second post with it is the first (S5). */
export type NewMessage = Omit<RoomMessage, 'seq'> & { key?: string }

type Overheard = Omit<NewMessage, 'key' | 'parts'>

type Rewritten = Pick<RoomMessage, 'room' | 'sender' | 'text' | 'ts'> & { message: string }

export type Rooms = ReturnType<typeof openRooms>

const schema = `
  CREATE TABLE IF NOT EXISTS room_message (
    seq INTEGER PRIMARY KEY,
    room TEXT NOT NULL,
    id TEXT NOT NULL,
    key TEXT,
    sender TEXT NOT NULL,
    name TEXT NOT NULL,
    bot INTEGER NOT NULL,
    text TEXT NOT NULL,
    type TEXT,
    reply_to TEXT,
    ts INTEGER NOT NULL,
    meta TEXT,
    taken INTEGER NOT NULL DEFAULT 0,
    parts TEXT,
    UNIQUE (room, id),
    UNIQUE (room, sender, key)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS room_message_by_room ON room_message (room, seq);
  CREATE INDEX IF NOT EXISTS room_message_untaken ON room_message (seq) WHERE taken = 0;
`

const hourMs = 60 * 60_000

/** Opens the rooms in a database that somebody else owns and closes. */
export function openRooms(db: DatabaseSync) {
  db.exec(schema)
  addParts(db)
  const files = openFiles(db)
  const insert = db.prepare(
    `INSERT INTO room_message (room, id, key, sender, name, bot, text, type, reply_to, ts, meta, parts, taken)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING *`,
  )
  const overhear = db.prepare(
    `INSERT INTO room_message (room, id, sender, name, bot, text, type, reply_to, ts, taken)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1) ON CONFLICT DO NOTHING`,
  )
  // The number of a last row that was removed would be given again, and who follows the room would not hear of it.
  const unreact = db.prepare(
    `UPDATE room_message SET type = 'gone', id = 'gone ' || seq, text = ''
     WHERE room = ? AND id = ? AND type = 'reaction' AND taken = 1`,
  )
  const same = db.prepare('SELECT * FROM room_message WHERE room = ? AND ((sender = ? AND key = ?) OR id = ?)')
  const posted = db.prepare('SELECT * FROM room_message WHERE room = ? AND sender = ? AND key = ?')
  const one = db.prepare('SELECT * FROM room_message WHERE room = ? AND id = ?')
  const rewrite = db.prepare(
    'UPDATE room_message SET text = ?1 WHERE room = ?2 AND id = ?3 AND sender = ?4 AND bot = 1 AND text <> ?1',
  )
  const isLine = "ifnull(type, '') NOT IN ('edit', 'gone')"
  const changes = db.prepare(
    "SELECT * FROM room_message WHERE room = ? AND seq > ? AND type IS NOT 'gone' ORDER BY seq LIMIT +?",
  )
  const after = db.prepare(`SELECT * FROM room_message WHERE room = ? AND seq > ? AND ${isLine} ORDER BY seq LIMIT +?`)
  const newest = db.prepare(
    `SELECT * FROM (SELECT * FROM room_message WHERE room = ? AND ${isLine} ORDER BY seq DESC LIMIT +?) ORDER BY seq`,
  )
  // Without the hint the planner takes the index of rooms, and reads all that they ever said.
  const waiting = db.prepare(
    'SELECT * FROM room_message INDEXED BY room_message_untaken WHERE taken = 0 AND seq > ? ORDER BY seq LIMIT +?',
  )
  const taken = db.prepare('SELECT 1 FROM room_message WHERE seq = ? AND taken = 1')
  const mark = db.prepare('UPDATE room_message SET taken = 1 WHERE seq IN (SELECT value FROM json_each(?))')
  const remove = db.prepare('DELETE FROM room_message WHERE seq = ?')
  const marked = new Set<number>()
  /** What waits up to here is marked, or of a room that nobody asks for. */
  let passed = 0
  /** False: nothing waits beyond that, as the last look has shown. */
  let mayWait = true
  const writeMarks = (): void => void mark.run(JSON.stringify([...marked]))

  /** Inside of a transaction where it carries files: they are its own with it, or not at all. */
  const write = (message: NewMessage, isTaken: 0 | 1) => {
    // `get` would stop at the row and never hear that the commit after it failed.
    const [row] = insert.all(...valuesOf(message), isTaken)
    const ids = (message.parts ?? []).flatMap((part) => (isMedia(part) && part.ref ? (idOf(part.ref) ?? []) : []))
    if (row && ids.length > 0) files.post(ids, message.id)
    return row
  }

  /** One transaction, and so one wait for the disk, for the marks and the message. */
  const withMarks = <T>(work: () => T, isOne = true): T => {
    if (marked.size === 0 && isOne) return work()
    const result = inTransaction(db, () => {
      writeMarks()
      return work()
    })
    marked.clear()
    return result
  }

  return {
    /** Stores a message, or finds the one posted before under the same id or key: then `created` is false. */
    post(message: NewMessage): { message: RoomMessage; created: boolean } {
      const { room, sender, key = null, id } = message
      mayWait = true
      const row = withMarks(() => write(message, 0), message.parts === undefined)
      // The number of a last row that was removed is given again.
      if (row) passed = Math.min(passed, Number(row['seq']) - 1)
      return { message: toMessage(row ?? same.get(room, sender, key, id)), created: row !== undefined }
    },
    /** Stores a message that is handed in within the same transaction, and is taken with it. Must not be known. */
    postTaken: (message: NewMessage): RoomMessage => toMessage(write(message, 1)),
    /** Whether one stands under its id or key. */
    isKnown: ({ room, sender, key, id }: NewMessage): boolean => same.get(room, sender, key ?? null, id) !== undefined,
    /** A message that came another way and needs no handing in; inside of somebody's transaction. False: it stands here. */
    overhear: ({ room, id, sender, name, bot, text, type, replyTo, ts }: Overheard): boolean =>
      overhear.run(room, id, sender, name, bot ? 1 : 0, text, type ?? null, replyTo ?? null, ts).changes > 0,
    /**
     * Other words for a bot's own message, and a row that tells of them to whoever follows the room, later too. False: it says
     * so already; undefined: it is not there.
     */
    edit({ room, message, sender, text, ts }: Rewritten): boolean | undefined {
      const found = one.get(room, message) as Row | undefined
      if (found?.sender !== sender || found.bot !== 1) return undefined
      return inTransaction(db, () => {
        const isOther = rewrite.run(text, room, message, sender).changes > 0
        if (isOther) overhear.run(room, randomUUID(), sender, found.name, 1, text, 'edit', message, ts)
        return isOther
      })
    },
    /** The one with this id. */
    find(room: string, id: string): RoomMessage | undefined {
      const row = one.get(room, id)
      return row && toMessage(row)
    },
    files,
    /** False: none stands under this id. */
    removeReaction: (room: string, id: string): boolean => unreact.run(room, id).changes > 0,
    /** Ascending by seq: those after `after`, or the newest when it is absent. */
    list: (room: string, page: { after?: number | undefined; limit: number }): RoomMessage[] =>
      (page.after === undefined ? newest.all(room, page.limit) : after.all(room, page.after, page.limit)).map(
        toMessage,
      ),
    /** The same with what bots have put other words to. */
    changes: (room: string, { after: seq, limit }: { after: number; limit: number }): (RoomMessage | RoomEdit)[] =>
      changes
        .all(room, seq, limit)
        .map((row) => (row['type'] === 'edit' ? toEdit(row as unknown as Row) : toMessage(row))),
    /** A bot's reply that was posted under this key. */
    postedAs(room: string, sender: string, key: string): RoomMessage | undefined {
      const row = posted.get(room, sender, key)
      return row && toMessage(row)
    },
    /** The oldest messages of these rooms that the service has not taken yet. */
    untaken(rooms: Pick<ReadonlySet<string>, 'has'>, limit: number): RoomMessage[] {
      if (!mayWait) return []
      const found: RoomMessage[] = []
      for (let last = passed; found.length < limit;) {
        const rows = waiting.all(last, limit)
        for (const row of rows) {
          last = Number(row['seq'])
          if (rooms.has(String(row['room'])) && !marked.has(last)) found.push(toMessage(row))
          else if (found.length === 0) passed = last
        }
        if (rows.length < limit) break
      }
      mayWait = found.length > 0
      return found.slice(0, limit)
    },
    isTaken: (seq: number): boolean => marked.has(seq) || taken.get(seq) !== undefined,
    /** Noted at once, written with the next post: a mark that a crash takes is made good by the service's own dedupe. */
    markTaken: (seqs: readonly number[]): void => seqs.forEach((seq) => marked.add(seq)),
    /** Writes the marks. */
    flush: (): void => withMarks(() => {}),
    /** Writes a message and takes it away again, on disk: throws when nothing can be posted. */
    tryOut: (): void =>
      inTransaction(db, () => {
        const [row] = insert.all('', randomUUID(), null, '', '', 0, '', null, null, 0, null, null, 0)
        remove.run((row as unknown as Row).seq)
      }),
    /** Messages that the service has taken. */
    oldRows: inRowOrder(db, {
      table: 'room_message',
      key: 'seq',
      time: 'ts',
      neededMs: hourMs,
      stays: 'row.taken = 0',
    }),
  }
}

/** Of stores of before. */
function addParts(db: DatabaseSync): void {
  const there = db.prepare("SELECT 1 FROM pragma_table_info('room_message') WHERE name = 'parts'").get()
  if (!there) db.exec('ALTER TABLE room_message ADD COLUMN parts TEXT')
}

function valuesOf(message: NewMessage) {
  const { room, id, sender, name, bot, text, ts, meta, parts } = message
  const { key, type, replyTo } = { key: null, type: null, replyTo: null, ...message }
  const [metaText, partsText] = [meta, parts].map((value) => (value ? JSON.stringify(value) : null))
  return [room, id, key, sender, name, bot ? 1 : 0, text, type, replyTo, ts, metaText ?? null, partsText ?? null]
}

interface Row {
  seq: number
  room: string
  id: string
  sender: string
  name: string
  bot: number
  text: string
  type: OutboundReply['type'] | null
  reply_to: string | null
  ts: number
  meta: string | null
  parts: string | null
}

const toEdit = ({ seq, reply_to, text }: Row): RoomEdit => ({ seq, edits: reply_to ?? '', text })

function toMessage(columns: unknown): RoomMessage {
  const row = columns as Row
  return {
    seq: row.seq,
    room: row.room,
    id: row.id,
    sender: row.sender,
    name: row.name,
    bot: row.bot === 1,
    text: row.text,
    ...(row.type !== null && { type: row.type }),
    ...(row.reply_to !== null && { replyTo: row.reply_to }),
    ts: row.ts,
    ...(row.meta !== null && { meta: JSON.parse(row.meta) as OutboundReply['meta'] }),
    ...(row.parts !== null && { parts: JSON.parse(row.parts) as Part[] }),
  }
}
