// Where the clocks of workers stand, each as so much ahead of Postgres' own, which may be set at any moment: whoever has told
// the time for longest without a leap counts.
import type { Connections } from './connection.ts'

/** The time of the worker that counts. */
export interface FirstClock {
  worker: string
  /** ms, when the statement ran. */
  time: number
  /** Which of its tellings that is from: another one is another text. */
  told: string
}

/** Whoever has not told for so long does not count, ms. */
const staleMs = 15_000
/** A worker whose clock has leapt by more against Postgres' is the last from then on, ms: one of the two was set, or stood still. */
const leapMs = 2_000
const forgottenAfter = '7 days'

const wall = `
  wall AS MATERIALIZED (
    SELECT at, extract(epoch FROM at)::float8 * 1000 AS ms FROM (SELECT clock_timestamp() AS at) AS now)`
const counts = `at BETWEEN wall.at - ${staleMs} * interval '1 ms' AND wall.at + ${staleMs} * interval '1 ms'`

const sql = {
  look: `
    WITH ${wall}
    SELECT ms,
      (SELECT ahead + ms FROM worker_clock WHERE ${counts} ORDER BY since LIMIT 1) AS counting,
      (SELECT max(ahead + extract(epoch FROM worker_clock.at)::float8 * 1000) FROM worker_clock) AS newest
    FROM wall`,
  tell: `
    WITH ${wall}, told AS (
      INSERT INTO worker_clock AS own (worker, since, ahead, at)
      SELECT $1, nextval('worker_clock_since'), $2::float8 - ms, at FROM wall
      ON CONFLICT (worker) DO UPDATE SET ahead = excluded.ahead, at = excluded.at,
        since = CASE WHEN abs(own.ahead - excluded.ahead) < ${leapMs} THEN own.since ELSE excluded.since END
      RETURNING since)
    SELECT first.worker, first.ahead + wall.ms AS time, first.at::text AS told
    FROM wall, told, LATERAL (
      SELECT * FROM worker_clock WHERE since < told.since AND worker <> $1 AND ${counts} ORDER BY since LIMIT 1) AS first`,
  forget: `
    DELETE FROM worker_clock WHERE at < clock_timestamp() - interval '${forgottenAfter}'
      AND at < (SELECT max(at) FROM worker_clock)`,
}

interface Options {
  connections: Pick<Connections, 'query'>
  ready: () => Promise<void>
}

/** Each rejects with PostgresProblem while the database is away. */
export function openClocks({ connections, ready }: Options) {
  return {
    /** For a worker that starts, ms: the time of those that run; where none does, Postgres' own, and never one that has been. */
    async timeNow(): Promise<number> {
      await ready()
      await connections.query(sql.forget)
      const [row] = await connections.query(sql.look)
      const newest = row?.['newest'] as number | null
      return Number(row?.['counting'] ?? Math.max(Number(row?.['ms']), newest ?? 0))
    },
    /** A worker says what time it has, ms; returns whose counts, where that is another's. */
    async tellTime(worker: string, time: number): Promise<FirstClock | undefined> {
      await ready()
      const [row] = await connections.query(sql.tell, [worker, time])
      return row && { worker: String(row['worker']), time: Number(row['time']), told: String(row['told']) }
    },
  }
}
