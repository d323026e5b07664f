// One line a bot over all workers: an advisory lock of one session, a lease that is renewed, and a number that only grows.
import { hash } from 'node:crypto'
import type { Log } from '../../config/log.ts'
import type { Connections, Found } from './connection.ts'

/** A line that this process has. */
export interface Line {
  bot: string
  /** Grows with every holder of the bot's line: what an earlier one still does can be told by it. */
  token: number
  /**
   * Ask right before every act: false as soon as it may be another's, by the clock alone, so also right after a halt of the
   * whole process.
   */
  isHeld(): boolean
  /** Aborted once it is lost; for good. */
  lost: AbortSignal
  release(): Promise<void>
}

export interface LineTimes {
  /** Between two renewals, and between two tries to take a line, ms. */
  tickMs: number
  /** So long after its last renewal a holder takes itself for one, ms. */
  leaseMs: number
  /** So long after it another one ends the holder's session: longer than the lease, by what clocks differ in a few s. */
  staleMs: number
}

/** With a try to take it after that: 8 s after the last sign of life. */
export const lineTimes: LineTimes = { tickMs: 1_000, leaseMs: 5_000, staleMs: 6_500 }

interface Options {
  /** Of one session alone: what it holds ends with it. */
  connections: Connections
  ready: () => Promise<void>
  now: () => number
  log: Log
  times: LineTimes
}

interface Held {
  bot: string
  token: number
  abort: AbortController
  /** The session that has the lock. */
  session: number
  /** When the last renewal that came through was sent, by two clocks: one stands still while the machine sleeps. */
  renewed: readonly [number, number]
}

interface Wanted {
  bot: string
  resolve: (line: Line) => void
  reject: (reason: unknown) => void
}

const sql = {
  claim: `
    SELECT bot, pg_try_advisory_lock(key) AS taken, pg_backend_pid() AS pid
    FROM unnest($1::text[], $2::bigint[]) AS wanted (bot, key)`,
  register: `
    INSERT INTO line (bot, token, pid, beat) VALUES ($1, 1, pg_backend_pid(), clock_timestamp())
    ON CONFLICT (bot) DO UPDATE SET token = line.token + 1, pid = excluded.pid, beat = excluded.beat RETURNING token, pid`,
  renew: `
    UPDATE line SET beat = clock_timestamp() FROM unnest($1::text[], $2::bigint[]) AS held (bot, token)
    WHERE line.bot = held.bot AND line.token = held.token AND pid = pg_backend_pid() RETURNING line.bot`,
  unlock: 'SELECT pg_advisory_unlock(key) FROM unnest($1::bigint[]) AS key',
  // Who has the locks that this one could not get, and how long ago they gave a sign; null: none since they took it.
  holders: `
    SELECT wanted.bot, pg_locks.pid, extract(epoch FROM clock_timestamp() - line.beat)::float8 * 1000 AS age
    FROM unnest($1::text[], $2::bigint[]) AS wanted (bot, key)
    JOIN pg_locks ON locktype = 'advisory' AND granted AND objsubid = 1 AND pg_locks.pid <> pg_backend_pid()
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND (classid::bigint << 32 | objid::bigint) = key
    LEFT JOIN line ON line.bot = wanted.bot AND line.pid = pg_locks.pid`,
  end: 'SELECT pg_terminate_backend($1::integer)',
}

export function openLines({ connections, ready, now, log, times }: Options) {
  const held = new Map<string, Held>()
  const wanted = new Set<Wanted>()
  /** Holders that gave no sign at all, and since when. */
  const silent = new Map<string, number>()
  /** Locks that the session may still have, of lines that count as lost. */
  const left = new Set<string>()
  /** Every connection that was lost is a session less, whatever of it the client makes again by itself. */
  let session = 0
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const clocks = (): readonly [number, number] => [performance.now(), now()]
  const since = ([steady, clock]: readonly [number, number]): number =>
    Math.max(performance.now() - steady, now() - clock)
  const isHeld = (line: Held): boolean =>
    held.get(line.bot) === line && line.session === session && since(line.renewed) < times.leaseMs

  function lose(line: Held, why: string): void {
    if (held.get(line.bot) !== line) return
    held.delete(line.bot)
    left.add(line.bot)
    if (!isClosed) log.warn({ bot: line.bot, why }, 'the line of a bot is lost')
    line.abort.abort(new Error(why))
  }

  function closed(): void {
    session += 1
    left.clear()
    for (const line of held.values()) lose(line, 'the session with Postgres has ended')
    left.clear()
  }

  async function tick(): Promise<void> {
    for (const line of held.values()) if (!isHeld(line)) lose(line, `not renewed for ${times.leaseMs} ms`)
    await ready()
    await unlock()
    await renew()
    await claim()
    await endStale()
  }

  async function unlock(): Promise<void> {
    const bots = [...left].filter((bot) => !held.has(bot))
    if (bots.length === 0) return
    await connections.query(sql.unlock, [bots.map(lockOf)])
    for (const bot of bots) left.delete(bot)
  }

  async function renew(): Promise<void> {
    const lines = [...held.values()]
    if (lines.length === 0) return
    const sent = clocks()
    const found = await connections.query(sql.renew, [lines.map(({ bot }) => bot), lines.map(({ token }) => token)])
    const renewed = new Set(found.map(({ bot }) => bot))
    for (const line of lines)
      if (!renewed.has(line.bot)) lose(line, 'another worker has taken it')
      else if (isHeld(line)) line.renewed = sent
  }

  async function claim(): Promise<void> {
    // Whoever has it already in this process would get it a second time.
    const bots = [...new Set([...wanted].map(({ bot }) => bot))].filter((bot) => !held.has(bot))
    if (bots.length === 0) return
    const started = session
    const found = await connections.query(sql.claim, [bots, bots.map(lockOf)])
    for (const { bot } of found.filter(({ taken }) => taken === true)) {
      const sent = clocks()
      // oxlint-disable-next-line no-await-in-loop -- on one session there is one statement at a time
      const [row] = await connections.query(sql.register, [String(bot)])
      take(String(bot), row, { sent, isSame: session === started && row?.['pid'] === found[0]?.['pid'], started })
    }
  }

  function take(
    bot: string,
    row: Found | undefined,
    { sent, isSame, started }: { sent: readonly [number, number]; isSame: boolean; started: number },
  ): void {
    const waiter = [...wanted].find((each) => each.bot === bot)
    if (!isSame || !waiter) {
      if (session === started) left.add(bot)
      return
    }
    wanted.delete(waiter)
    const abort = new AbortController()
    const line: Held = { bot, token: Number(row?.['token']), abort, session, renewed: sent }
    held.set(bot, line)
    waiter.resolve({
      bot,
      token: line.token,
      isHeld: () => isHeld(line),
      lost: abort.signal,
      async release() {
        if (held.get(bot) !== line) return
        held.delete(bot)
        left.add(bot)
        await unlock().catch(() => {})
      },
    })
  }

  // A process that was halted keeps its session: the server cannot tell it from one with nothing to do.
  async function endStale(): Promise<void> {
    const bots = [...new Set([...wanted].map(({ bot }) => bot))].filter((bot) => !held.has(bot))
    if (bots.length === 0) return
    const holders = await connections.query(sql.holders, [bots, bots.map(lockOf)])
    const stale = new Set<number>()
    for (const { bot, pid, age } of holders) {
      const key = `${String(pid)} ${String(bot)}`
      const first = silent.get(key) ?? performance.now()
      if (age === null) silent.set(key, first)
      if ((typeof age === 'number' ? age : performance.now() - first) > times.staleMs) stale.add(Number(pid))
    }
    if (silent.size > mostSilent) silent.clear()
    for (const pid of stale) {
      log.warn({ pid }, 'whoever holds the line of a bot gives no sign: its session with Postgres is ended')
      // oxlint-disable-next-line no-await-in-loop -- on one session there is one statement at a time
      await connections.query(sql.end, [pid])
    }
    if (stale.size > 0) soon = true
  }

  let soon = false
  /** While there is anything to do. */
  function keepTicking(): void {
    if (timer || isClosed) return
    const go = async (): Promise<void> => {
      await tick().catch((error: unknown) => log.debug({ error: String(error) }, 'lines could not be seen to'))
      timer = undefined
      if (held.size + wanted.size + left.size > 0) schedule(soon ? times.tickMs / 10 : times.tickMs)
      soon = false
    }
    const schedule = (ms: number): void => {
      if (!isClosed) timer = setTimeout(() => void go(), ms)
    }
    schedule(0)
  }

  return {
    closed,
    /** Resolves once this process has the bot's line; rejects when `signal` is aborted before, or all is closed. */
    lock(bot: string, signal?: AbortSignal): Promise<Line> {
      const { promise, resolve, reject } = Promise.withResolvers<Line>()
      if (isClosed || signal?.aborted) return Promise.reject(signal?.reason as Error)
      const waiter = { bot, resolve, reject }
      wanted.add(waiter)
      signal?.addEventListener('abort', () => {
        if (wanted.delete(waiter)) reject(signal.reason)
      })
      keepTicking()
      return promise
    },
    close(): void {
      isClosed = true
      clearTimeout(timer)
      closed()
      for (const { reject } of wanted) reject(new Error('Postgres was closed'))
      wanted.clear()
    },
  }
}

const mostSilent = 1_000

/** A whole number of 64 bits, as text: of two bots it is the same by chance hardly ever. */
const lockOf = (bot: string): string => hash('sha1', `chime line ${bot}`, 'buffer').readBigInt64BE().toString()
