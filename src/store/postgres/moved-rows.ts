// What a move reads and writes beside the rows of rooms: whole rooms, the books, and what waits for the way back.
import type { TalkRow } from '../kept-lines.ts'
import type { Connections, Found } from './connection.ts'
import { lineOf } from './read-talk.ts'
import { keptVerdict, type KeptVerdict } from './read-verdicts.ts'

type Row = Record<string, unknown>

const sql = {
  hasRooms: 'SELECT 1 FROM room LIMIT 1',
  hasSpending: 'SELECT 1 FROM usage LIMIT 1',
  rooms: 'SELECT room FROM room',
  lines: `
    SELECT grp, id, ts, sender, name, bot, text, reply_to, parts, refused FROM message WHERE grp = ANY ($1::text[])
    ORDER BY grp, seq, idx`,
  verdicts: 'SELECT * FROM verdict WHERE room = ANY ($1::text[]) ORDER BY room, seq, idx',
  turns: 'SELECT body FROM turn WHERE room = $1 AND seq > $2::bigint ORDER BY seq LIMIT $3',
  usage: 'SELECT bot, minute, messages, tokens FROM usage ORDER BY bot, minute',
  persons: 'SELECT bot, person, minute, messages, tokens FROM person_usage ORDER BY bot, person, minute',
  putUsage: `
    INSERT INTO usage (bot, minute, messages, tokens)
    SELECT bot, minute, messages, tokens FROM json_to_recordset($1::text::json) AS row (
      bot TEXT, minute BIGINT, messages BIGINT, tokens BIGINT) ON CONFLICT DO NOTHING`,
  putPersons: `
    INSERT INTO person_usage (bot, person, minute, messages, tokens)
    SELECT bot, person, minute, messages, tokens FROM json_to_recordset($1::text::json) AS row (
      bot TEXT, person TEXT, minute BIGINT, messages BIGINT, tokens BIGINT) ON CONFLICT DO NOTHING`,
  rows: 'SELECT body FROM house_row ORDER BY n',
  putRows: `
    INSERT INTO house_row (n, body) SELECT n, body FROM json_to_recordset($1::text::json) AS row (n BIGINT, body TEXT)
    ON CONFLICT DO NOTHING`,
  pauses: "SELECT name AS bot, at FROM shared_row WHERE kind = 'pause' ORDER BY name",
  putPauses: `
    INSERT INTO shared_row (kind, name, body, at)
    SELECT 'pause', bot, '{}', at FROM json_to_recordset($1::text::json) AS row (bot TEXT, at BIGINT) ON CONFLICT DO NOTHING`,
  putResting: `
    INSERT INTO house_resting (room, due) SELECT room, due FROM json_to_recordset($1::text::json) AS row (room TEXT, due BIGINT)
    ON CONFLICT DO NOTHING`,
} as const

const turnsAtOnce = 100
const rowsAtOnce = 2_000

export const movedRows = ({ query }: Connections) => ({
  /** No room has lived here, and nothing was spent. */
  isEmpty: async (): Promise<boolean> =>
    (await query(sql.hasRooms)).length + (await query(sql.hasSpending)).length === 0,
  rooms: async (): Promise<string[]> => (await query(sql.rooms)).map(({ room }) => String(room)),
  lines: async (rooms: readonly string[]): Promise<Map<string, TalkRow[]>> =>
    grouped(await query(sql.lines, [rooms]), 'grp', lineOf),
  verdicts: async (rooms: readonly string[]): Promise<Map<string, KeptVerdict[]>> =>
    grouped(await query(sql.verdicts, [rooms]), 'room', (row) => keptVerdict(row, 'seq')),
  /** All of a room's, oldest first, as JSON. */
  async *turns(room: string): AsyncGenerator<string> {
    let after = 0
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one page after the other
      const page = await query(sql.turns, [room, after, turnsAtOnce])
      for (const { body } of page) yield String(body)
      if (page.length < turnsAtOnce) return
      after = (JSON.parse(String(page.at(-1)?.['body'])) as { turn: number }).turn
    }
  },
  async spending(): Promise<{ usage: Row[]; persons: Row[] }> {
    return { usage: await query(sql.usage), persons: await query(sql.persons) }
  },
  /** What is there already stays: nothing was spent here before the move. */
  async putSpending({ usage, persons }: { usage: readonly Row[]; persons: readonly Row[] }): Promise<void> {
    await inParts(usage, (part) => query(sql.putUsage, [JSON.stringify(part)]))
    await inParts(persons, (part) => query(sql.putPersons, [JSON.stringify(part)]))
  },
  /** Rows of tables that no room has, by the names that the store of one machine gives them. */
  async others(): Promise<(readonly [table: string, row: Row])[]> {
    const kept = (await query(sql.rows)).map(({ body }) => JSON.parse(String(body)) as [string, Row])
    return [...kept, ...(await query(sql.pauses)).map((row) => ['pause', row] as const)]
  },
  /** Pauses are what all workers share; the rest is kept for their first start, and for the way back. */
  async putOthers(rows: readonly (readonly [table: string, row: Row])[]): Promise<void> {
    const pauses = rows.filter(([table]) => table === 'pause').map(([, row]) => row)
    await inParts(pauses, (part) => query(sql.putPauses, [JSON.stringify(part)]))
    const kept = rows.filter(([table]) => table !== 'pause').map((row, n) => ({ n, body: JSON.stringify(row) }))
    await inParts(kept, (part) => query(sql.putRows, [JSON.stringify(part)]))
  },
  putResting: (rooms: readonly { room: string; due: number }[]): Promise<void> =>
    inParts(rooms, (part) => query(sql.putResting, [JSON.stringify(part)])),
})

const grouped = <T>(rows: readonly Found[], name: string, of: (row: Found) => T): Map<string, T[]> =>
  new Map(
    Array.from(
      Map.groupBy(rows, (row) => String(row[name])),
      ([room, found]) => [room, found.map(of)],
    ),
  )

async function inParts<T>(all: readonly T[], put: (part: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < all.length; n += rowsAtOnce) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await put(all.slice(n, n + rowsAtOnce))
  }
}
