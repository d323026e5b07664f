// The embedded host: every event is one durable transaction on SQLite, and effects run only after it.
import type { DatabaseSync } from 'node:sqlite'
import type { AnyMachineSnapshot } from 'xstate'
import { type JobRow, openActors } from '../../store/actors.ts'
import { openCallMarks } from '../../store/call-marks.ts'
import type { StoreError } from '../../store/database.ts'
import type { Clock, Hosted, Inbound, Receipt, TracedStep } from '../host.ts'
import { jobDone, jobFailed } from '../step.ts'
import { commitPace } from './commit-pace.ts'
import { contained } from './faults.ts'
import { makeCommitter } from './committer.ts'
import type { Feed, Look, TapeWriter } from './feeds.ts'
import { type JobRef, type Outcome, runningJobs } from './running-jobs.ts'
import { readEvent, timerFeed } from './stored-feeds.ts'
import { takeUp } from './stored-jobs.ts'

export interface LocalHostOptions {
  db: DatabaseSync
  clock: Clock
  hosted: Hosted
  /** The step's row on the tape; without it the tape keeps the event alone. When it throws, as when `record` or `follows` does, the actor is stopped. */
  tape?: TapeWriter
  /** Writes of others that belong to the step; runs inside its transaction. */
  record: (step: TracedStep) => void
  /** What a step tells other actors: they take it in the same transaction. */
  follows?: (step: TracedStep, look: Look) => readonly Inbound[]
  /** Called after the commit, never inside it. */
  committed?: (step: TracedStep) => void
  /** `committed` threw: the step is durable all the same, and its jobs are started. */
  listenerFailed?: (error: Error) => void
  /** An actor that cannot go on: its snapshot cannot be read or its chart threw. Others go on. */
  halted?: (key: string, error: Error) => void
  /** The store refused a write; the host tries again by itself. */
  storeFailed?: (error: StoreError) => void
  /** Actors kept in memory; the others are nothing but their row. */
  hotActors?: number
  /**
   * So long timers and answers of jobs wait for others to share a transaction with, ms, where more than a hundred commits
   * a second are made; events handed in never wait, and take along whatever does. 0: each has its own.
   */
  gatherMs?: number
}

export type LocalHost = ReturnType<typeof makeLocalHost>

/** An answer that waits for its transaction. */
interface Gathered {
  feed: Feed
  durable: (() => void) | undefined
}

const timersAtOnce = 64
const shortestBackoffMs = 500
const longestBackoffMs = 30_000

export function makeLocalHost(options: LocalHostOptions) {
  const { db, clock, hosted, tape, record, follows, halted = () => {} } = options
  const { hotActors = 2_000, gatherMs = 0 } = options
  const actors = openActors(db)
  const marks = openCallMarks(db)
  const jobs = runningJobs(finish, marks.mark)
  const begun = jobs.begun
  const committer = makeCommitter({ db, clock, hosted, actors, tape, record, follows, halted, hotActors, begun })
  /** Jobs of before the start, by their rows. */
  const early = new Map<string, number>()
  const pace = commitPace(gatherMs)
  const gathered: Gathered[] = []
  let planned: (() => void) | undefined
  let wake: { due: number; cancel: () => void } | undefined
  let running = false
  let stopped = false
  let failures = 0

  /** In one transaction with `along` and, `withTimers`, those that are due; returns the receipts of `feedsIn` alone. */
  function commit(
    feedsIn: () => Iterable<Feed>,
    { along = [], withTimers = false }: { along?: readonly Gathered[]; withTimers?: boolean } = {},
  ): Receipt[] {
    let others = 0
    let due: { next: number | undefined } | undefined
    function* all(): Generator<Feed> {
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
      yield* feedsIn()
    }
    const { receipts, aftermath } = committer.commit(all)
    failures = 0
    pace.committed(clock.now())
    for (const { actor, id } of aftermath.stops) jobs.stop(actor, id)
    for (const step of aftermath.steps) contained(() => options.committed?.(step), options.listenerFailed)
    // What a stopped actor's call cost is not booked: what was held for it stays held.
    for (const [i, { durable }] of along.entries()) if (durable && receipts[i] !== 'held') contained(durable)
    for (const { ref, src, input } of aftermath.starts) startJob(ref, src, input)
    if (due) rearm(due.next)
    for (const each of aftermath.dues) arm(each)
    return receipts.slice(others)
  }

  /** Timers and answers: at once, or, where commits come thick and fast, with those of the next few ms. */
  function soon(): void {
    if (planned) return
    if (!pace.isBusy(clock.now())) return attempt(flush)
    planned = clock.at(clock.now() + gatherMs, () => {
      planned = undefined
      attempt(flush)
    })
  }

  function flush(): void {
    const isDue = isTimerDue()
    const along = gathered.splice(0)
    if (along.length === 0 && !isDue) return
    try {
      commit(() => [], { along, withTimers: true })
    } catch {
      // What the store refuses of one must not keep the others waiting.
      for (const each of along) attempt(() => commit(() => [], { along: [each] }))
      if (isDue) attempt(() => commit(() => [], { withTimers: true }))
    }
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

  function startJob(ref: JobRef, src: string, input: unknown): void {
    if (!running) {
      if (!stopped) early.set(`${ref.actor} ${ref.id}`, ref.gen)
      return
    }
    const work = hosted.jobs[src]
    if (work) jobs.start(ref, work, input)
    else finish(ref, { error: { kind: 'failed', message: `no job is provided for "${src}"` } })
  }

  function finish({ key, id, gen }: JobRef, outcome: Outcome, release?: () => void): void {
    if (!running) return
    const event = 'output' in outcome ? jobDone(id, outcome.output, 0) : jobFailed(id, outcome.error, 0)
    gathered.push({ feed: { key, event, job: { id, gen } }, durable: release })
    soon()
  }

  /** Of the timers that are due, the first one first; `later` is told when to look again. */
  function* dueFeeds(later: (due: number | undefined) => void): Generator<Feed> {
    const now = clock.now()
    let row = actors.firstDue()
    for (let fired = 0; row && row.due <= now && fired < timersAtOnce; fired += 1) {
      yield timerFeed(row)
      row = actors.firstDue()
    }
    later(row?.due)
  }

  // What waited for an actor that can be loaded again is fed in; for one that cannot, it goes on waiting.
  function* heldFeeds(key: string): Generator<Feed> {
    const row = actors.get(key)
    if (!row || !committer.isSound(key)) return
    for (const { n, body } of actors.held(row.id)) {
      actors.release(n)
      yield { key, ...readEvent(body) }
    }
  }

  function arm(due: number): void {
    if (!running || (wake && wake.due <= due)) return
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
    if (!running) return
    try {
      work()
    } catch (error) {
      contained(() => options.storeFailed?.(error as StoreError))
      const pause = Math.min(longestBackoffMs, shortestBackoffMs * 2 ** Math.min(failures, 10))
      failures += 1
      clock.at(clock.now() + pause, () => attempt(work))
    }
  }

  return {
    /**
     * Feeds events in, all in one transaction with `alongside`; returns once they are durable.
     * Throws StoreError when nothing of it was stored: hand them in again.
     */
    receive(inbound: readonly Inbound[], alongside?: () => void): Receipt[] {
      const feedsIn = (): Feed[] => {
        alongside?.()
        return inbound as Feed[]
      }
      if (gatherMs === 0) return commit(feedsIn)
      const along = gathered.splice(0)
      try {
        return commit(feedsIn, { along, withTimers: true })
      } catch {
        gathered.unshift(...along)
        soon()
        return commit(feedsIn)
      }
    },

    /** Takes up everything that was pending: jobs first, then timers, however long they are overdue. */
    start(): void {
      running = true
      const areMarksWhole = marks.areWhole()
      if (!areMarksWhole) marks.begin()
      // What an unreadable chart asked for is neither done nor lost.
      const sound = actors.jobs().filter(({ key }) => committer.isSound(key))
      const isEarly = ({ actor, id, gen }: JobRow): boolean => early.get(`${actor} ${id}`) === gen
      const { interrupted, again } = takeUp(sound, hosted, { isEarly, areMarksWhole })
      early.clear()
      // All are charged before the first of them asks again.
      if (interrupted.length > 0) attempt(() => commit(() => interrupted))
      for (const { ref, src, input } of again) startJob(ref, src, input)
      for (const key of actors.holding()) attempt(() => commit(() => heldFeeds(key)))
      arm(clock.now())
    },

    async stop(): Promise<void> {
      attempt(flush)
      running = false
      stopped = true
      planned?.()
      rearm(undefined)
      await jobs.stopAll()
    },

    /** Starts a stopped actor anew with `context` laid over its first one; returns how many waiting events are fed in (by the next start, when the host is not running). */
    reset(key: string, context: object): number {
      const row = actors.get(key)
      if (!row) throw new Error(`there is no actor ${key}`)
      const body = committer.fresh(key, context)
      committer.revive(key)
      const fed = commit(() => {
        actors.clearJobs(row.id)
        actors.update(row.id, { version: hosted.version, body, seq: row.seq, at: row.at }, [])
        return running ? heldFeeds(key) : []
      })
      return fed.length || actors.held(row.id).length
    },

    snapshot: (key: string): AnyMachineSnapshot | undefined => committer.snapshot(key),
    /** The same, and undefined where it cannot be read: one stopped actor keeps nothing from the others. */
    look: (key: string): AnyMachineSnapshot | undefined => committer.look(key),
    passivate: (key: string): void => committer.passivate(key),
    /** Whether an actor's snapshot can be read. */
    isSound: (key: string): boolean => committer.isSound(key),
    haltedActors: () => committer.stopped(),
    figures: () => ({
      hot: committer.hotCount(),
      jobs: jobs.count(),
      halted: committer.stopped().size,
      storeFailures: failures,
      ...(wake && { nextDue: wake.due }),
    }),
    actors,
  }
}
