// One durable transaction: events in, snapshots, timers, jobs, tape and records out; effects are handed back for later.
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate'
import { type Actors, timersIn } from '../../store/actors.ts'
import { StoreError } from '../../store/database.ts'
import type { Told } from '../../store/tape.ts'
import type { Clock, Hosted, Receipt } from '../host.ts'
import type { Inbound, PendingTimer, TracedStep } from '../../room/steps.ts'
import { makeStepper, type Stepped } from '../../room/step.ts'
import { asError, chartThrew, contained, isOwnFault, jsonOf, messageOf } from './faults.ts'
import { begunBy } from './begun-costs.ts'
import type { Aftermath, Feed, Look, TapeWriter } from './feeds.ts'
import { migrated, unmade } from './migrated.ts'
import { slackOf, timersAfter, wakeOf, without } from './pending-timers.ts'

/** An actor in memory. Absent ones are passivated: nothing but their row. */
interface Hot {
  id: number
  seq: number
  at: number
  snapshot: AnyMachineSnapshot
  timers: readonly PendingTimer[]
  /** What its last row on the tape left for the next; unknown to one that was just loaded. */
  told?: Told | undefined
}

interface Transaction extends Aftermath {
  staged: Map<string, Hot>
  /** Jobs whose outcome is fed. */
  ended: { actor: number; id: string }[]
  current?: Feed | undefined
}

/** As the host's own, of the same names. */
export interface CommitterOptions {
  db: DatabaseSync
  clock: Clock
  hosted: Hosted
  actors: Actors
  tape?: TapeWriter | undefined
  record: (step: TracedStep) => void
  follows?: ((step: TracedStep, look: Look) => readonly Inbound[]) | undefined
  halted: (key: string, error: Error) => void
  hotActors: number
  /** What an actor's jobs may have cost by now, by their ids. */
  costs: (actor: number) => ReadonlyMap<string, { tokens: number }> | undefined
}

export function makeCommitter(options: CommitterOptions) {
  const { db, clock, hosted, actors, tape, record, follows, halted, hotActors, costs } = options
  const stepper = makeStepper(hosted.machine, hosted.inputOf(''), hosted.transitions)
  const hot = new LRUCache<string, Hot>({ max: hotActors })
  const stopped = new Map<string, Error>()
  const slack = slackOf(hosted.slack)
  const [begin, end] = [db.prepare('BEGIN IMMEDIATE'), db.prepare('COMMIT')]

  /** `feedsIn` is read inside the transaction, one by one. Throws StoreError when nothing of it was stored. */
  function commit(feedsIn: () => Iterable<Feed>): { receipts: Receipt[]; aftermath: Aftermath } {
    for (;;) {
      const tx: Transaction = { dues: [], slack: [], starts: [], stops: [], steps: [], staged: new Map(), ended: [] }
      try {
        begin.run()
        const receipts: Receipt[] = []
        for (const feed of feedsIn()) {
          receipts.push(apply(feed, tx))
          // What fails between two feeds is nobody's step.
          tx.current = undefined
        }
        end.run()
        for (const [key, actor] of tx.staged) hot.set(key, actor)
        return { receipts, aftermath: tx }
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK')
        tape?.undone()
        // That actor is stopped, and the others are fed anew.
        if (tx.current && isOwnFault(error) && stop(tx.current.key, error)) continue
        throw new StoreError(`the store refused a write: ${messageOf(error)}; nothing of it was kept`, { cause: error })
      }
    }
  }

  function apply(feed: Feed, tx: Transaction): Receipt {
    const { key, dedupe, timer, job, broken } = (tx.current = feed)
    const now = clock.now()
    if (broken) return hold(feed, broken, now)
    let actor: Hot | undefined
    try {
      if (stopped.has(key)) throw stopped.get(key)
      actor = tx.staged.get(key) ?? hot.get(key) ?? load(key)
    } catch (error) {
      return hold(feed, error, now)
    }
    actor ??= create(key, now, tx)
    if (dedupe !== undefined && !actors.see(actor.id, dedupe, now)) return 'duplicate'
    if (timer && !isRunning(actor, timer)) return 'duplicate'
    if (job && !actors.takeJob(actor.id, job.id, job.gen)) return 'duplicate'
    if (job) tx.ended.push({ actor: actor.id, id: job.id })
    const begun = begunBy(actor.id, costs(actor.id), tx, hosted.jobs)
    const event = { ...feed.event, at: Math.max(now, actor.at), ...begun }
    let stepped
    try {
      stepped = stepper.step(actor.snapshot, event)
    } catch (error) {
      return hold({ key, event: feed.event }, chartThrew(event.type, error), now)
    }
    const timers = timer ? without(actor.timers, timer.id) : actor.timers
    const step = save(key, { ...actor, seq: actor.seq + 1, at: event.at, timers }, event, stepped, tx)
    append(step, actor.told, tx)
    record(step)
    // One by one: what the first does of it may change what the next is told.
    for (const other of follows?.(step, (otherKey) => look(otherKey, tx.staged)) ?? []) apply(other, tx)
    return 'accepted'
  }

  function append(step: TracedStep, told: Told | undefined, tx: Transaction): void {
    const { key, actor, seq, at, event } = step
    const kind = event.type === 'message.received' ? 'message' : 'event'
    const row = tape?.row(step, told)
    actors.append(actor, seq, at, kind, row?.body ?? JSON.stringify(event), row?.led)
    const staged = tx.staged.get(key)
    if (staged) staged.told = row?.told
  }

  function look(key: string, staged: Transaction['staged'] = new Map()): AnyMachineSnapshot | undefined {
    try {
      return stopped.has(key) ? undefined : (staged.get(key) ?? hot.get(key) ?? load(key))?.snapshot
    } catch {
      return undefined
    }
  }

  function save(
    key: string,
    { id, seq, at, timers: before }: Omit<Hot, 'snapshot' | 'told'>,
    event: TracedStep['event'],
    { snapshot, effects, took }: Stepped<AnyStateMachine>,
    tx: Transaction,
  ): TracedStep {
    const step: TracedStep = {
      key,
      actor: id,
      seq,
      at,
      event,
      snapshot,
      records: [],
      started: [],
      took,
      timers: timersAfter(before, effects, { seq, at }),
    }
    const wake = wakeOf(step.timers, slack)
    actors.update(id, { version: hosted.version, body: stepper.dump(snapshot), seq, at }, step.timers, wake)
    if (wake !== undefined) tx.dues.push(wake)
    for (const { id: timer, gen, due } of step.timers)
      if (gen === seq && slack(timer) > 0) tx.slack.push({ key, id: timer, gen, due })
    for (const effect of effects) {
      if (effect.type === 'job.start') {
        actors.putJob(id, effect.id, seq, effect.src, JSON.stringify(effect.input))
        tx.starts.push({ ref: { actor: id, key, id: effect.id, gen: seq }, src: effect.src, input: effect.input })
        step.started.push(effect)
      } else if (effect.type === 'job.stop') {
        actors.dropJob(id, effect.id)
        tx.starts = tx.starts.filter(({ ref }) => ref.actor !== id || ref.id !== effect.id)
        tx.stops.push({ actor: id, id: effect.id })
      } else if (effect.type === 'record') {
        step.records.push({ name: effect.name, params: effect.params })
      }
    }
    tx.steps.push(step)
    tx.staged.set(key, { id, seq, at, snapshot, timers: step.timers })
    return step
  }

  function load(key: string): Hot | undefined {
    const row = actors.get(key)
    if (!row || row.body === unmade) return undefined
    const { id, seq, at } = row
    try {
      const snapshot = stepper.load(migrated(hosted, row), hosted.inputOf(key))
      return { id, seq, at, snapshot, timers: timersIn(row.timers) }
    } catch (error) {
      throw new Error(`its snapshot (version ${row.version}) cannot be read: ${String(error)}`, { cause: error })
    }
  }

  function create(key: string, at: number, tx: Transaction): Hot {
    const made = stepper.init(hosted.inputOf(key))
    const id = actors.get(key)?.id ?? actors.insert(key, hosted.version, unmade, 0, at)
    const step = save(key, { id, seq: 0, at, timers: [] }, { type: 'xstate.init', at }, made, tx)
    record(step)
    return { id, seq: 0, at, snapshot: made.snapshot, timers: step.timers }
  }

  /** False: it was stopped before. */
  function stop(key: string, thrown: unknown): boolean {
    if (stopped.has(key)) return false
    const error = asError(thrown)
    stopped.set(key, error)
    hot.delete(key)
    contained(() => halted(key, error))
    return true
  }

  // What reaches a stopped actor waits on its tape and is fed in when it is reset.
  function hold({ key, dedupe, event, timer, job }: Feed, error: unknown, now: number): Receipt {
    if (!isOwnFault(error)) throw error
    stop(key, error)
    const id = actors.get(key)?.id ?? actors.insert(key, hosted.version, unmade, 0, now)
    if (timer) actors.dropTimer(id, timer.id)
    if (timer || job) return 'held'
    if (dedupe !== undefined && !actors.see(id, dedupe, now)) return 'duplicate'
    actors.append(id, 0, now, 'held', jsonOf(event))
    return 'held'
  }

  return {
    commit,
    snapshot: (key: string): AnyMachineSnapshot | undefined => (hot.get(key) ?? load(key))?.snapshot,
    look: (key: string) => look(key),
    passivate: (key: string): void => void hot.delete(key),
    stopped: (): ReadonlyMap<string, Error> => stopped,
    hotCount: (): number => hot.size,
    /** Whether an actor's snapshot can be read. Stops it when it cannot. */
    isSound(key: string): boolean {
      if (stopped.has(key)) return false
      try {
        return (hot.get(key) ?? load(key)) !== undefined
      } catch (error) {
        stop(key, error)
        return false
      }
    },
    /** A first snapshot with `context` laid over it, as JSON. */
    fresh(key: string, context: object): string {
      const { snapshot } = stepper.init(hosted.inputOf(key))
      const first = JSON.parse(stepper.dump(snapshot)) as { context: object }
      return JSON.stringify({ ...first, context: { ...first.context, ...context } })
    },
    /** Lets a stopped actor be loaded again. */
    revive(key: string): void {
      stopped.delete(key)
      hot.delete(key)
    },
  }
}

const isRunning = ({ timers }: Hot, { id, gen }: { id: string; gen: number }): boolean =>
  timers.some((timer) => timer.id === id && timer.gen === gen)
