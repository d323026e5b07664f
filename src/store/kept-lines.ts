// Lines of the talk that were read lately, kept in memory: every prompt of a room shows most of those of the one before.
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { Part } from '../language/parts.ts'

export interface TalkRow {
  id: string
  ts: number
  sender: string
  name: string
  bot: boolean
  /** With the words of its parts. */
  text: string
  replyTo?: string
  parts?: readonly Part[]
  /** Who wrote it was not served: it is context, and nothing is done because of it. */
  refused?: true
}

/** A line with its row. The same object as long as it says the same. */
export interface KeptLine {
  readonly n: number
  readonly row: Readonly<TalkRow>
}

export type KeptLines = ReturnType<typeof openKeptLines>

/** A prompt looks at some seventy: of 400 busy rooms. With a few less than are in use nearly every line is read anew. */
const mostLines = 28_000
/** UTF-16 units. */
const mostText = 8_388_608

const kept = new WeakMap<DatabaseSync, KeptLines>()

/** Of a database there is one: whoever writes a line tells it. */
export function keptLines(db: DatabaseSync): KeptLines {
  const known = kept.get(db) ?? openKeptLines(db)
  kept.set(db, known)
  return known
}

function openKeptLines(db: DatabaseSync) {
  const read = db.prepare('SELECT id, ts, sender, name, bot, text, reply_to, parts, refused FROM message WHERE n = ?')
  const lines = new LRUCache<number, KeptLine>({
    max: mostLines,
    maxSize: mostText,
    sizeCalculation: ({ row: { text, parts } }) => 1 + text.length + (parts ? JSON.stringify(parts).length : 0),
  })

  function lineIn(n: number): KeptLine {
    const known = lines.get(n)
    if (known) return known
    const line = { n, row: rowOf(read.get(n) ?? {}) }
    // What a transaction reads may be rolled back, and its number be given to another line.
    if (!db.isTransaction) lines.set(n, line)
    return line
  }

  return {
    /**
     * A statement that finds lines: SQLite needs to look into an index alone. `which`: all that follows the table's name;
     * with `LIMIT ?` SQLite would plan it anew at every run, with `LIMIT +?` it does not.
     */
    finding(which: string): (...parameters: SQLInputValue[]) => KeptLine[] {
      const statement = db.prepare(`SELECT n FROM message ${which}`)
      statement.setReturnArrays(true)
      return (...parameters) => (statement.all(...parameters) as unknown as [number][]).map(([n]) => lineIn(n))
    },
    /** Call with every row that is written: the number of a row that was removed is given again. */
    written: (n: number): void => void lines.delete(n),
  }
}

function rowOf(row: Record<string, unknown>): TalkRow {
  const { id, ts, sender, name, bot, text, reply_to: replyTo, parts, refused } = row
  const said = { id: String(id), ts: Number(ts), sender: String(sender), name: String(name), text: String(text) }
  const line = refused === 1 ? { ...said, refused: true as const } : said
  const whole = replyTo === null ? { ...line, bot: bot === 1 } : { ...line, bot: bot === 1, replyTo: String(replyTo) }
  return typeof parts === 'string' ? { ...whole, parts: JSON.parse(parts) as Part[] } : whole
}
