// The embedded host: every event is one durable transaction on SQLite, and effects run only after it.
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { AnyMachineSnapshot } from 'xstate'
import { type Actors, openActors } from '../../store/actors.ts'
import { StoreError } from '../../store/database.ts'
import type { Clock, Hosted, Inbound, Receipt, Step } from '../host.ts'
import { type Effect, jobDone, jobFailed, makeStepper } from '../step.ts'
import { type JobRef, type Outcome, runningJobs } from './running-jobs.ts'

/** An actor in memory. Absent ones are passivated: nothing but their row. */
interface Hot {
  id: number
  seq: number
  at: number
  snapshot: AnyMachineSnapshot
}

interface Feed {
  key: string
  event: Record<string, unknown> & { type: string }
  dedupe?: string | undefined
  timer?: { id: string; gen: number } | undefined
  job?: { id: string; gen: number } | undefined
}

export interface LocalHostOptions {
  db: DatabaseSync
  clock: Clock
  hosted: Hosted
  /** Writes of others that belong to the step; runs inside its transaction. */
  record(step: Step): void
  /** Called after the commit, never inside it. Must not throw. */
  committed?(step: Step): void
  /** An actor that cannot go on: its snapshot cannot be read or its chart threw. Others go on. */
  halted?(key: string, error: Error): void
  /** The store refused a write; the host tries again by itself. */
  storeFailed?(error: StoreError): void
  /** Actors kept in memory. */
  hotActors?: number
}

export type LocalHost = ReturnType<typeof makeLocalHost>

const timersAtOnce = 64
const longestBackoff = 30_000

export function makeLocalHost(options: LocalHostOptions) {
  const { db, clock, hosted } = options
  const actors: Actors = openActors(db)
  const stepper = makeStepper(hosted.machine, hosted.inputOf(''))
  const hot = new LRUCache<string, Hot>({ max: options.hotActors ?? 2_000 })
  const halted = new Map<string, Error>()
  const jobs = runningJobs((job, outcome) => finish(job, outcome))
  let wake: { due: number; cancel: () => void } | undefined
  let running = false
  let failures = 0

  /** Feeds events in one transaction. Throws StoreError when nothing of it was stored. */
  function commit(feeds: Feed[], alongside?: () => void): Receipt[] {
    const after: (() => void)[] = []
    const staged = new Map<string, Hot>()
    db.exec('BEGIN IMMEDIATE')
    try {
      alongside?.()
      const receipts = feeds.map((feed) => apply(feed, staged, after))
      db.exec('COMMIT')
      failures = 0
      for (const [key, actor] of staged) hot.set(key, actor)
      for (const effect of after) effect()
      return receipts
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK')
      throw new StoreError(`the store refused a write: ${String(error)}; nothing of it was kept`, { cause: error })
    }
  }

  function apply(feed: Feed, staged: Map<string, Hot>, after: (() => void)[]): Receipt {
    const { key } = feed
    const now = clock.now()
    let actor: Hot
    try {
      if (halted.has(key)) throw halted.get(key) as Error
      actor = staged.get(key) ?? hot.get(key) ?? load(key) ?? create(key, now, staged, after)
    } catch (error) {
      return hold(feed, error as Error, now)
    }
    if (feed.dedupe !== undefined && !actors.see(actor.id, feed.dedupe, now)) return 'duplicate'
    if (feed.timer && !actors.takeTimer(actor.id, feed.timer.id, feed.timer.gen)) return 'duplicate'
    if (feed.job && !actors.takeJob(actor.id, feed.job.id, feed.job.gen)) return 'duplicate'
    const at = Math.max(now, actor.at)
    const event = { ...feed.event, at }
    try {
      const { snapshot, effects } = stepper.step(actor.snapshot, event)
      actors.append(actor.id, actor.seq + 1, at, kindOf(event.type), JSON.stringify(event))
      save(key, { id: actor.id, seq: actor.seq + 1, at, snapshot }, event, effects, staged, after)
      return 'accepted'
    } catch (error) {
      if (isStoreProblem(error)) throw error
      return hold(feed, new Error(`the chart threw at ${event.type}: ${String(error)}`, { cause: error }), now)
    }
  }

  function save(
    key: string,
    actor: Hot,
    event: Step['event'],
    effects: Effect[],
    staged: Map<string, Hot>,
    after: (() => void)[],
  ): void {
    const { id, seq, at } = actor
    actors.update(id, hosted.version, stepper.dump(actor.snapshot), seq, at)
    const records: Step['records'] = []
    const started: Step['started'] = []
    for (const effect of effects) {
      switch (effect.type) {
        case 'timer.start':
          actors.putTimer(id, effect.id, seq, at + effect.delay, JSON.stringify(effect.event))
          after.push(() => arm(at + effect.delay))
          break
        case 'timer.cancel':
          actors.dropTimer(id, effect.id)
          break
        case 'job.start':
          actors.putJob(id, effect.id, seq, effect.src, JSON.stringify(effect.input))
          started.push(effect)
          after.push(() => startJob({ actor: id, key, id: effect.id, gen: seq }, effect.src, effect.input))
          break
        case 'job.stop':
          actors.dropJob(id, effect.id)
          after.push(() => jobs.stop(id, effect.id))
          break
        default:
          records.push({ name: effect.name, params: effect.params })
      }
    }
    const step: Step = { key, actor: id, seq, at, event, snapshot: actor.snapshot, records, started }
    options.record(step)
    staged.set(key, actor)
    after.push(() => options.committed?.(step))
  }

  function load(key: string): Hot | undefined {
    const row = actors.get(key)
    if (!row) return undefined
    const { id, seq, at } = row
    try {
      return { id, seq, at, snapshot: stepper.load(current(row.version, row.body), hosted.inputOf(key)) }
    } catch (error) {
      throw new Error(`its snapshot (version ${row.version}) cannot be read: ${String(error)}`, { cause: error })
    }
  }

  function current(version: string, body: string): string {
    if (version === hosted.version) return body
    const migrate = hosted.migrations[version]
    if (!migrate) throw new Error(`no migration leads from version ${version} to ${hosted.version}`)
    return JSON.stringify(migrate(JSON.parse(body)))
  }

  function create(key: string, at: number, staged: Map<string, Hot>, after: (() => void)[]): Hot {
    const { snapshot, effects } = stepper.init(hosted.inputOf(key))
    const id = actors.insert(key, hosted.version, '{}', 0, at)
    const actor = { id, seq: 0, at, snapshot }
    save(key, actor, { type: 'xstate.init', at }, effects, staged, after)
    return actor
  }

  // What reaches a stopped actor waits on its tape and is fed in when it is reset.
  function hold(feed: Feed, error: Error, now: number): Receipt {
    const { key, dedupe, event } = feed
    if (!halted.has(key)) {
      halted.set(key, error)
      options.halted?.(key, error)
    }
    const row = actors.get(key)
    if (!row) throw error
    if (dedupe !== undefined && !actors.see(row.id, dedupe, now)) return 'duplicate'
    if (dedupe !== undefined) actors.append(row.id, row.seq, now, 'held', JSON.stringify(event))
    if (feed.timer) actors.dropTimer(row.id, feed.timer.id)
    return 'held'
  }

  function startJob(ref: JobRef, src: string, input: unknown): void {
    const work = hosted.jobs[src]
    if (!work) throw new Error(`no job is provided for "${src}"`)
    if (running) jobs.start(ref, work, input)
  }

  function finish(ref: JobRef, outcome: Outcome): void {
    if (!running) return
    const event = 'output' in outcome ? jobDone(ref.id, outcome.output, 0) : jobFailed(ref.id, outcome.error, 0)
    attempt(() => commit([{ key: ref.key, event, job: { id: ref.id, gen: ref.gen } }]))
  }

  function fire(): void {
    wake = undefined
    if (!running) return
    attempt(() => {
      const now = clock.now()
      const due = actors.dueTimers(now, timersAtOnce)
      if (due.length > 0) {
        commit(
          due.map(({ key, id, gen, event }) => ({
            key,
            event: JSON.parse(event) as Feed['event'],
            timer: { id, gen },
          })),
        )
      }
      if (due.length === timersAtOnce) return arm(now)
      const next = actors.nextDue(now)
      if (next !== undefined) arm(next)
    })
  }

  function arm(due: number): void {
    if (!running || (wake && wake.due <= due)) return
    wake?.cancel()
    wake = { due, cancel: clock.at(due, fire) }
  }

  // The store may be full for a while: the same commit is tried again, ever more slowly.
  function attempt(work: () => void): void {
    try {
      work()
    } catch (error) {
      options.storeFailed?.(error as StoreError)
      failures += 1
      const pause = Math.min(longestBackoff, 500 * 2 ** Math.min(failures, 10))
      clock.at(clock.now() + pause, () => running && attempt(work))
    }
  }

  return {
    /**
     * Feeds events in, all in one transaction with `alongside`; returns once they are durable.
     * Throws StoreError when nothing of it was stored: hand them in again.
     */
    receive: (inbound: Inbound[], alongside?: () => void): Receipt[] => commit(inbound as Feed[], alongside),

    /** Takes up everything that was pending: jobs first, then timers, however long they are overdue. */
    start(): void {
      running = true
      for (const job of actors.jobs()) {
        const ref: JobRef = { actor: job.actor, key: job.key, id: job.id, gen: job.gen }
        if (hosted.jobs[job.src]?.afterCrash === 'interrupt') {
          finish(ref, { error: { kind: 'interrupted', message: 'the service stopped during the call' } })
        } else startJob(ref, job.src, JSON.parse(job.input))
      }
      arm(clock.now())
    },

    async stop(): Promise<void> {
      running = false
      wake?.cancel()
      wake = undefined
      await jobs.stopAll()
    },

    /** Starts a stopped actor anew with `context` laid over its first one, and feeds in what waited. */
    reset(key: string, context: object): void {
      const row = actors.get(key)
      if (!row) throw new Error(`there is no actor ${key}`)
      const { snapshot } = stepper.init(hosted.inputOf(key))
      const fresh = JSON.parse(stepper.dump(snapshot as AnyMachineSnapshot)) as { context: object }
      const body = JSON.stringify({ ...fresh, context: { ...fresh.context, ...context } })
      const held = actors.held(row.id)
      halted.delete(key)
      hot.delete(key)
      commit([], () => {
        actors.clear(row.id)
        actors.update(row.id, hosted.version, body, row.seq, row.at)
        for (const { n } of held) actors.release(n)
      })
      commit(held.map(({ body: event }) => ({ key, event: JSON.parse(event) as Feed['event'] })))
    },

    snapshot: (key: string): AnyMachineSnapshot | undefined => (hot.get(key) ?? load(key))?.snapshot,
    passivate: (key: string): void => void hot.delete(key),
    haltedActors: (): ReadonlyMap<string, Error> => halted,
    figures: () => ({ hot: hot.size, jobs: jobs.count(), halted: halted.size, nextDue: wake?.due }),
    actors,
  }
}

const kindOf = (type: string): string => (type === 'message.received' ? 'message' : 'event')
const isStoreProblem = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === 'ERR_SQLITE_ERROR'
