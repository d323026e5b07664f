// What a bot keeps of a group beside the talk: its note, what it was told to forget, and the lines it looks up.
import type { DatabaseSync } from 'node:sqlite'
import { type KeptLine, keptLines } from './kept-lines.ts'
import { inTimeOrder, type Prunable } from './prunable.ts'

export type MemoryStore = ReturnType<typeof openMemoryStore>

/** One bot in one group: nothing of it is ever read for another pair. */
export interface Place {
  bot: string
  group: string
}

export interface Note {
  /** '' when there is nothing to keep. */
  text: string
  /** When it was written, ms; 0: never. */
  at: number
  /** The last row of the talk that it knows. */
  upto: number
  /** Grows with everything that makes a renewal under way worthless. */
  generation: number
  /** Row of the last anchor on the tape of runs whose summary it has taken in; 0: of none. */
  anchor: number
}

/** A line of the talk with its row. */
export interface StoredLine {
  n: number
  id: string
  ts: number
  sender: string
  name: string
  text: string
  replyTo?: string
  /** Who wrote it was not served. */
  refused?: true
}

/** What a person's order to forget came to. */
export interface Forgotten {
  lines: number
  everything: boolean
}

const schema = `
CREATE TABLE IF NOT EXISTS memory_note (
  bot TEXT NOT NULL, grp TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL, upto INTEGER NOT NULL,
  generation INTEGER NOT NULL, anchor INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (bot, grp)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS memory_note_group ON memory_note (grp);
CREATE INDEX IF NOT EXISTS memory_note_at ON memory_note (at);
CREATE TABLE IF NOT EXISTS memory_forgotten (
  bot TEXT NOT NULL, grp TEXT NOT NULL, id TEXT NOT NULL, ts INTEGER NOT NULL, PRIMARY KEY (bot, grp, id)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS memory_forgotten_ts ON memory_forgotten (ts);
CREATE TABLE IF NOT EXISTS memory_order (
  bot TEXT NOT NULL, grp TEXT NOT NULL, id TEXT NOT NULL, at INTEGER NOT NULL, lines INTEGER NOT NULL,
  everything INTEGER NOT NULL, PRIMARY KEY (bot, grp, id)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS memory_order_at ON memory_order (at);
CREATE TABLE IF NOT EXISTS memory_floor (
  bot TEXT NOT NULL, grp TEXT NOT NULL, ts INTEGER NOT NULL, PRIMARY KEY (bot, grp)) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS memory_floor_ts ON memory_floor (ts);
`

const columns = 'n, id, ts, sender, name, text, reply_to, refused'

export function openMemoryStore(db: DatabaseSync) {
  db.exec(schema)
  const sql = (text: string) => db.prepare(text)
  const note = sql('SELECT text, at, upto, generation, anchor FROM memory_note WHERE bot = ? AND grp = ?')
  const putNote = sql(
    `INSERT INTO memory_note (bot, grp, key, text, at, upto, generation, anchor) VALUES (?, ?, ?, ?, ?, ?, 0, ?)
     ON CONFLICT DO UPDATE SET key = excluded.key, text = excluded.text, at = excluded.at, upto = excluded.upto,
       anchor = max(anchor, excluded.anchor)`,
  )
  const outdate = sql(
    `INSERT INTO memory_note (bot, grp, key, text, at, upto, generation) VALUES (?, ?, ?, '', 0, 0, 1)
     ON CONFLICT DO UPDATE SET generation = generation + 1`,
  )
  const setText = sql('UPDATE memory_note SET text = ? WHERE bot = ? AND grp = ?')
  const readAgain = sql('UPDATE memory_note SET upto = min(upto, ? - 1) WHERE bot = ? AND grp = ?')
  const notesIn = sql("SELECT bot, key, upto FROM memory_note WHERE grp = ? AND text <> ''")
  const forget = sql('INSERT OR IGNORE INTO memory_forgotten (bot, grp, id, ts) VALUES (?, ?, ?, ?)')
  const isMarked = sql('SELECT 1 FROM memory_forgotten WHERE bot = ? AND grp = ? AND id = ?')
  const anyMarked = sql('SELECT 1 FROM memory_forgotten WHERE bot = ? AND grp = ? LIMIT 1')
  const floor = sql('SELECT ts FROM memory_floor WHERE bot = ? AND grp = ?')
  const setFloor = sql(
    'INSERT INTO memory_floor (bot, grp, ts) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET ts = max(ts, excluded.ts)',
  )
  const order = sql('SELECT lines, everything FROM memory_order WHERE bot = ? AND grp = ? AND id = ?')
  const putOrder = sql('INSERT INTO memory_order (bot, grp, id, at, lines, everything) VALUES (?, ?, ?, ?, ?, ?)')
  const atRow = sql(`SELECT ${columns} FROM message WHERE n = ? AND grp = ?`)
  const { finding } = keptLines(db)
  const withId = finding('WHERE grp = ? AND id = ?')
  const before = finding('WHERE grp = ? AND (ts, n) < (?, ?) ORDER BY ts DESC, n DESC LIMIT +?')
  const after = finding('WHERE grp = ? AND (ts, n) > (?, ?) ORDER BY ts, n LIMIT +?')
  const within = sql(
    `SELECT ${columns} FROM message WHERE grp = ? AND ts >= ? AND ts < ? ORDER BY ts DESC, n DESC LIMIT +?`,
  )
  const since = sql(`SELECT ${columns} FROM message WHERE grp = ? AND ts >= ? ORDER BY ts DESC, n DESC LIMIT +?`)
  /** `line`: which lines of the talk the mark is about. */
  const mark = ({ line, ...spec }: { table: string; columns: string; time: string; line: string }): Prunable =>
    inTimeOrder(db, {
      ...spec,
      neededMs: Infinity,
      until: `coalesce((SELECT ts FROM message ORDER BY n LIMIT 1), ${Number.MAX_SAFE_INTEGER})`,
      stays: `EXISTS (SELECT 1 FROM message WHERE grp = row.grp AND ${line})`,
    })

  return {
    noteOf({ bot, group }: Place): Note {
      const row = note.get(bot, group)
      if (!row) return { text: '', at: 0, upto: 0, generation: 0, anchor: 0 }
      const { text, at, upto, generation, anchor } = row
      const [time, last] = [Number(at), Number(upto)]
      return { text: String(text), at: time, upto: last, generation: Number(generation), anchor: Number(anchor) }
    },
    /** `key`: of the actor whose note it is. */
    putNote: ({ bot, group }: Place, key: string, { text, at, upto, anchor }: Omit<Note, 'generation'>): void =>
      void putNote.run(bot, group, key, text, at, upto, anchor),
    setText: ({ bot, group }: Place, text: string): void => void setText.run(text, bot, group),
    /** The next renewal reads from this row on. */
    readAgain: ({ bot, group }: Place, n: number): void => void readAgain.run(n, bot, group),
    /** A renewal that is under way must not be kept. */
    outdate: ({ bot, group }: Place, key: string): void => void outdate.run(bot, group, key),
    /** Whose notes of a group are written. */
    notesIn: (group: string): { bot: string; key: string; upto: number }[] =>
      notesIn.all(group).map(({ bot, key, upto }) => ({ bot: String(bot), key: String(key), upto: Number(upto) })),
    forget: ({ bot, group }: Place, { id, ts }: { id: string; ts: number }): void =>
      void forget.run(bot, group, id, ts),
    /** Everything said until `ts` is forgotten. */
    forgetUntil: ({ bot, group }: Place, ts: number): void => void setFloor.run(bot, group, ts),
    floorOf: ({ bot, group }: Place): number => Number(floor.get(bot, group)?.['ts'] ?? -Infinity),
    anyForgotten: ({ bot, group }: Place): boolean => anyMarked.get(bot, group) !== undefined,
    isForgotten: ({ bot, group }: Place, id: string): boolean => isMarked.get(bot, group, id) !== undefined,
    /** What the order in the message with this id came to. */
    orderOf({ bot, group }: Place, id: string): Forgotten | undefined {
      const row = order.get(bot, group, id)
      return row && { lines: Number(row['lines']), everything: row['everything'] === 1 }
    },
    putOrder: ({ bot, group }: Place, id: string, at: number, { lines, everything }: Forgotten): void =>
      void putOrder.run(bot, group, id, at, lines, everything ? 1 : 0),
    lineAt: (group: string, n: number): StoredLine | undefined => lineOf(atRow.get(n, group)),
    lineWith: (group: string, id: string): StoredLine | undefined => withId(group, id).map(storedLine)[0],
    /** Newest first. */
    before: (group: string, { ts, n }: Pick<StoredLine, 'ts' | 'n'>, most: number): StoredLine[] =>
      before(group, ts, n, most).map(storedLine),
    /** Oldest first. */
    after: (group: string, { ts, n }: Pick<StoredLine, 'ts' | 'n'>, most: number): StoredLine[] =>
      after(group, ts, n, most).map(storedLine),
    /** Newest first. */
    within: (group: string, { from, to }: { from: number; to: number }, most: number): StoredLine[] =>
      linesOf(within.all(group, from, to, most)),
    /** The newest lines from a time on, newest first. */
    since: (group: string, ts: number, most: number): StoredLine[] => linesOf(since.all(group, ts, most)),
    /** A line that is to be forgotten stays marked for as long as it is stored. */
    oldRows: [
      inTimeOrder(db, { table: 'memory_note', columns: 'bot, grp', time: 'at', neededMs: Infinity }),
      mark({ table: 'memory_forgotten', columns: 'bot, grp, id', time: 'ts', line: 'id = row.id' }),
      mark({ table: 'memory_order', columns: 'bot, grp, id', time: 'at', line: 'id = row.id' }),
      mark({ table: 'memory_floor', columns: 'bot, grp', time: 'ts', line: 'ts <= row.ts' }),
    ],
  }
}

const storedLine = ({ n, row: { id, ts, sender, name, text, replyTo, refused } }: KeptLine): StoredLine => {
  const line = { n, id, ts, sender, name, text, ...(refused && { refused }) }
  return replyTo === undefined ? line : { ...line, replyTo }
}

const linesOf = (rows: Record<string, unknown>[]): StoredLine[] => rows.flatMap((row) => lineOf(row) ?? [])

function lineOf(row: Record<string, unknown> | undefined): StoredLine | undefined {
  if (!row) return undefined
  const { n, id, ts, sender, name, text, reply_to: replyTo, refused } = row
  const line = { n: Number(n), id: String(id), ts: Number(ts), sender: String(sender), name: String(name) }
  const marks = {
    ...(replyTo !== null && { replyTo: String(replyTo) }),
    ...(refused === 1 && { refused: true as const }),
  }
  return { ...line, text: String(text), ...marks }
}
