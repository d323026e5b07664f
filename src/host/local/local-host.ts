// The embedded host: every event is one durable transaction on SQLite, and effects run only after it.
import type { DatabaseSync } from 'node:sqlite'
import type { AnyMachineSnapshot } from 'xstate'
import { type DueRow, openActors, timersIn } from '../../store/actors.ts'
import { openCallMarks } from '../../store/call-marks.ts'
import type { StoreError } from '../../store/database.ts'
import type { Clock, Hosted, Inbound, Receipt, TracedStep } from '../host.ts'
import { jobDone, jobFailed } from '../step.ts'
import { makeCommitter } from './committer.ts'
import type { Feed, Look, TapeWriter } from './feeds.ts'
import { type JobRef, type Outcome, runningJobs } from './running-jobs.ts'

export interface LocalHostOptions {
  db: DatabaseSync
  clock: Clock
  hosted: Hosted
  /** The step's row on the tape; without it the tape keeps the event alone. Must not throw. */
  tape?: TapeWriter
  /** Writes of others that belong to the step; runs inside its transaction. */
  record: (step: TracedStep) => void
  /** What a step tells other actors: they take it in the same transaction. Must not throw. */
  follows?: (step: TracedStep, look: Look) => readonly Inbound[]
  /** Called after the commit, never inside it. Must not throw. */
  committed?: (step: TracedStep) => void
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
const stoppedBeforeCall = { kind: 'interrupted', message: 'the service stopped before the call was made', tokens: 0 }
const shortestBackoffMs = 500
const longestBackoffMs = 30_000

export function makeLocalHost(options: LocalHostOptions) {
  const { db, clock, hosted, tape, record, follows, halted = () => {}, hotActors = 2_000 } = options
  const actors = openActors(db)
  const marks = openCallMarks(db)
  const jobs = runningJobs(finish, marks.mark)
  const begun = jobs.begun
  const committer = makeCommitter({ db, clock, hosted, actors, tape, record, follows, halted, hotActors, begun })
  /** Jobs of before the start, by their rows. */
  const early = new Map<string, number>()
  let wake: { due: number; cancel: () => void } | undefined
  let running = false
  let stopped = false
  let failures = 0

  /** `durable` runs once everything is booked, before anything new is started. */
  function commit(feedsIn: () => Iterable<Feed>, durable?: () => void): Receipt[] {
    const { receipts, aftermath } = committer.commit(feedsIn)
    failures = 0
    for (const { actor, id } of aftermath.stops) jobs.stop(actor, id)
    for (const step of aftermath.steps) options.committed?.(step)
    durable?.()
    for (const { ref, src, input } of aftermath.starts) startJob(ref, src, input)
    for (const due of aftermath.dues) arm(due)
    return receipts
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
    attempt(() => commit(() => [{ key, event, job: { id, gen } }], release))
  }

  function fire(): void {
    wake = undefined
    attempt(() => {
      const first = actors.firstDue()
      // What it woke for was cancelled or put off meanwhile: that costs no transaction.
      if (!first || first.due > clock.now()) return first && arm(first.due)
      let next: number | undefined
      commit(() => dueFeeds(clock.now(), first, (due) => (next = due)))
      if (next !== undefined) arm(next)
    })
  }

  /** From the first timer on; `later` is told when to look again. */
  function* dueFeeds(now: number, first: Due, later: (due: number | undefined) => void): Generator<Feed> {
    let row: Due | undefined = first
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

  // The store may be full for a while: the same commit is tried again, ever more slowly.
  function attempt(work: () => void): void {
    if (!running) return
    try {
      work()
    } catch (error) {
      options.storeFailed?.(error as StoreError)
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
      const areMarksWhole = marks.areWhole()
      if (!areMarksWhole) marks.begin()
      for (const { actor, key, id, gen, src, input, begun: cost } of actors.jobs()) {
        // What an unreadable chart asked for is neither done nor lost.
        if (!committer.isSound(key)) continue
        const job = { id, gen }
        const read = readEvent(input)
        if (read.broken) interrupted.push({ key, event: read.event, broken: read.broken, job })
        else if (hosted.jobs[src]?.afterCrash === 'interrupt' && early.get(`${actor} ${id}`) !== gen) {
          interrupted.push({ key, event: jobFailed(id, interruption(areMarksWhole ? cost : null), 0), job })
        } else again.push(() => startJob({ actor, key, ...job }, src, read.event))
      }
      early.clear()
      // All are charged before the first of them asks again.
      if (interrupted.length > 0) attempt(() => commit(() => interrupted))
      for (const startAgain of again) startAgain()
      for (const key of actors.holding()) attempt(() => commit(() => heldFeeds(key)))
      arm(clock.now())
    },

    async stop(): Promise<void> {
      running = false
      stopped = true
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

type Due = DueRow & { due: number }

/** The first of an actor's timers. */
function timerFeed({ key, timers }: Due): Feed {
  try {
    const [timer] = timersIn(timers)
    if (!timer) throw new Error('it has no timer')
    const { id, gen, event } = timer
    return { key, event: { type: id, ...event }, timer: { id, gen } }
  } catch (cause) {
    return { key, ...unreadable(cause), timer: { id: '', gen: 0 } }
  }
}

/** `cost`: what the call may have cost by then; null: nobody knows. */
function interruption(cost: number | null): { kind: string; message: string; tokens?: number } {
  if (cost === 0) return stoppedBeforeCall
  return { ...stoppedDuringCall, ...(cost !== null && { tokens: cost }) }
}

/** A row as it was written; one that cannot be read stops its own actor, not the others. */
function readEvent(json: string): Pick<Feed, 'event' | 'broken'> {
  try {
    return { event: JSON.parse(json) as Feed['event'] }
  } catch (cause) {
    return unreadable(cause)
  }
}

const unreadable = (cause: unknown) => ({
  event: { type: 'unreadable' },
  broken: new Error('a row of the store cannot be read', { cause }),
})
