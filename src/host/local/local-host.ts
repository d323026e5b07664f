// The embedded host: every event is one durable transaction on SQLite, and effects run only after it.
import type { DatabaseSync } from 'node:sqlite'
import type { AnyMachineSnapshot } from 'xstate'
import { openActors } from '../../store/actors.ts'
import type { StoreError } from '../../store/database.ts'
import type { Clock, Hosted, Inbound, Receipt, TracedStep } from '../host.ts'
import { jobDone, jobFailed } from '../step.ts'
import { type Feed, type Look, makeCommitter } from './committer.ts'
import { contained } from './faults.ts'
import { type JobRef, type Outcome, runningJobs } from './running-jobs.ts'

export interface LocalHostOptions {
  db: DatabaseSync
  clock: Clock
  hosted: Hosted
  /** What the tape keeps beside the event. When it throws, as when `record` or `follows` does, the actor is stopped. */
  trace?: (step: TracedStep) => string | undefined
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
}

export type LocalHost = ReturnType<typeof makeLocalHost>

const timersAtOnce = 64
const stoppedDuringCall = { kind: 'interrupted', message: 'the service stopped during the call' }
const shortestBackoffMs = 500
const longestBackoffMs = 30_000

export function makeLocalHost(options: LocalHostOptions) {
  const { db, clock, hosted, trace, record, follows, halted = () => {}, hotActors = 2_000 } = options
  const actors = openActors(db)
  const committer = makeCommitter({ db, clock, hosted, actors, trace, record, follows, halted, hotActors })
  const jobs = runningJobs(finish)
  let wake: { due: number; cancel: () => void } | undefined
  let running = false
  let failures = 0

  /** `durable` runs once everything is booked, before anything new is started. */
  function commit(feedsIn: () => Iterable<Feed>, durable?: () => void): Receipt[] {
    const { receipts, aftermath } = committer.commit(feedsIn)
    failures = 0
    for (const { actor, id } of aftermath.stops) jobs.stop(actor, id)
    for (const step of aftermath.steps) contained(() => options.committed?.(step), options.listenerFailed)
    if (durable) contained(durable)
    for (const { ref, src, input } of aftermath.starts) startJob(ref, src, input)
    for (const due of aftermath.timers) arm(due)
    return receipts
  }

  function startJob(ref: JobRef, src: string, input: unknown): void {
    if (!running) return
    const work = hosted.jobs[src]
    if (work) jobs.start(ref, work, input)
    else finish(ref, { error: { kind: 'failed', message: `no job is provided for "${src}"` } })
  }

  function finish({ key, id, gen }: JobRef, outcome: Outcome, release?: () => void): void {
    if (!running) return
    const event = 'output' in outcome ? jobDone(id, outcome.output, 0) : jobFailed(id, outcome.error, 0)
    attempt(() => commit(() => [{ key, event, job: { id, gen } }], release))
  }

  function fire(): void {
    wake = undefined
    attempt(() => {
      let next = actors.nextDue()
      // What it woke for was cancelled or put off meanwhile: that costs no transaction.
      if (next <= clock.now()) commit(() => dueFeeds(clock.now(), next, (due) => (next = due)))
      if (next !== Infinity) arm(next)
    })
  }

  /** From the first timer, which is due at `first`, on; `later` is told when to look again. */
  function* dueFeeds(now: number, first: number, later: (due: number) => void): Generator<Feed> {
    let due = first
    for (let fired = 0; due <= now && fired < timersAtOnce; fired += 1) {
      const { key, id, gen, event } = actors.firstTimer()
      yield { key, ...readEvent(event), timer: { id, gen } }
      due = actors.nextDue()
    }
    later(due)
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
    receive: (inbound: readonly Inbound[], alongside?: () => void): Receipt[] =>
      commit(() => {
        alongside?.()
        return inbound as Feed[]
      }),

    /** Takes up everything that was pending: jobs first, then timers, however long they are overdue. */
    start(): void {
      running = true
      const interrupted: Feed[] = []
      const again: (() => void)[] = []
      for (const { actor, key, id, gen, src, input } of actors.jobs()) {
        // What an unreadable chart asked for is neither done nor lost.
        if (!committer.isSound(key)) continue
        const job = { id, gen }
        const read = readEvent(input)
        if (read.broken) interrupted.push({ key, event: read.event, broken: read.broken, job })
        else if (hosted.jobs[src]?.afterCrash === 'interrupt') {
          interrupted.push({ key, event: jobFailed(id, stoppedDuringCall, 0), job })
        } else again.push(() => startJob({ actor, key, ...job }, src, read.event))
      }
      // All are charged before the first of them asks again.
      if (interrupted.length > 0) attempt(() => commit(() => interrupted))
      for (const startAgain of again) startAgain()
      for (const key of actors.holding()) attempt(() => commit(() => heldFeeds(key)))
      arm(clock.now())
    },

    async stop(): Promise<void> {
      running = false
      wake?.cancel()
      wake = undefined
      await jobs.stopAll()
    },

    /** Starts a stopped actor anew with `context` laid over its first one; returns how many waiting events are fed in (by the next start, when the host is not running). */
    reset(key: string, context: object): number {
      const row = actors.get(key)
      if (!row) throw new Error(`there is no actor ${key}`)
      const body = committer.fresh(key, context)
      committer.revive(key)
      const fed = commit(() => {
        actors.clear(row.id)
        actors.update(row.id, hosted.version, body, row.seq, row.at)
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

/** A row as it was written; one that cannot be read stops its own actor, not the others. */
function readEvent(json: string): Pick<Feed, 'event' | 'broken'> {
  try {
    return { event: JSON.parse(json) as Feed['event'] }
  } catch (cause) {
    return { event: { type: 'unreadable' }, broken: new Error('a row of the store cannot be read', { cause }) }
  }
}
