// One durable transaction: what reached rooms in, their plans' snapshots, timers, jobs, tape and records out.
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import type { Conversation } from '../../room/conversation.ts'
import type { InboundMessage } from '../../room/message.ts'
import { isOfBot } from '../../room/key.ts'
import { makePlanner, roomFor } from '../../room/plan.ts'
import type { Incoming, Plan, PlanInputs, Receipt, Refused, Room } from '../../room/room.ts'
import type { Inbound, PlannedStep, TracedStep } from '../../room/steps.ts'
import { asError, textOf } from '../../room/thrown.ts'
import { slackOf, wakeOf } from '../../room/timers.ts'
import type { Actors } from '../../store/actors.ts'
import { StoreError } from '../../store/database.ts'
import type { Inbox } from '../../store/inbox.ts'
import type { DeltaBase } from '../../store/tape.ts'
import { type Clock, type Hosted, type HostedKind, kindsOf } from '../host.ts'
import { contained, isOwnFault, jsonOf } from '../faults.ts'
import { begunBy } from '../begun-costs.ts'
import type { Aftermath, TapeWriter } from './feeds.ts'
import { type Hot, makeHotCharts, unmade } from './hot-charts.ts'
import type { runningJobs } from '../running-jobs.ts'

interface Transaction extends Aftermath {
  staged: Map<string, Hot>
  /** Jobs whose outcome is taken. */
  ended: { key: string; id: string }[]
  /** Rooms whose talk was read on. */
  rooms: Set<string>
  /** Whose step is being written. */
  current?: string | undefined
}

/** As the host's own, of the same names. */
export interface CommitterOptions {
  db: DatabaseSync
  clock: Clock
  hosted: Hosted
  actors: Actors
  inbox: Inbox
  tape?: TapeWriter | undefined
  record: (step: TracedStep) => void
  keep?: ((message: InboundMessage) => void) | undefined
  ordered?: ((step: TracedStep, message: InboundMessage) => readonly Inbound[]) | undefined
  unread?: ((message: InboundMessage, error: unknown) => void) | undefined
  halted: (key: string, error: Error) => void
  hotActors: number
  jobs: Pick<ReturnType<typeof runningJobs>, 'costs' | 'costsOfInvoked'>
}

export function makeCommitter(options: CommitterOptions) {
  const { db, clock, hosted, actors, inbox, tape, record, ordered, halted, hotActors, jobs } = options
  const kinds = kindsOf<HostedKind>(hosted)
  const { kindOf } = kinds
  const planner = makePlanner({ ...kinds, ...hosted.room })
  const charts = makeHotCharts({ actors, planner, halted, most: hotActors })
  const talks = new LRUCache<string, Conversation>({ max: hotTalks })
  const slack = slackOf(hosted.slack)
  const [begin, end] = [db.prepare('BEGIN IMMEDIATE'), db.prepare('COMMIT')]

  /** `incoming` is read inside the transaction, one by one. Throws StoreError when nothing of it was stored. */
  function commit(incoming: () => Iterable<Incoming>): { receipts: Receipt[]; aftermath: Aftermath } {
    const atFault = new Set<string>()
    for (;;) {
      const tx: Transaction = {
        dues: [],
        slack: [],
        starts: [],
        stops: [],
        steps: [],
        dropped: [],
        staged: new Map(),
        ended: [],
        rooms: new Set(),
      }
      try {
        begin.run()
        const receipts: Receipt[] = []
        const orders: Inbound[] = []
        for (const each of incoming()) receipts.push(apply(each, tx, orders))
        for (const order of orders) apply(order, tx, [])
        end.run()
        for (const [key, actor] of tx.staged) charts.set(key, actor)
        return { receipts, aftermath: tx }
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK')
        tape?.undone()
        // What was read of the talk is read again.
        for (const room of tx.rooms) talks.delete(room)
        // That chart is stopped, and the others are fed anew.
        const { current } = tx
        if (current !== undefined && !atFault.has(current) && isOwnFault(error) && charts.stop(current, error)) {
          atFault.add(current)
          continue
        }
        throw new StoreError(`the store refused a write: ${textOf(error)}; nothing of it was kept`, { cause: error })
      }
    }
  }

  function apply(incoming: Incoming, tx: Transaction, orders: Inbound[]): Receipt {
    const now = clock.now()
    const count = tx.steps.length
    const room = roomIn(roomFor(incoming), tx)
    const plan = planFor(room, incoming, { now, begun: begunIn(tx) })
    if (plan) writeAll(plan, room.key, tx, now)
    if (!('message' in incoming)) return plan?.receipt ?? 'accepted'
    options.keep?.(incoming.message)
    if (plan && plan.dropped.length > 0) tx.dropped.push({ message: incoming.message, bots: plan.dropped })
    for (const step of ordered ? tx.steps.slice(count) : []) {
      if (step.event.type === 'message.received') orders.push(...(ordered?.(step, incoming.message) ?? []))
    }
    return plan?.receipt ?? 'accepted'
  }

  function writeAll(
    { seen, ended, steps, refused, failed, effects }: Plan,
    room: string,
    tx: Transaction,
    now: number,
  ): void {
    if (seen) inbox.put(room, seen, now)
    for (const { key, id, gen } of ended) {
      actors.takeJob(idOf(key, tx), id, gen)
      tx.ended.push({ key, id })
    }
    for (const step of steps) {
      tx.current = step.key
      write(step, tx)
      tx.current = undefined
    }
    for (const { key, id } of effects.stops) {
      actors.dropJob(idOf(key, tx), id)
      tx.starts = tx.starts.filter(({ ref }) => ref.key !== key || ref.id !== id)
      tx.stops.push({ actor: idOf(key, tx), key, id })
    }
    for (const { ref, src, input } of effects.starts) {
      tx.current = ref.key
      const actor = idOf(ref.key, tx)
      actors.putJob(actor, ref.id, ref.gen, src, JSON.stringify(input))
      tx.starts.push({ ref: { actor, ...ref }, src, input })
      tx.current = undefined
    }
    for (const each of refused) hold(each, now)
    for (const { key, error } of failed) contained(() => halted(key, asError(error)))
  }

  /** undefined: a message that cannot be read; it is told to nobody. */
  function planFor(room: Room, incoming: Incoming, inputs: PlanInputs): Plan | undefined {
    try {
      return planner.plan(room, incoming, inputs)
    } catch (error) {
      if (!('message' in incoming) || !isOwnFault(error)) throw error
      options.unread?.(incoming.message, error)
      return undefined
    }
  }

  function roomIn(key: string, tx: Transaction): Room {
    return {
      key,
      actor: (actorKey) => tx.staged.get(actorKey) ?? charts.running(actorKey),
      get talk() {
        tx.rooms.add(key)
        let talk = talks.get(key)
        if (!talk) talks.set(key, (talk = planner.openTalk(key)))
        return talk
      },
      reached: (id) => inbox.of(key, id),
      isUnderWay: ({ key: actorKey, id, gen }) => actors.isUnderWay(idOf(actorKey, tx), id, gen),
    }
  }

  const begunIn =
    (tx: Transaction): NonNullable<PlanInputs['begun']> =>
    (key, { ended, effects }) => {
      const { costs, costsOfInvoked: invoked } = jobs
      const running = costs.get(key) ?? invoked.get(key)
      if (!running && tx.starts.length + effects.starts.length + invoked.size === 0) return undefined
      const soFar = {
        starts: [...tx.starts, ...effects.starts],
        stops: [...tx.stops, ...effects.stops],
        ended: [...tx.ended, ...ended],
      }
      return begunBy(key, running, soFar, hosted.jobs, invoked)
    }

  const idOf = (key: string, { staged }: Transaction): number =>
    staged.get(key)?.id ?? charts.peek(key)?.id ?? actors.get(key)?.id ?? 0

  function write(planned: PlannedStep, tx: Transaction): void {
    const { key, seq, at, snapshot, timers } = planned
    const kind = kindOf(key)
    const before = tx.staged.get(key) ?? charts.peek(key)
    const isFirst = seq === 0
    // One that begins anew where nothing of it could be read is stopped no more.
    if (isFirst) charts.revive(key)
    const id = before?.id || (actors.get(key)?.id ?? actors.insert(key, kind.version, unmade, 0, at))
    const step: TracedStep = { ...planned, actor: id }
    const wake = wakeOf(timers, slack)
    actors.update(id, { version: kind.version, body: planner.dump(key, snapshot), seq, at }, timers, wake)
    if (wake !== undefined) tx.dues.push(wake)
    for (const { id: timer, gen, due } of timers)
      if (gen === seq && slack(timer) > 0) tx.slack.push({ key, id: timer, gen, due })
    tx.steps.push(step)
    const staged: Hot = { key, id, seq, at, snapshot, timers }
    tx.staged.set(key, staged)
    if (!isFirst) staged.deltaBase = append(step, before?.deltaBase)
    record(step)
  }

  function append(step: TracedStep, deltaBase: DeltaBase | undefined): DeltaBase | undefined {
    const { actor, seq, at, event } = step
    const kind = event.type === 'message.received' ? 'message' : 'event'
    // Of charts of bots, and of those that they invoke, the tape tells what the events led to.
    const row = isOfBot(step.key) ? tape?.row(step, deltaBase) : undefined
    actors.append(actor, seq, at, kind, row?.body ?? JSON.stringify(event), row?.led)
    return row?.deltaBase
  }

  // What reaches a stopped chart waits on its tape and is fed in when it is reset.
  function hold({ key, event, timer, waits, error }: Refused, now: number): void {
    if (!isOwnFault(error)) throw error
    charts.stop(key, error)
    const id = actors.get(key)?.id ?? actors.insert(key, kindOf(key).version, unmade, 0, now)
    if (timer) actors.dropTimer(id, timer.id)
    if (waits) actors.append(id, 0, now, 'held', jsonOf(event))
  }

  return {
    commit,
    charts,
    /** A first snapshot with some regions and context laid over it, as JSON. */
    fresh(key: string, over: { value?: object; context?: object }): string {
      const first = JSON.parse(planner.first(key)) as { value: object; context: object }
      const [value, context] = [
        { ...first.value, ...over.value },
        { ...first.context, ...over.context },
      ]
      return JSON.stringify({ ...first, value, context })
    },
  }
}

/** Rooms of which it is remembered who talks with whom; of others it is read from their talk. */
const hotTalks = 1_000
