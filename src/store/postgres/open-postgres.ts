// The memory of a cluster in Postgres: what must be searched and kept. Rooms go on while it is away.
import type { Log } from '../../config/log.ts'
import { addressOf } from './address.ts'
import { openClocks } from './clocks.ts'
import { type Limits } from './commits.ts'
import { openConnections } from './connection.ts'
import { lineTimes, type LineTimes, openLines } from './lines.ts'
import { openHouse } from './house.ts'
import { migrate } from './migrate.ts'
import { movedRows } from './moved-rows.ts'
import { readCommits } from './read-commits.ts'
import { readTalk } from './read-talk.ts'
import { type Ask, readVerdicts } from './read-verdicts.ts'
import { openSharedRows } from './shared-rows.ts'
import { plannedAnew, statements } from './statements.ts'
import { openWriter } from './writer.ts'

export type Postgres = ReturnType<typeof openPostgres>

interface Options {
  /** ms, never falling. */
  now: () => number
  log: Log
  /** Of what waits while Postgres is away. */
  limits?: Limits
  /** Before the next try, by how many have failed, ms. */
  pauseMs?: (failed: number) => number
  times?: LineTimes
  /** Of one statement. */
  timeoutMs?: number
}

const readers = 3
const defaultLimits: Limits = { rows: 100_000, size: 64_000_000 }

const growingPause = (failed: number): number => Math.min(10_000, 100 * 2 ** failed) * (0.75 + Math.random() / 2)

/**
 * Opens nothing yet: connections are made when they are needed, tables when the first statement is.
 *
 * @throws {PostgresProblem} where the URL cannot be read
 */
export function openPostgres(url: string, options: Options) {
  const { now, log, limits = defaultLimits, pauseMs = growingPause, times = lineTimes, timeoutMs = 10_000 } = options
  const address = addressOf(url)
  const writing = openConnections({ address, most: 1, name: 'chime writer', timeoutMs })
  const reading = openConnections({ address, most: readers, name: 'chime reader', timeoutMs })
  // A renewal that takes longer than the lease is of no use.
  const holding = openConnections({
    address,
    most: 1,
    name: 'chime lines',
    timeoutMs: times.leaseMs,
    closed: () => lines.closed(),
  })
  const inside = openConnections({ address, most: 1, name: 'chime house', timeoutMs, closed: () => houseLost() })
  const house = openHouse(inside)
  let houseLost = (): void => {}
  let migrated: Promise<void> | undefined
  const ready = async (): Promise<void> => {
    migrated ??= migrate(writing).catch((error: unknown) => {
      migrated = undefined
      throw error
    })
    await migrated
  }
  const writer = openWriter({ connections: writing, ready, now, log, limits, pauseMs })
  const lines = openLines({ connections: holding, ready, now, log, times })
  const ask: Ask = async (name, values) => {
    await ready()
    return reading.query(statements[name], values, { isPlannedAnew: plannedAnew.has(name) })
  }
  return {
    /** Makes the tables, or waits for the worker that does. Rejects while Postgres is away; nothing depends on it. */
    ready,
    /**
     * Rows of rooms, after the commit that they belong to and never before it. All rows of a commit in one call; of a room
     * from the oldest that is not durable on, in order. Resolves once all is settled, which lasts as long as Postgres is
     * away. The same rows may be handed over as often as one likes, by any worker. Rejects with BacklogFull where nothing
     * of it was taken up: hand it over again later.
     */
    write: writer.write,
    /** For /health. */
    state: writer.state,
    ...readTalk(ask),
    ...readVerdicts(ask),
    ...readCommits(ask),
    /**
     * Removes some of what rooms left before a time, ms, and resolves to how much: 0 when there is no more, or another worker
     * is at it. Seqs of a room of which all is gone are unknown to `durable`.
     */
    async prune(before: number, most = 500): Promise<number> {
      await ready()
      const [row] = await reading.query('SELECT prune_rows($1, $2) AS gone', [Math.floor(before), most])
      return Number(row?.['gone'])
    },
    /** Who is in: workers, or a move. */
    house,
    /** What a move reads and writes. */
    moved: movedRows(reading),
    /** Called when the session that is in the house has ended. */
    onHouseLost: (lost: () => void): void => void (houseLost = lost),
    /** Resolves once this process, alone of all, has the bot's line. */
    lockLine: lines.lock,
    ...openClocks({ connections: reading, ready }),
    sharedRows: openSharedRows({ connections: reading, ready, now, staleMs: times.staleMs }),
    /** Lines are given up at once; what waits is written for so long yet, ms. */
    async close(flushMs = 2_000): Promise<void> {
      lines.close()
      house.leave()
      houseLost = () => {}
      await Promise.all([holding.end(), inside.end(), writer.close(flushMs)])
      await Promise.all([writing.end(), reading.end()])
    },
  }
}
