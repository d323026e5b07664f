// A host in virtual time and memory: the same steps, as fast as the machine allows. For replays, demos and tests.
import TinyQueue from 'tinyqueue'
import type { AnyMachineSnapshot } from 'xstate'
import type { Actor } from '../../room/actor.ts'
import { type Conversation, newConversation } from '../../room/conversation.ts'
import type { InboundMessage } from '../../room/message.ts'
import { makePlanner, roomFor } from '../../room/plan.ts'
import type { Incoming, Kind, Receipt, Room, RoomRules } from '../../room/room.ts'
import { jobDone, jobFailed } from '../../room/step.ts'
import type { PendingTimer, PlannedStep, Step } from '../../room/steps.ts'
import { kindsOf } from '../host.ts'

/** A job's outcome, and the virtual ms after which it arrives. */
export interface Rehearsed {
  outcome: { output: unknown } | { error: unknown }
  afterMs: number
}

export interface VirtualHostOptions {
  hosted: Kind & { kinds?: Readonly<Record<string, Kind>>; room?: RoomRules }
  /** A promise is awaited while virtual time stands still: the host must then be led by `passUntil` and `passOut`. */
  jobs: Record<string, (input: never, context: { key: string; at: number }) => Rehearsed | Promise<Rehearsed>>
  /** Virtual ms that a promised job takes at least (1): what is due before that happens while it is awaited. */
  leastMs?: (input: never) => number
  committed(step: Step): void
  startAt?: number
  /** Load every snapshot from JSON before every event, as after a crash. */
  reload?: boolean
}

interface Due {
  at: number
  order: number
  fire(): void
}

/** A call under way, and when its answer can come at the earliest. */
interface Awaited {
  earliest: number
  settled: Promise<void>
}

interface Kept extends Actor {
  id: number
  /** Events of the moment `at`. */
  moment: { at: number; events: number }
}

/** Events of one actor while time stands still; more is an endless loop. */
const mostAtOnce = 20_000

/** Beyond every order of a timer or a job. */
const afterTimers = 2 ** 52

export function makeVirtualHost({
  hosted,
  jobs,
  committed,
  leastMs = () => 1,
  startAt = 0,
  reload = false,
}: VirtualHostOptions) {
  const kindOf = kindsOf<Kind>(hosted)
  const planner = makePlanner({ kindOf, ...hosted.room })
  const actors = new Map<string, Kept>()
  const talks = new Map<string, Conversation>()
  const inbox = new Map<string, readonly string[]>()
  /** Jobs under way, by key and id: their generation. */
  const running = new Map<string, number>()
  const queue = new TinyQueue<Due>([], (a, b) => a.at - b.at || a.order - b.order)
  const awaited: Awaited[] = []
  let now = startAt
  let order = 0

  const roomIn = (key: string): Room => ({
    key,
    actor(actorKey) {
      const kept = actors.get(actorKey)
      if (!kept || !reload) return kept
      return { ...kept, snapshot: planner.load(actorKey, planner.dump(actorKey, kept.snapshot)) }
    },
    get talk() {
      const talk = talks.get(key) ?? hosted.room?.openTalk?.(key) ?? newConversation()
      talks.set(key, talk)
      return talk
    },
    reached: (id) => inbox.get(`${key} ${id}`),
    isUnderWay: ({ key: actorKey, id, gen }) => running.get(`${actorKey} ${id}`) === gen,
  })

  /** Throws what a chart throws. */
  function feed(incoming: Incoming): { receipt: Receipt; steps: Step[] } {
    const room = roomFor(incoming)
    const {
      seen,
      ended,
      steps,
      actors: after,
      refused,
      effects,
      receipt,
    } = planner.plan(roomIn(room), incoming, { now })
    for (const { error } of refused) throw error
    if (seen) inbox.set(`${room} ${seen.id}`, seen.bots)
    for (const { key, id } of ended) running.delete(`${key} ${id}`)
    for (const { key, id } of effects.stops) running.delete(`${key} ${id}`)
    for (const [key, actor] of after) keep(key, actor, incoming)
    const starts = new Set(effects.starts.map(({ ref }) => `${ref.key} ${ref.id} ${ref.gen}`))
    return { receipt, steps: steps.map((step) => run(step, starts)) }
  }

  function keep(key: string, actor: Actor, incoming: Incoming): void {
    const before = actors.get(key)
    const events = before?.moment.at === now ? before.moment.events + 1 : 1
    if (events > mostAtOnce) {
      const type = 'message' in incoming ? 'a message' : incoming.event.type
      throw new Error(`${key} had ${mostAtOnce} events at ${now} ms: a timer starts itself anew at once, at ${type}`)
    }
    actors.set(key, { ...actor, id: before?.id ?? actors.size + 1, moment: { at: now, events } })
  }

  /** Starts what a step started: `starts` are the jobs that no later step of the plan has stopped. */
  function run({ stopped: _, ...planned }: PlannedStep, starts: ReadonlySet<string>): Step {
    const { key, seq, timers } = planned
    const step: Step = { ...planned, actor: actors.get(key)?.id ?? 0 }
    for (const timer of timers) if (timer.gen === seq) queue.push(timerDue(key, timer))
    for (const job of step.started) if (starts.has(`${key} ${job.id} ${seq}`)) rehearse(key, job, seq)
    committed(step)
    return step
  }

  function timerDue(key: string, { id, gen, due, event }: PendingTimer): Due {
    order += 1
    return {
      at: due,
      order,
      fire() {
        if (!actors.get(key)?.timers.some((timer) => timer.id === id && timer.gen === gen)) return
        now = Math.max(now, due)
        feed({ key, event: { type: id, ...event }, timer: { id, gen } })
      },
    }
  }

  function rehearse(key: string, { id, src, input }: Step['started'][number], gen: number): void {
    const job = jobs[src]
    if (!job) throw new Error(`no job is provided for "${src}"`)
    order += 1
    const mine = order
    running.set(`${key} ${id}`, gen)
    const begun = now
    const answer = job(input as never, { key, at: now })
    // The order of what is due at the same time is that in which it was begun, however long a call took.
    const arrive = ({ outcome, afterMs }: Rehearsed): void => {
      const event = 'output' in outcome ? jobDone(id, outcome.output, 0) : jobFailed(id, outcome.error, 0)
      const at = begun + afterMs
      queue.push({
        at,
        order: mine,
        fire() {
          if (running.get(`${key} ${id}`) !== gen) return
          now = Math.max(now, at)
          feed({ key, event, job: { id, gen } })
        },
      })
    }
    if (!(answer instanceof Promise)) return arrive(answer)
    const settled = answer.then(arrive)
    // Whoever awaits it hears of it.
    settled.catch(() => {})
    awaited.push({ earliest: begun + leastMs(input as never), settled })
  }

  const earliestAnswer = (): number => Math.min(Infinity, ...awaited.map(({ earliest }) => earliest))

  /** Fires what is due until `at` and before an answer can come, in order. */
  function fireUntil(at: number): void {
    for (let next = queue.peek(); next && next.at <= at && next.at < earliestAnswer(); next = queue.peek()) {
      queue.pop()
      next.fire()
    }
  }

  /** Fires everything due until `at`, in order; timers due at `at` fire before what arrives at `at`. */
  function runUntil(at: number): void {
    fireUntil(at)
    if (earliestAnswer() <= at)
      throw new Error('a job of this virtual host is a promise: lead it by passUntil and passOut')
    now = Math.max(now, at)
  }

  /** As runUntil, with jobs that are promises. Rejects with what a job rejects with. */
  async function passUntil(at: number): Promise<void> {
    for (;;) {
      fireUntil(at)
      const next = Math.min(at, queue.peek()?.at ?? at)
      const needed = awaited.filter(({ earliest }) => earliest <= next)
      if (needed.length === 0) break
      for (const each of needed) awaited.splice(awaited.indexOf(each), 1)
      // oxlint-disable-next-line no-await-in-loop -- time passes in order
      await Promise.all(needed.map(({ settled }) => settled))
    }
    now = Math.max(now, at)
  }

  /** When something happens next, an answer under way included. */
  function nextAt(): number | undefined {
    const next = Math.min(queue.peek()?.at ?? Infinity, earliestAnswer())
    return next === Infinity ? undefined : next
  }

  return {
    now: () => now,
    runUntil,
    /** Feeds an event at `at`, after everything that was due until then; returns the step it led to. */
    receive(at: number, key: string, event: { type: string }): Step {
      runUntil(at)
      return stepOf(key, feed({ key, event }).steps)
    },
    /** Feeds an event at once, also while a step is committed. */
    tell: (key: string, event: { type: string }): Step => stepOf(key, feed({ key, event }).steps),
    /** A message reaches its room at once. */
    hear: (message: InboundMessage): Receipt => feed({ message }).receipt,
    /** Runs `work` at `at`, after everything else that is due until then. */
    later(at: number, work: () => void): void {
      order += 1
      const fire = (): void => {
        now = Math.max(now, at)
        work()
      }
      queue.push({ at, order: afterTimers + order, fire })
    },
    /** Runs until nothing is due any more. */
    runOut(): void {
      for (let next = nextAt(); next !== undefined; next = nextAt()) runUntil(next)
    },
    passUntil,
    /** As runOut, with jobs that are promises. */
    async passOut(): Promise<void> {
      // oxlint-disable-next-line no-await-in-loop -- time passes in order
      for (let next = nextAt(); next !== undefined; next = nextAt()) await passUntil(next)
    },
    snapshot: (key: string): AnyMachineSnapshot | undefined => actors.get(key)?.snapshot,
    keys: () => [...actors.keys()],
    nextDue: nextAt,
  }
}

const stepOf = (key: string, steps: readonly Step[]): Step =>
  steps.findLast((each) => each.key === key && each.event.type !== 'xstate.init') as Step
