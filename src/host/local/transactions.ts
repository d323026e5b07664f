// When the host writes: at once what is handed in, together what can wait a moment, again what the store refused.
import TinyQueue from 'tinyqueue'
import { exponentialBackOff } from '../../../machines/rules/exponential.ts'
import type { Actors } from '../../store/actors.ts'
import type { StoreError } from '../../store/database.ts'
import { timerFired } from '../../room/feeds.ts'
import type { Incoming, Receipt } from '../../room/room.ts'
import type { Clock } from '../host.ts'
import { commitPace } from './commit-pace.ts'
import type { makeCommitter } from './committer.ts'
import { contained } from '../faults.ts'
import type { Aftermath, SlackTimer } from './feeds.ts'
import { makeHandedIn } from './handed-in.ts'
import { timerFeed } from './stored-feeds.ts'

/** An answer that waits for its transaction; `durable` runs once it has it. */
export interface Gathered {
  feed: Incoming
  durable: (() => void) | undefined
}

interface Options {
  committer: Pick<ReturnType<typeof makeCommitter>, 'commit'>
  actors: Pick<Actors, 'firstDue'>
  clock: Clock
  /** 0: nothing waits for others. */
  gatherMs: number
  isRunning: () => boolean
  /** After every commit, with the answers that were booked along. */
  done: (aftermath: Aftermath, along: readonly Gathered[]) => void
  storeFailed?: ((error: StoreError) => void) | undefined
}

const timersAtOnce = 64
const shortestBackoffMs = 500
const longestBackoffMs = 30_000

export function makeTransactions({ committer, actors, clock, gatherMs, isRunning, done, storeFailed }: Options) {
  const pace = commitPace(gatherMs)
  const gathered: Gathered[] = []
  /** In memory alone: what is lost of it goes off when its actor has to wake. */
  const unhurried = new TinyQueue<SlackTimer>([], (a, b) => a.due - b.due)
  let planned: (() => void) | undefined
  /** What the store refused is tried again then. */
  let retry: (() => void) | undefined
  let wake: { due: number; cancel: () => void } | undefined
  let failures = 0

  /** In one transaction with `along` and, `withTimers`, those that are due; returns the receipts of `feedsIn` alone. */
  function commit(
    feedsIn: () => Iterable<Incoming>,
    { along = [], withTimers = false }: { along?: readonly Gathered[]; withTimers?: boolean } = {},
  ): Receipt[] {
    let others = 0
    let due: { next: number | undefined } | undefined
    function* all(): Generator<Incoming> {
      others = 0
      due = undefined
      for (const { feed } of along) {
        others += 1
        yield feed
      }
      if (withTimers && wake && wake.due <= clock.now()) {
        for (const feed of dueFeeds((next) => (due = { next }))) {
          others += 1
          yield feed
        }
      }
      if (withTimers) {
        for (const feed of slackFeeds()) {
          others += 1
          yield feed
        }
      }
      yield* feedsIn()
    }
    const { receipts, aftermath } = committer.commit(all)
    if (failures > 0 && retry) tryAgainAfter(shortestBackoffMs)
    failures = 0
    pace.committed(aftermath.steps, clock.now())
    if (due) rearm(due.next)
    for (const each of aftermath.dues) arm(each)
    for (const each of aftermath.slack) unhurried.push(each)
    // What a stopped actor's call cost is not booked: what was held for it stays held.
    done(
      aftermath,
      along.filter((_, i) => receipts[i] !== 'quarantined'),
    )
    return receipts.slice(others)
  }

  /** The same with what waits, where that is possible. */
  function commitAlong(feedsIn: () => Iterable<Incoming>): Receipt[] {
    if (gatherMs === 0 || retry) return commit(feedsIn)
    const along = gathered.splice(0)
    try {
      return commit(feedsIn, { along, withTimers: true })
    } catch {
      // What it took along may be what the store refuses.
      gathered.unshift(...along)
      soon()
      return commit(feedsIn)
    }
  }

  // What the store refused before keeps nobody waiting.
  const inTurn = (): void => (retry ? handed.flush() : soon())
  const handed = makeHandedIn({ commitAlong, commitAlone: commit, isGathering: gatherMs > 0, soon: inTurn })

  /** What can wait: at once, or, where many rooms are at work, with what comes within `gatherMs`. */
  function soon(): void {
    if (planned || retry) return
    if (!pace.isBusy(clock.now())) return flush()
    planned = clock.at(clock.now() + gatherMs, () => {
      planned = undefined
      flush()
    })
  }

  /** Writes what waits; what the store refuses waits on, ever longer, and keeps nothing else waiting. */
  function flush(): void {
    handed.flush()
    if (!isRunning()) return
    try {
      const isDue = isTimerDue()
      const along = gathered.splice(0)
      if (along.length > 0 || isDue) commitEach(along, isDue)
    } catch (error) {
      tryAgainAfter(backoff(error as StoreError))
    }
  }

  function commitEach(along: readonly Gathered[], isDue: boolean): void {
    try {
      commit(() => [], { along, withTimers: isDue })
    } catch (error) {
      const refused = along.filter((each) => (along.length === 1 && !isDue) || !isTaken({ along: [each] }))
      gathered.unshift(...refused)
      const areTimersRefused = isDue && (along.length === 0 || !isTaken({ withTimers: true }))
      if (refused.length > 0 || areTimersRefused) throw error
    }
  }

  function isTaken(what: Parameters<typeof commit>[1]): boolean {
    try {
      commit(() => [], what)
      return true
    } catch {
      return false
    }
  }

  function tryAgainAfter(ms: number): void {
    retry?.()
    retry = clock.at(clock.now() + ms, () => {
      retry = undefined
      flush()
    })
  }

  function fire(): void {
    // A timer of Node may go off a moment early.
    if (wake && wake.due > clock.now()) rearm(wake.due)
    else soon()
  }

  function isTimerDue(): boolean {
    if (!wake || wake.due > clock.now()) return false
    const first = actors.firstDue()
    if (first && first.due <= clock.now()) return true
    // What it woke for was cancelled or put off meanwhile: that costs no transaction.
    rearm(first?.due)
    return false
  }

  /** Of the timers that are due, the first one first; `later` is told when to look again. */
  function* dueFeeds(later: (due: number | undefined) => void): Generator<Incoming> {
    const now = clock.now()
    let row = actors.firstDue()
    for (let fired = 0; row && row.due <= now && fired < timersAtOnce; fired += 1) {
      yield timerFeed(row)
      row = actors.firstDue()
    }
    later(row?.due)
  }

  /** Those that may ride along by now. What was cancelled or began anew meanwhile is a stale generation. */
  function* slackFeeds(): Generator<Incoming> {
    const now = clock.now()
    for (let fired = 0; (unhurried.peek()?.due ?? Infinity) <= now && fired < timersAtOnce; fired += 1) {
      const { key, id, gen } = unhurried.pop() as SlackTimer
      yield timerFired(key, { id, gen })
    }
  }

  function arm(due: number): void {
    if (!isRunning() || (wake && wake.due <= due)) return
    wake?.cancel()
    wake = { due, cancel: clock.at(due, fire) }
  }

  function rearm(due: number | undefined): void {
    wake?.cancel()
    wake = undefined
    if (due !== undefined) arm(due)
  }

  // The store may be full for a while: the same commit is tried again, ever more slowly.
  function attempt(work: () => void): void {
    if (!isRunning()) return
    try {
      work()
    } catch (error) {
      clock.at(clock.now() + backoff(error as StoreError), () => attempt(work))
    }
  }

  /** Tells of the failure; returns how long to wait, ms. */
  function backoff(error: StoreError): number {
    contained(() => storeFailed?.(error))
    failures += 1
    return exponentialBackOff({ firstMs: shortestBackoffMs, longestMs: longestBackoffMs }, failures)
  }

  return {
    /** Throws StoreError when nothing of it was stored. */
    commit: (feedsIn: () => Iterable<Incoming>): Receipt[] => commit(feedsIn),
    commitAlong,
    handIn: handed.handIn,
    /** Commits an answer soon; it is tried until it is stored. */
    gather(each: Gathered): void {
      gathered.push(each)
      soon()
    },
    attempt,
    /** Looks for timers at `due`, ms. */
    arm,
    /** Writes what waits; nothing goes off any more. */
    stop(): void {
      flush()
      planned?.()
      retry?.()
      rearm(undefined)
    },
    figures: () => ({ storeFailures: failures, ...(wake && { nextDue: wake.due }) }),
  }
}
