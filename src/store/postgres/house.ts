// Who is in a cluster's house: workers together, or a move alone. And how far a move has come.
import type { Connections } from './connection.ts'
import { PostgresProblem } from './problem.ts'

/** Of the lock that workers share and a move has alone. */
const houseLock = 4_717_002
/** A worker that lost its session looks again after so long, ms. */
const lookEveryMs = 2_000

/** `there`: into the cluster; `back`: out of it. */
export interface Move {
  id: string
  direction: 'there' | 'back'
  /** It is through: workers may begin, or never again. */
  isDone: boolean
}

// A move makes its tables itself: a cluster that nobody moved into has none.
const tables = `
CREATE TABLE IF NOT EXISTS house_move (
  one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL, direction TEXT NOT NULL, done BOOLEAN NOT NULL);
CREATE TABLE IF NOT EXISTS house_resting (room TEXT PRIMARY KEY, due BIGINT NOT NULL);
CREATE INDEX IF NOT EXISTS house_resting_due ON house_resting (due);
CREATE TABLE IF NOT EXISTS house_row (n BIGINT PRIMARY KEY, body TEXT NOT NULL);
`

const sql = {
  share: `
    SELECT CASE WHEN EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted
        AND objsubid = 1 AND classid = 0 AND objid = ${houseLock}) THEN true
      ELSE pg_try_advisory_lock_shared(${houseLock}) END AS taken`,
  take: `SELECT pg_try_advisory_lock(${houseLock}) AS taken`,
  holders: `
    SELECT DISTINCT pg_locks.pid, coalesce(host(client_addr), 'this machine') AS address FROM pg_locks
    JOIN pg_stat_activity ON pg_stat_activity.pid = pg_locks.pid
    WHERE locktype = 'advisory' AND granted AND objsubid = 1 AND classid = 0 AND objid = ${houseLock}
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  hasMoves: "SELECT to_regclass('house_move') IS NOT NULL AS known",
  move: 'SELECT id, direction, done FROM house_move',
  putMove: `
    INSERT INTO house_move (one, id, direction, done) VALUES (1, $1, $2, $3)
    ON CONFLICT (one) DO UPDATE SET id = excluded.id, direction = excluded.direction, done = excluded.done`,
  resting: 'SELECT room FROM house_resting ORDER BY due LIMIT $1',
  begun: 'DELETE FROM house_resting WHERE room = ANY ($1::text[])',
} as const

/** `connections`: of one session alone. */
export function openHouse(connections: Connections) {
  let timer: NodeJS.Timeout | undefined

  const move = async (): Promise<Move | undefined> => {
    const [known] = await connections.query(sql.hasMoves)
    const [row] = known?.['known'] === true ? await connections.query(sql.move) : []
    return (
      row && { id: String(row['id']), direction: row['direction'] as Move['direction'], isDone: row['done'] === true }
    )
  }

  async function share(): Promise<void> {
    const [row] = await connections.query(sql.share)
    if (row?.['taken'] !== true)
      throw new PostgresProblem('the cluster is moving house: start again when `chime migrate` has ended')
    const known = await move()
    if (known?.direction === 'back')
      throw new PostgresProblem(
        'the rooms of this cluster have moved out with `chime migrate`: start the service on the store that has them now',
      )
    if (known && !known.isDone)
      throw new PostgresProblem('a move into this cluster was cut off: run `chime migrate` again as before, then start')
  }

  return {
    move,
    /**
     * This worker is in, with others; it stays so for as long as it has a session, and comes back when it lost that.
     * `lost`: meanwhile a move has begun. Rejects where one is under way, was cut off, or has emptied the house.
     */
    async enter(lost: (problem: unknown) => void): Promise<void> {
      await share()
      const look = (): void => {
        timer = setTimeout(() => {
          void share()
            .catch((error: unknown) => {
              // Where Postgres is away nobody can move either.
              if (error instanceof PostgresProblem && /mov/.test(error.message)) lost(error)
            })
            .finally(() => timer && look())
        }, lookEveryMs).unref()
      }
      look()
    },
    /** Alone, until the session ends. Resolves with those who are in, where there are any. */
    async takeAlone(): Promise<string[]> {
      const [row] = await connections.query(sql.take)
      if (row?.['taken'] === true) {
        await connections.script(tables, 60_000)
        return []
      }
      const found = await connections.query(sql.holders)
      return found.map(({ pid, address }) => `session ${String(pid)} of ${String(address)}`)
    },
    putMove: async ({ id, direction, isDone }: Move): Promise<void> =>
      void (await connections.query(sql.putMove, [id, direction, isDone])),
    /** The move is given up. */
    forgetMove: async (): Promise<void> => void (await connections.query('DELETE FROM house_move')),
    /** Rooms that have arrived and wait for a worker to let them go on, the most urgent first. */
    async resting(most: number): Promise<string[]> {
      const [known] = await connections.query(sql.hasMoves)
      if (known?.['known'] !== true) return []
      return (await connections.query(sql.resting, [most])).map(({ room }) => String(room))
    },
    begun: async (rooms: readonly string[]): Promise<void> => void (await connections.query(sql.begun, [rooms])),
    leave(): void {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
