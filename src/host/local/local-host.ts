// The embedded host: every event is one durable transaction on SQLite, and effects run only after it.
import type { DatabaseSync } from 'node:sqlite'
import type { AnyMachineSnapshot } from 'xstate'
import { type JobRow, openActors } from '../../store/actors.ts'
import { openCallMarks } from '../../store/call-marks.ts'
import type { StoreError } from '../../store/database.ts'
import { openInbox } from '../../store/inbox.ts'
import { jobEnded, type Outcome } from '../../room/feeds.ts'
import { roomOf } from '../../room/key.ts'
import type { InboundMessage } from '../../room/message.ts'
import type { Incoming, Receipt, ToChart } from '../../room/room.ts'
import type { Inbound, TracedStep } from '../../room/steps.ts'
import type { ChartView, Clock, Host, Hosted, HostFigures } from '../host.ts'
import { makeSubscribers } from '../subscribers.ts'
import { contained } from '../faults.ts'
import { makeCommitter } from './committer.ts'
import type { Aftermath, TapeWriter } from './feeds.ts'
import { type JobRef, runningJobs } from '../running-jobs.ts'
import { readEvent } from './stored-feeds.ts'
import { type Gathered, makeTransactions } from './transactions.ts'
import { takeUp } from './stored-jobs.ts'

export interface LocalHostOptions {
  db: DatabaseSync
  clock: Clock
  hosted: Hosted
  /** The step's row on the tape; without it the tape keeps the event alone. When it throws, as when `record` does, the chart is stopped. */
  tape?: TapeWriter
  /** Writes of others that belong to the step; runs inside its transaction. */
  record: (step: TracedStep) => void
  /** Keeps a message with the steps it led to; inside their transaction, once a room has read it. */
  keep?: (message: InboundMessage) => void
  /** What a message orders once a bot has taken it; inside the transaction of its step. Returns what charts are told of it. */
  ordered?: (step: Pick<TracedStep, 'key' | 'event'>, message: InboundMessage) => readonly Inbound[]
  /** A message came once more: these bots have it already. Called after the commit. */
  dropped?: (message: InboundMessage, bots: readonly string[]) => void
  /** A message that cannot be read: it is told to nobody. */
  unread?: (message: InboundMessage, error: unknown) => void
  /** A subscriber threw: the step is durable all the same, and its jobs are started. */
  listenerFailed?: (error: Error) => void
  /** An actor that cannot go on: its snapshot cannot be read or its chart threw. Others go on. */
  halted?: (key: string, error: Error) => void
  /** The store refused a write; the host tries again by itself. */
  storeFailed?: (error: StoreError) => void
  /** Actors kept in memory; the others are nothing but their row. */
  hotActors?: number
  /**
   * So long timers and answers of jobs wait for others to share a transaction with, ms, where more than twenty rooms a
   * second are written to; events handed in never wait, and take along whatever does. 0: each has its own.
   */
  gatherMs?: number
}

/** With what its callers on the same store may do at once. */
export interface LocalHost extends Host {
  /**
   * For channels whose messages stand in the same store: as `receive` and `order`, and durable when it returns.
   * Throws StoreError when nothing of it was stored: hand them in again.
   */
  commit(incoming: readonly Incoming[], alongside?: () => void): Receipt[]
  /**
   * As `receive` of what `work` returns. It runs inside the transaction, and again where that is tried anew. `canWait`: as long
   * as timers and answers may.
   */
  receiveFrom(work: () => readonly InboundMessage[], canWait?: boolean): Promise<Receipt[]>
  /** Whether anything has reached a chart. */
  has(key: string): boolean
  start(): void
  /**
   * Starts a stopped chart anew with what is known of it laid over its first snapshot; returns how many waiting events are
   * fed in (by the next start, when the host is not running).
   */
  reset(key: string, known: { value?: object; context?: object }): number
  snapshot(key: string): AnyMachineSnapshot | undefined
  /** Leaves nothing of a chart in memory. */
  passivate(key: string): void
  /** Whether a chart's snapshot can be read. */
  isSound(key: string): boolean
}

export function makeLocalHost(options: LocalHostOptions): LocalHost {
  const { db, clock, hosted, tape, record, keep, ordered, unread, halted = () => {} } = options
  const { hotActors = 2_000, gatherMs = 0 } = options
  const actors = openActors(db)
  const marks = openCallMarks(db)
  const inbox = openInbox(db)
  const jobs = runningJobs(finish, marks.mark)
  const subscribers = makeSubscribers((work) => contained(work, options.listenerFailed))
  const committer = makeCommitter({
    db,
    clock,
    hosted,
    actors,
    inbox,
    tape,
    record,
    keep,
    ordered,
    unread,
    halted,
    hotActors,
    jobs,
  })
  const { charts } = committer
  /** Jobs of before the start, by their rows. */
  const early = new Map<string, number>()
  let running = false
  let stopped = false
  const { storeFailed } = options
  const writes = makeTransactions({ committer, actors, clock, gatherMs, isRunning: () => running, done, storeFailed })

  function done({ stops, steps, starts, dropped }: Aftermath, along: readonly Gathered[]): void {
    for (const stop of stops) jobs.stop(stop)
    for (const step of steps) subscribers.tell(step)
    for (const { message, bots } of dropped) contained(() => options.dropped?.(message, bots), options.listenerFailed)
    for (const { durable } of along) if (durable) contained(durable)
    for (const { ref, src, input } of starts) startJob(ref, src, input)
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

  function finish(job: JobRef, outcome: Outcome, release?: () => void): void {
    if (running) writes.gather({ feed: jobEnded(job, outcome), durable: release })
  }

  // What waited for an actor that can be loaded again is fed in; for one that cannot, it goes on waiting.
  function* quarantinedFeeds(key: string): Generator<ToChart> {
    const row = actors.get(key)
    if (!row || !charts.isSound(key)) return
    for (const { n, body } of actors.quarantined(row.id)) {
      actors.release(n)
      yield { key, ...readEvent(body) }
    }
  }

  function commit(incoming: readonly Incoming[], alongside?: () => void): Receipt[] {
    const feedsIn = (): readonly Incoming[] => {
      alongside?.()
      return incoming
    }
    return writes.commitAlong(feedsIn)
  }

  function receiveFrom(work: () => readonly InboundMessage[], canWait = false): Promise<Receipt[]> {
    return writes.handIn(() => work().map((message) => ({ message })), canWait)
  }

  function viewOf(key: string): ChartView {
    try {
      const chart = charts.of(key)
      if (chart) return viewed(chart)
    } catch {
      // It is stopped at its next event, and the log says so.
    }
    const { seq = 0, at = 0 } = actors.get(key) ?? {}
    return { key, seq, at, timers: [] }
  }

  return {
    commit,
    receive: (messages, alongside) => receiveFrom(() => (alongside?.(), messages)),
    receiveFrom,
    order: async (orders, alongside) => commit(orders, alongside),

    /** Jobs first, then timers, however long they are overdue. */
    start(): void {
      running = true
      const areMarksWhole = marks.areWhole()
      if (!areMarksWhole) marks.begin()
      // What an unreadable chart asked for is neither done nor lost.
      const sound = actors.jobs().filter(({ key }) => charts.isSound(key))
      const isEarly = ({ actor, id, gen }: JobRow): boolean => early.get(`${actor} ${id}`) === gen
      const { interrupted, again } = takeUp(sound, hosted, { isEarly, areMarksWhole })
      early.clear()
      // All are charged before the first of them asks again.
      if (interrupted.length > 0) writes.attempt(() => writes.commit(() => interrupted))
      for (const { ref, src, input } of again) startJob(ref, src, input)
      for (const key of actors.withQuarantined()) writes.attempt(() => writes.commit(() => quarantinedFeeds(key)))
      writes.arm(clock.now())
    },

    async stop(): Promise<void> {
      writes.stop()
      running = false
      stopped = true
      await jobs.stopAll()
    },

    has: (key) => actors.get(key) !== undefined,
    async room(key) {
      const keys = actors.inRoom(key)
      return keys.length === 0 ? undefined : keys.map(viewOf)
    },
    async rooms(most) {
      const rooms = Map.groupBy(actors.newest(most), roomOf)
      return Array.from(rooms, ([key, of]) => ({ key, charts: of }))
    },
    subscribe: subscribers.subscribe,

    reset(key, known) {
      const row = actors.get(key)
      if (!row) throw new Error(`there is no actor ${key}`)
      const body = committer.fresh(key, known)
      charts.revive(key)
      const fed = writes.commit(() => {
        actors.clearJobs(row.id)
        actors.update(row.id, { version: hosted.version, body, seq: row.seq, at: row.at }, [])
        return running ? quarantinedFeeds(key) : []
      })
      return fed.length || actors.quarantined(row.id).length
    },

    snapshot: (key) => charts.of(key)?.snapshot,
    passivate: (key) => charts.passivate(key),
    isSound: (key) => charts.isSound(key),
    figures: (): HostFigures => ({
      hot: charts.count(),
      jobs: jobs.count(),
      halted: charts.stopped().size,
      ...writes.figures(),
    }),
  }
}

const viewed = ({ key, seq, at, snapshot, timers }: Required<ChartView>): ChartView => ({
  key,
  seq,
  at,
  snapshot,
  timers,
})
