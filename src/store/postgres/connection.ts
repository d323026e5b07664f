// Connections to Postgres: few, each statement with a deadline on both sides, replaced when they no longer answer.
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import type { Address } from './address.ts'
import { PostgresProblem, problemOf } from './problem.ts'

export type Value = string | number | boolean | null | readonly string[] | readonly number[]
export type Found = Record<string, unknown>

export interface Connections {
  /** One statement, a transaction of its own. Whole numbers come as numbers. Rejects with PostgresProblem. */
  query(sql: string, values?: readonly Value[], options?: { isPlannedAnew?: boolean }): Promise<Found[]>
  /** A statement without values that may take longer. */
  script(sql: string, timeoutMs: number): Promise<void>
  end(): Promise<void>
}

interface Options {
  address: Address
  most: number
  /** As Postgres lists its sessions. */
  name: string
  /** Of one statement. */
  timeoutMs: number
  /** A connection was lost. */
  closed?: () => void
}

export const schemaName = 'chime'
const connectSeconds = 5
const leastBetweenMs = 50
/** The server ends a statement first, where it can still answer. */
const deadlineOf = (timeoutMs: number): number => timeoutMs + Math.min(timeoutMs, 2_000)

export function openConnections({ address, most, name, timeoutMs, closed }: Options): Connections {
  const { hide, ...where } = address
  const { host = 'localhost', port = 5_432 } = where
  let ended = false
  let lastTry = -Infinity

  /** A server that takes connections and closes them at once would be asked without a pause. */
  async function socket(): Promise<Socket> {
    const asked = performance.now()
    lastTry = Math.max(asked, lastTry + leastBetweenMs)
    if (lastTry > asked) await pause(lastTry - asked)
    const opened = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    // The name that a certificate must bear.
    return Object.assign(opened, { host, port })
  }

  const make = () =>
    postgres({
      ...where,
      // Its types do not know it.
      ...({ socket } as object),
      max: most,
      connect_timeout: connectSeconds,
      // A session that holds locks must not be renewed behind their back.
      max_lifetime: null,
      keep_alive: 5,
      backoff: false,
      onnotice: () => {},
      onclose: () => closed?.(),
      types: { whole: { to: 20, from: [20], serialize: String, parse: Number } },
      connection: {
        application_name: name,
        search_path: schemaName,
        statement_timeout: timeoutMs,
        idle_in_transaction_session_timeout: timeoutMs,
        // A machine that is gone is noticed by the server, too; on a unix socket they say nothing.
        tcp_keepalives_idle: 5,
        tcp_keepalives_interval: 2,
        tcp_keepalives_count: 2,
      },
    })
  let pool = make()

  /** Whoever still waits on the old ones is told that they are gone. */
  function renew(old: typeof pool): void {
    if (ended || old !== pool) return
    pool = make()
    void old.end({ timeout: 0 })
  }

  async function within<T>(ms: number, work: (on: typeof pool) => Promise<T>): Promise<T> {
    if (ended) throw new PostgresProblem('the connections to Postgres are closed')
    const on = pool
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      reject(new PostgresProblem(`Postgres has not answered for ${ms} ms`))
      renew(on)
    }, ms)
    try {
      return await Promise.race([work(on), late])
    } catch (error) {
      throw problemOf(error, hide)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    query: (sql, values = [], { isPlannedAnew = false } = {}) =>
      within(deadlineOf(timeoutMs), async (on) => [
        ...(await on.unsafe(sql, values as never, { prepare: !isPlannedAnew })),
      ]),
    // One statement each, and so one transaction: `begin` of the client writes to a connection that was lost meanwhile, and
    // that ends the process.
    script: (sql, ms) =>
      within(deadlineOf(ms), async (on) => {
        await on.unsafe(`SET LOCAL statement_timeout = ${ms}; ${sql}`).simple()
      }),
    async end() {
      ended = true
      await pool.end({ timeout: 1 })
    },
  }
}
