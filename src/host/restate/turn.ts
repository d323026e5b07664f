// One turn of a room: what reached it and the timers that are due in, everything that is to be kept and done out, as plain JSON.
import type { AnyMachineSnapshot } from 'xstate'
import type { Actor, JobRef } from '../../room/actor.ts'
import type { Conversation } from '../../room/conversation.ts'
import { timerFired } from '../../room/feeds.ts'
import type { InboundMessage } from '../../room/message.ts'
import type { makePlanner } from '../../room/plan.ts'
import type { Incoming, Plan, PlanInputs, Receipt, Refused, Room, ToChart } from '../../room/room.ts'
import type { Inbound, PendingTimer, PlannedStep } from '../../room/steps.ts'
import { textOf } from '../../room/thrown.ts'
import { wakeOf, without } from '../../room/timers.ts'
import type { HostedKind } from '../host.ts'
import type { Bucket } from './seen-ids.ts'
import type { KeptChart, KeptRoom, RoomState, TurnStep } from './room-state.ts'

/** What a turn led to. It is kept whole before anything of it is done: a second try does the same. */
export interface Turn {
  receipts: readonly Receipt[]
  room: KeptRoom
  /** Charts that changed. */
  charts: readonly KeptChart[]
  seen: readonly (readonly [n: number, bucket: Bucket])[]
  /** Buckets that are kept no more. */
  outlived: readonly number[]
  /** Absent: as it was. */
  held?: readonly ToChart[]
  steps: readonly TurnStep[]
  starts: readonly Start[]
  /** Jobs that their charts have left. */
  stops: readonly Stop[]
  /** Which of the messages handed in leave none of their words. */
  unkept?: readonly number[]
  /** Which of the messages handed in bots had already. */
  dropped: readonly { n: number; bots: readonly string[] }[]
  unread: readonly { n: number; error: string }[]
  halted: readonly { key: string; error: string }[]
  /** Up to this turn the cluster's memory was known to have the room's rows. */
  kept: number
}

export interface Start {
  ref: JobRef
  src: string
  input: unknown
  /** It was under way in another house: as `cost` of the room's job. */
  cost?: number | null
}

export interface Stop {
  key: string
  id: string
  gen: number
  /** The call that runs it. */
  call?: string
}

export interface TurnOptions {
  planner: Pick<ReturnType<typeof makePlanner>, 'plan' | 'dump' | 'load'>
  kindOf: (key: string) => HostedKind
  slack: (timer: string) => number
  /** What a message orders once a bot has taken it. */
  ordered?: ((step: Pick<PlannedStep, 'key' | 'event'>, message: InboundMessage) => readonly Inbound[]) | undefined
  /** What the jobs of a chart may have cost by now, as its events are told. */
  begun: (key: string, soFar: SoFar) => object | undefined
  /** Who talks with whom in the room. */
  talkOf: (state: RoomState) => Conversation
  /** Up to which turn the cluster's memory has a room's rows, as far as this worker knows. */
  keptOf: (room: string) => number
  /** Of a chart as it is kept. Throws where it cannot be read. */
  load: (chart: KeptChart) => AnyMachineSnapshot
}

type SoFar = Pick<Plan, 'ended' | 'effects'>
const timersAtOnce = 64

/**
 * `incoming`: taken after the timers that are due; `now`, ms. Returns besides the turn its steps with their snapshots, and the
 * charts as they stand.
 */
export function takeTurn(
  options: TurnOptions,
  state: RoomState,
  incoming: readonly Incoming[],
  now: number,
): { turn: Turn; steps: readonly PlannedStep[]; actors: ReadonlyMap<string, Actor> } {
  const { planner, kindOf, slack, ordered } = options
  const actors = new Map<string, Actor>()
  const changed = new Map<string, KeptChart>()
  const keys = [...state.room.charts]
  const steps: TurnStep[] = []
  const planned: PlannedStep[] = []
  const starts: Start[] = []
  const stops: Stop[] = []
  const ended: JobRef[] = []
  let { jobs } = state.room
  let { held } = state
  const [dropped, unread, halted]: [Turn['dropped'][0][], Turn['unread'][0][], Turn['halted'][0][]] = [[], [], []]

  const standing = (key: string): KeptChart | undefined => changed.get(key) ?? state.charts.get(key)

  function actorOf(key: string): Actor | undefined {
    const chart = standing(key)
    if (chart?.stopped !== undefined) throw new Error(chart.stopped)
    const known = actors.get(key)
    if (known || !chart || chart.body === '') return known
    const { seq, at, timers } = chart
    const actor = { key, seq, at, timers, snapshot: options.load(chart) }
    actors.set(key, actor)
    return actor
  }

  const room: Room = {
    key: state.key,
    actor: actorOf,
    get talk() {
      return options.talkOf(state)
    },
    reached: (id) => state.seen.of(id),
    isUnderWay: ({ key, id, gen }) => jobs.some((job) => job.key === key && job.id === id && job.gen === gen),
  }

  function begun(key: string, { ended: over, effects }: SoFar): object | undefined {
    return options.begun(key, {
      ended: [...ended, ...over],
      effects: { starts: [...starts, ...effects.starts], stops: [...stops, ...effects.stops] },
    })
  }

  function planFor(each: Incoming, n: number, inputs: PlanInputs): Plan | undefined {
    try {
      return planner.plan(room, each, inputs)
    } catch (error) {
      if (!('message' in each)) throw error
      unread.push({ n, error: textOf(error) })
      return undefined
    }
  }

  /** `n`: of what was handed in; timers have none. */
  function apply(each: Incoming, n = -1): Receipt {
    const plan = planFor(each, n, { now, begun })
    if (!plan) return 'accepted'
    keep(plan)
    if (!('message' in each)) return plan.receipt
    if (plan.dropped.length > 0) dropped.push({ n, bots: plan.dropped })
    for (const step of plan.steps)
      if (step.event.type === 'message.received') for (const order of ordered?.(step, each.message) ?? []) apply(order)
    return plan.receipt
  }

  function keep({ seen, ended: over, steps: taken, refused, failed, effects }: Plan): void {
    if (seen) state.seen.put(seen.id, seen.bots)
    ended.push(...over)
    jobs = jobs.filter((job) => !over.some(({ key, id, gen }) => job.key === key && job.id === id && job.gen === gen))
    for (const step of taken) keepStep(step)
    for (const { key, id } of effects.stops) stopJob(key, id)
    for (const start of effects.starts) {
      const { key, id, gen } = start.ref
      stopJob(key, id)
      starts.push(start)
      jobs = [...jobs, { key, id, gen, src: start.src, input: start.input }]
    }
    for (const each of refused) hold(each)
    for (const { key, error } of failed) halted.push({ key, error: textOf(error) })
  }

  function keepStep(plannedStep: PlannedStep): void {
    const { snapshot, ...step } = plannedStep
    const { key, seq, at, timers } = step
    const body = planner.dump(key, snapshot)
    steps.push({ ...step, body })
    planned.push(plannedStep)
    actors.set(key, { key, seq, at, timers, snapshot })
    if (!standing(key)) keys.push(key)
    changed.set(key, { key, version: kindOf(key).version, body, seq, at, timers })
  }

  function stopJob(key: string, id: string): void {
    const job = jobs.find((each) => each.key === key && each.id === id)
    if (!job) return
    jobs = jobs.filter((each) => each !== job)
    const begins = starts.findIndex(({ ref }) => ref.key === key && ref.id === id)
    if (begins >= 0) starts.splice(begins, 1)
    else stops.push({ key, id, gen: job.gen, ...(job.call !== undefined && { call: job.call }) })
  }

  function hold({ error, waits, timer, ...event }: Refused): void {
    const { key } = event
    const chart = standing(key) ?? { key, version: kindOf(key).version, body: '', seq: 0, at: now, timers: [] }
    if (!standing(key)) keys.push(key)
    if (chart.stopped === undefined) halted.push({ key, error: textOf(error) })
    const timers = timer ? without(chart.timers, timer.id) : chart.timers
    changed.set(key, { ...chart, timers, stopped: chart.stopped ?? textOf(error) })
    if (waits)
      held = [...held, { key, event: event.event, ...(event.dedupe !== undefined && { dedupe: event.dedupe }) }]
  }

  function firstDue(): { key: string; timer: PendingTimer } | undefined {
    let first: { key: string; timer: PendingTimer } | undefined
    for (const key of keys) {
      const { timers: [timer] = [], stopped } = standing(key) ?? {}
      if (!timer || stopped !== undefined || timer.due > now || (first && first.timer.due <= timer.due)) continue
      first = { key, timer }
    }
    return first
  }

  for (let n = 0, due = firstDue(); due && n < timersAtOnce; n += 1, due = firstDue())
    apply(timerFired(due.key, due.timer))
  const receipts = incoming.map((each, n) => apply(each, n))

  const { changed: seen, bucket, outlived } = state.seen.changes()
  const after = keys.flatMap((key) => standing(key) ?? [])
  const turn: Turn = {
    receipts,
    room: {
      ...state.room,
      turn: state.room.turn + 1,
      charts: keys,
      jobs,
      bucket,
      isHolding: held.length > 0,
      ...wakesAfter(state.room, after, slack),
    },
    charts: [...changed.values()],
    seen,
    outlived,
    ...(held !== state.held && { held }),
    steps,
    starts,
    stops,
    dropped,
    unread,
    halted,
    kept: options.keptOf(state.key),
  }
  return { turn, steps: planned, actors }
}

/** The calls that wake a room with such charts: one that comes early looks again, and another one is sent where none comes in time. */
export function wakesAfter(
  { wakes, lastWake }: KeptRoom,
  charts: readonly KeptChart[],
  slack: (timer: string) => number,
): Pick<KeptRoom, 'wakes' | 'lastWake'> {
  const dues = charts.flatMap(({ timers, stopped }) => (stopped === undefined ? (wakeOf(timers, slack) ?? []) : []))
  const due = dues.length > 0 ? Math.min(...dues) : undefined
  if (due === undefined || wakes.some((wake) => wake.due <= due)) return { wakes, lastWake }
  return { wakes: [...wakes, { n: lastWake + 1, due }], lastWake: lastWake + 1 }
}
