// Rows that all workers of a cluster share beside what rooms leave: few, small, by a kind and a name.
import type { Connections } from './connection.ts'

export type SharedRows = ReturnType<typeof openSharedRows>

const sql = {
  get: 'SELECT body FROM shared_row WHERE kind = $1 AND name = $2',
  list: 'SELECT name, body FROM shared_row WHERE kind = $1 ORDER BY name LIMIT $2',
  add: 'INSERT INTO shared_row (kind, name, body, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING name',
  put: `
    INSERT INTO shared_row (kind, name, body, at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (kind, name) DO UPDATE SET body = excluded.body, at = excluded.at`,
  remove: 'DELETE FROM shared_row WHERE kind = $1 AND name = $2',
  forget: 'DELETE FROM shared_row WHERE kind = $1 AND at < $2::bigint',
  // What a holder of before has written tells nothing.
  holder: `
    SELECT shared_row.body FROM line JOIN shared_row ON kind = 'line' AND name = line.bot
    WHERE line.bot = $1 AND (shared_row.body::json ->> 'token')::bigint = line.token
      AND line.beat > clock_timestamp() - $2::float8 * interval '1 millisecond'`,
}

/** So many of a kind are read at once. */
const most = 10_000

interface Options {
  connections: Pick<Connections, 'query'>
  ready: () => Promise<void>
  /** ms */
  now: () => number
  /** So long after its last sign of life whoever has a line counts as gone, ms. */
  staleMs: number
}

/** Each rejects with PostgresProblem while the database is away. */
export function openSharedRows({ connections, ready, now, staleMs }: Options) {
  const ask = async (...[statement, values]: Parameters<Connections['query']>) => {
    await ready()
    return connections.query(statement, values)
  }
  return {
    async get(kind: string, name: string): Promise<string | undefined> {
      const [row] = await ask(sql.get, [kind, name])
      return row && String(row['body'])
    },
    async list(kind: string): Promise<{ name: string; body: string }[]> {
      const rows = await ask(sql.list, [kind, most])
      return rows.map(({ name, body }) => ({ name: String(name), body: String(body) }))
    },
    /** False: there is one, and it stays. */
    add: async (kind: string, name: string, body: string): Promise<boolean> =>
      (await ask(sql.add, [kind, name, body, Math.round(now())])).length > 0,
    async put(kind: string, name: string, body: string): Promise<void> {
      await ask(sql.put, [kind, name, body, Math.round(now())])
    },
    async remove(kind: string, name: string): Promise<void> {
      await ask(sql.remove, [kind, name])
    },
    /** Those of a kind that were last written before then, ms. */
    async forget(kind: string, before: number): Promise<void> {
      await ask(sql.forget, [kind, Math.round(before)])
    },
    /** What the holder of a line has put down of itself; undefined: nobody has the line, or not for sure. */
    async holder(line: string): Promise<string | undefined> {
      const [row] = await ask(sql.holder, [line, staleMs])
      return row && String(row['body'])
    },
  }
}
