// A host in virtual time and memory: the same steps, as fast as the machine allows. For replays, demos and tests.
import type { AnyMachineSnapshot } from 'xstate'
import type { Actor } from '../../room/actor.ts'
import type { Conversation } from '../../room/conversation.ts'
import { jobEnded, type Outcome, timerFired } from '../../room/feeds.ts'
import { roomOf } from '../../room/key.ts'
import type { InboundMessage } from '../../room/message.ts'
import { makePlanner, roomFor } from '../../room/plan.ts'
import type { Incoming, Kind, Plan, Receipt, Refused, Room, RoomRules, ToChart } from '../../room/room.ts'
import type { PendingTimer, PlannedStep, TracedStep } from '../../room/steps.ts'
import { asError } from '../../room/thrown.ts'
import { type Host, kindsOf } from '../host.ts'
import { makeSubscribers } from '../subscribers.ts'
import { makeVirtualTime } from './virtual-time.ts'

/** A job's outcome, and the virtual ms after which it arrives. */
export interface Rehearsed {
  outcome: Outcome
  afterMs: number
}

export interface VirtualHostOptions {
  hosted: Kind & { kinds?: Readonly<Record<string, Kind>>; room?: RoomRules }
  /** A promise is awaited while virtual time stands still: the host must then be led by `passUntil` and `passOut`. */
  jobs: Record<string, (input: never, context: { key: string; at: number }) => Rehearsed | Promise<Rehearsed>>
  /** Virtual ms that a promised job takes at least (1): what is due before that happens while it is awaited. */
  leastMs?: (input: never) => number
  /** A chart that cannot go on; what reaches it waits. Absent: its error is thrown. */
  halted?: (key: string, error: Error) => void
  startAt?: number
  /** Load every snapshot from JSON before every event, as after a crash. */
  reload?: boolean
}

interface Kept extends Actor {
  id: number
  /** Events of the moment `at`. */
  moment: { at: number; events: number }
}

/** Events of one actor while time stands still; more is an endless loop. */
const mostAtOnce = 20_000

const none: ReadonlySet<string> = new Set()

export function makeVirtualHost(options: VirtualHostOptions) {
  const { hosted, jobs, leastMs = () => 1, halted, startAt = 0, reload = false } = options
  const kinds = kindsOf<Kind>(hosted)
  const { kindOf } = kinds
  const planner = makePlanner({ ...kinds, ...hosted.room })
  const actors = new Map<string, Kept>()
  const stopped = new Map<string, Error>()
  /** What waits for a chart that is stopped. */
  const waiting = new Map<string, ToChart[]>()
  const talks = new Map<string, Conversation>()
  const opened = new Map<string, Room>()
  /** By room and message: the bots that it has reached. */
  const inbox = new Map<string, Map<string, readonly string[]>>()
  /** Jobs under way, by key and id: their generation. */
  const running = new Map<string, number>()
  const time = makeVirtualTime(startAt)
  const { now } = time
  // What a listener throws ends the play.
  const subscribers = makeSubscribers((work) => work())

  function roomIn(key: string): Room {
    let room = opened.get(key)
    if (!room) opened.set(key, (room = openRoom(key)))
    return room
  }

  const openRoom = (key: string): Room => ({
    key,
    actor(actorKey) {
      if (stopped.has(actorKey)) throw stopped.get(actorKey)
      const kept = actors.get(actorKey)
      if (!kept || !reload) return kept
      const { version = '' } = kindOf(actorKey)
      return { ...kept, snapshot: planner.load(actorKey, { version, body: planner.dump(actorKey, kept.snapshot) }) }
    },
    get talk() {
      let talk = talks.get(key)
      if (!talk) talks.set(key, (talk = planner.openTalk(key)))
      return talk
    },
    reached: (id) => inbox.get(key)?.get(id),
    isUnderWay: ({ key: actorKey, id, gen }) => running.get(`${actorKey} ${id}`) === gen,
  })

  function feed(incoming: Incoming): { receipt: Receipt; steps: TracedStep[] } {
    const room = roomFor(incoming)
    const plan: Plan = planner.plan(roomIn(room), incoming, { now: now() })
    const { seen, ended, steps, actors: after, effects } = plan
    if (!halted) for (const { error } of [...plan.refused, ...plan.failed]) throw error
    if (seen) inboxOf(room).set(seen.id, seen.bots)
    for (const { key, id } of ended) running.delete(`${key} ${id}`)
    for (const { key, id } of effects.stops) running.delete(`${key} ${id}`)
    for (const { key, seq } of steps) if (seq === 0) stopped.delete(key)
    for (const [key, actor] of after) keep(key, actor, incoming)
    for (const refused of plan.refused) hold(refused)
    for (const { key, error } of plan.failed) halted?.(key, asError(error))
    const starts =
      effects.starts.length > 0 ? new Set(effects.starts.map(({ ref }) => `${ref.key} ${ref.id} ${ref.gen}`)) : none
    return { receipt: plan.receipt, steps: steps.map((step) => run(step, starts)) }
  }

  function inboxOf(room: string): Map<string, readonly string[]> {
    let reached = inbox.get(room)
    if (!reached) inbox.set(room, (reached = new Map()))
    return reached
  }

  function hold({ error, waits, ...refused }: Refused): void {
    const { key } = refused
    if (!stopped.has(key)) {
      stopped.set(key, asError(error))
      halted?.(key, asError(error))
    }
    if (waits) waiting.set(key, [...(waiting.get(key) ?? []), refused])
  }

  function keep(key: string, actor: Actor, incoming: Incoming): void {
    const before = actors.get(key)
    const at = now()
    const events = before?.moment.at === at ? before.moment.events + 1 : 1
    if (events > mostAtOnce) {
      const type = 'message' in incoming ? 'a message' : incoming.event.type
      throw new Error(`${key} had ${mostAtOnce} events at ${at} ms: a timer starts itself anew at once, at ${type}`)
    }
    actors.set(key, { ...actor, id: before?.id ?? actors.size + 1, moment: { at, events } })
  }

  /** Starts what a step started: `starts` are the jobs that no later step of the plan has stopped. */
  function run(planned: PlannedStep, starts: ReadonlySet<string>): TracedStep {
    const { key, seq, timers } = planned
    const step: TracedStep = { ...planned, actor: actors.get(key)?.id ?? 0 }
    for (const timer of timers) if (timer.gen === seq) arm(key, timer)
    for (const job of step.started) if (starts.has(`${key} ${job.id} ${seq}`)) rehearse(key, job, seq)
    subscribers.tell(step)
    return step
  }

  function arm(key: string, timer: PendingTimer): void {
    const isStill = (): boolean =>
      actors.get(key)?.timers.some(({ id, gen }) => id === timer.id && gen === timer.gen) ?? false
    time.when(timer.due, time.begun(), isStill, () => void feed(timerFired(key, timer)))
  }

  function rehearse(key: string, { id, src, input }: TracedStep['started'][number], gen: number): void {
    const job = jobs[src]
    if (!job) throw new Error(`no job is provided for "${src}"`)
    const place = time.begun()
    running.set(`${key} ${id}`, gen)
    const begun = now()
    const answer = job(input as never, { key, at: begun })
    const isStill = (): boolean => running.get(`${key} ${id}`) === gen
    const arrive = ({ outcome, afterMs }: Rehearsed): void =>
      time.when(begun + afterMs, place, isStill, () => void feed(jobEnded({ key, id, gen }, outcome)))
    if (!(answer instanceof Promise)) return arrive(answer)
    const settled = answer.then(arrive)
    // Whoever awaits it hears of it.
    settled.catch(() => {})
    time.await(begun + leastMs(input as never), settled)
  }

  const stepFor = (key: string, event: { type: string }): TracedStep =>
    feed({ key, event }).steps.findLast((each) => each.key === key && each.event.type !== 'xstate.init') as TracedStep

  const host: Host = {
    receive: async (messages, alongside) => {
      alongside?.()
      return messages.map((message) => feed({ message }).receipt)
    },
    order: async (orders, alongside) => {
      alongside?.()
      return orders.map((order) => feed(order).receipt)
    },
    start: () => {},
    stop: async () => time.clear(),
    async room(key) {
      const charts = [...actors.values()].filter((each) => roomOf(each.key) === key)
      return charts.length === 0
        ? undefined
        : charts.map(({ key: of, seq, at, snapshot, timers }) => ({ key: of, seq, at, snapshot, timers }))
    },
    async rooms(most) {
      const newest = [...actors.values()].toSorted((a, b) => b.at - a.at).slice(0, most)
      const rooms = Map.groupBy(newest, ({ key }) => roomOf(key))
      return Array.from(rooms, ([key, of]) => ({ key, charts: of.map((each) => each.key) }))
    },
    figures() {
      const nextDue = time.nextDue()
      const standing = { hot: actors.size, jobs: running.size, halted: stopped.size, storeFailures: 0 }
      return { ...standing, ...(nextDue !== undefined && { nextDue }) }
    },
    subscribe: subscribers.subscribe,
  }

  return {
    ...host,
    ...time,
    /** Feeds an event at `at`, after everything that was due until then; returns the step it led to. */
    tellAt(at: number, key: string, event: { type: string }): TracedStep {
      time.runUntil(at)
      return stepFor(key, event)
    },
    /** Feeds an event at once, also while a step is told; returns the step it led to. */
    tell: stepFor,
    /** A message reaches its room at once. */
    hear: (message: InboundMessage): Receipt => feed({ message }).receipt,
    snapshot: (key: string): AnyMachineSnapshot | undefined => actors.get(key)?.snapshot,
    /** What waits for a chart that is stopped. */
    waitingFor: (key: string): readonly ToChart[] => waiting.get(key) ?? [],
  }
}
