// The time of a cluster: rooms go from worker to worker, and all of them have to mean the same by it, whatever their machines say.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../../config/log.ts'
import type { FirstClock } from '../../store/postgres/clocks.ts'
import type { ServiceTime } from '../local/service-time.ts'

interface Options {
  clocks: {
    timeNow(): Promise<number>
    tellTime(worker: string, time: number): Promise<FirstClock | undefined>
  }
  clock: Pick<ServiceTime, 'now' | 'shift' | 'startFrom'>
  log: Log
  /** Between two looks, ms. */
  everyMs?: number
}

/** An answer that took longer tells too little of the moment it was given at, ms. */
const longestAnswerMs = 1_000
/** So often it is asked before a worker starts. */
const mostAsked = 10
/** Clocks that are right drift by less between two looks, ms. */
const mostDriftMs = 2_000
/** A worker that is too early for the others waits so long at most, ms; one that is further off has to start anew. */
const longestWaitMs = 60_000

const followed = "this worker's time was another one than the cluster's: it follows that"
const tooFar = "this worker's time is ahead of the cluster's: restart it, and it starts with that"

/**
 * A worker starts with the time of those that run, and follows the one that has told it for longest. What leaps in one look may
 * be Postgres' clock: it counts once the same worker has told again.
 */
export function makeClusterTime({ clocks, clock, log, everyMs = 5_000 }: Options) {
  const worker = randomUUID()
  const stopped = new AbortController()
  let running: Promise<void> | undefined
  let offMs = 0
  let leap: FirstClock | undefined

  /** `ask` as of the middle of the time that it took; undefined: too long to be of use. */
  async function timed<T>(ask: (now: number) => Promise<T>): Promise<{ answer: T; middle: number } | undefined> {
    const sent = clock.now()
    const answer = await ask(sent)
    const got = clock.now()
    return got - sent > longestAnswerMs ? undefined : { answer, middle: (sent + got) / 2 }
  }

  async function look(): Promise<void> {
    const found = await timed((now) => clocks.tellTime(worker, now))
    if (!found) return
    const { answer: first, middle } = found
    const byMs = first ? first.time - middle : 0
    const isDrift = Math.abs(byMs) <= mostDriftMs
    const isSure = isDrift || (leap?.worker === first?.worker && leap?.told !== first?.told)
    leap = isDrift ? undefined : first
    if (!isSure) return
    const isTooFar = byMs < -longestWaitMs
    if (isTooFar && offMs === 0) log.error({ byMs: Math.round(byMs) }, tooFar)
    offMs = isTooFar ? Math.round(byMs) : 0
    if (isTooFar) return
    clock.shift(byMs)
    if (!isDrift) log.warn({ byMs: Math.round(byMs) }, followed)
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      // oxlint-disable no-await-in-loop -- one look after the other
      await look().catch((error: unknown) => log.debug({ error: String(error) }, 'the time could not be compared'))
      await wait(everyMs, undefined, { signal: stopped.signal }).catch(() => {})
      // oxlint-enable no-await-in-loop
    }
  }

  return {
    /** Before the first turn. Rejects while the memory is away, or too slow to tell the time by. */
    async start(): Promise<void> {
      // The first answer may wait for connections and tables.
      let found = await timed(() => clocks.timeNow())
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      for (let n = 1; !found && n < mostAsked; n += 1) found = await timed(() => clocks.timeNow())
      if (!found)
        throw new Error(`the memory of the cluster takes over ${longestAnswerMs} ms to tell its time: start again`)
      const byMs = Math.round(found.answer - found.middle)
      clock.startFrom(clock.now() + byMs)
      if (Math.abs(byMs) > mostDriftMs) log.warn({ byMs }, followed)
      await look()
      running ??= run()
    },
    /** How far the cluster's time is from this worker's, where it does not follow it, ms; 0: it does. */
    offMs: (): number => offMs,
    async stop(): Promise<void> {
      stopped.abort()
      await running
    },
  }
}
