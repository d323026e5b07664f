// A host in virtual time and memory: the same steps, as fast as the machine allows. For replays, demos and tests.
import TinyQueue from 'tinyqueue'
import type { AnyMachineSnapshot } from 'xstate'
import type { Hosted } from '../host.ts'
import type { Step } from '../../room/steps.ts'
import { type Effect, jobDone, jobFailed, makeStepper } from '../../room/step.ts'

/** A job's outcome, and the virtual ms after which it arrives. */
export interface Rehearsed {
  outcome: { output: unknown } | { error: unknown }
  afterMs: number
}

export interface VirtualHostOptions {
  hosted: Pick<Hosted, 'machine' | 'inputOf'>
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

interface Actor {
  id: number
  seq: number
  snapshot: AnyMachineSnapshot
  /** What may still fire: the generation of each timer and job. */
  live: Map<string, number>
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
  const stepper = makeStepper(hosted.machine, hosted.inputOf(''))
  const actors = new Map<string, Actor>()
  const queue = new TinyQueue<Due>([], (a, b) => a.at - b.at || a.order - b.order)
  const awaited: Awaited[] = []
  let now = startAt
  let order = 0

  function feed(key: string, event: { type: string }): Step {
    const actor = actors.get(key) ?? create(key)
    actor.moment = actor.moment.at === now ? { at: now, events: actor.moment.events + 1 } : { at: now, events: 1 }
    if (actor.moment.events > mostAtOnce)
      throw new Error(
        `${key} had ${mostAtOnce} events at ${now} ms: a timer starts itself anew at once, at ${event.type}`,
      )
    const stamped = { ...event, at: now }
    const before = reload ? stepper.load(stepper.dump(actor.snapshot), hosted.inputOf(key)) : actor.snapshot
    const { snapshot, effects } = stepper.step(before, stamped)
    return apply(key, actor, stamped, snapshot as AnyMachineSnapshot, effects)
  }

  function create(key: string): Actor {
    const { snapshot, effects } = stepper.init(hosted.inputOf(key))
    const actor: Actor = {
      id: actors.size + 1,
      seq: 0,
      snapshot: snapshot as AnyMachineSnapshot,
      live: new Map(),
      moment: { at: now, events: 0 },
    }
    actors.set(key, actor)
    apply(key, actor, { type: 'xstate.init', at: now }, actor.snapshot, effects)
    return actor
  }

  function apply(key: string, actor: Actor, event: Step['event'], snapshot: AnyMachineSnapshot, effects: Effect[]) {
    actor.snapshot = snapshot
    actor.seq += 1
    const records: Step['records'] = []
    const started: Step['started'] = []
    for (const effect of effects) {
      if (effect.type === 'timer.start') plan(key, actor, `timer ${effect.id}`, now + effect.delay, effect.event)
      else if (effect.type === 'timer.cancel') actor.live.delete(`timer ${effect.id}`)
      else if (effect.type === 'job.start') {
        started.push(effect)
        rehearse(key, actor, effect)
      } else if (effect.type === 'job.stop') actor.live.delete(`job ${effect.id}`)
      else records.push({ name: effect.name, params: effect.params })
    }
    const step: Step = { key, actor: actor.id, seq: actor.seq, at: now, event, snapshot, records, started }
    committed(step)
    return step
  }

  function rehearse(key: string, actor: Actor, { id, src, input }: Effect & { type: 'job.start' }): void {
    const job = jobs[src]
    if (!job) throw new Error(`no job is provided for "${src}"`)
    const answer = job(input as never, { key, at: now })
    const due = expect(key, actor, `job ${id}`)
    const begun = now
    const arrive = ({ outcome, afterMs }: Rehearsed): void => {
      const event = 'output' in outcome ? jobDone(id, outcome.output, 0) : jobFailed(id, outcome.error, 0)
      queue.push(due(begun + afterMs, event))
    }
    if (!(answer instanceof Promise)) return arrive(answer)
    const settled = answer.then(arrive)
    // Whoever awaits it hears of it; a play that ends before awaits nobody.
    settled.catch(() => {})
    awaited.push({ earliest: begun + leastMs(input as never), settled })
  }

  function plan(key: string, actor: Actor, id: string, at: number, event: { type: string }): void {
    queue.push(expect(key, actor, id)(at, event))
  }

  // The order of what is due at the same time is that in which it was begun, however long a call took.
  function expect(key: string, actor: Actor, id: string) {
    order += 1
    const mine = order
    actor.live.set(id, mine)
    return (at: number, event: { type: string }): Due => ({
      at,
      order: mine,
      fire() {
        if (actor.live.get(id) !== mine) return
        actor.live.delete(id)
        now = Math.max(now, at)
        feed(key, event)
      },
    })
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
    /** Feeds an event at `at`, after everything that was due until then. */
    receive(at: number, key: string, event: { type: string }): Step {
      runUntil(at)
      return feed(key, event)
    },
    /** Feeds an event at once, also while a step is committed. */
    tell: (key: string, event: { type: string }): Step => feed(key, event),
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
