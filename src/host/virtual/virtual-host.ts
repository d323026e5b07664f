// A host in virtual time and memory: the same steps, as fast as the machine allows. For replays, demos and tests.
import TinyQueue from 'tinyqueue'
import type { AnyMachineSnapshot } from 'xstate'
import type { Hosted, Step } from '../host.ts'
import { type Effect, jobDone, jobFailed, makeStepper } from '../step.ts'

/** A job's outcome, and the virtual ms after which it arrives. */
export interface Rehearsed {
  outcome: { output: unknown } | { error: unknown }
  afterMs: number
}

export interface VirtualHostOptions {
  hosted: Pick<Hosted, 'machine' | 'inputOf'>
  /** A promise is awaited while virtual time stands still: the host must then be led by `passUntil` and `passOut`. */
  jobs: Record<string, (input: never, context: { key: string; at: number }) => Rehearsed | Promise<Rehearsed>>
  committed(step: Step): void
  startAt?: number
  /** Load every snapshot from JSON before every event, as after a crash. */
  reload?: boolean
}

interface Due {
  at: number
  order: number
  key: string
  id: string
  gen: number
  event: { type: string }
}

interface Actor {
  id: number
  seq: number
  snapshot: AnyMachineSnapshot
  /** What may still fire: the generation of each timer and job. */
  live: Map<string, number>
}

export function makeVirtualHost({ hosted, jobs, committed, startAt = 0, reload = false }: VirtualHostOptions) {
  const stepper = makeStepper(hosted.machine, hosted.inputOf(''))
  const actors = new Map<string, Actor>()
  const queue = new TinyQueue<Due>([], (a, b) => a.at - b.at || a.order - b.order)
  const awaited: Promise<void>[] = []
  let now = startAt
  let order = 0

  function feed(key: string, event: { type: string }): Step {
    const actor = actors.get(key) ?? create(key)
    const stamped = { ...event, at: now }
    const before = reload ? stepper.load(stepper.dump(actor.snapshot), hosted.inputOf(key)) : actor.snapshot
    const { snapshot, effects } = stepper.step(before, stamped)
    return apply(key, actor, stamped, snapshot as AnyMachineSnapshot, effects)
  }

  function create(key: string): Actor {
    const { snapshot, effects } = stepper.init(hosted.inputOf(key))
    const actor: Actor = { id: actors.size + 1, seq: 0, snapshot: snapshot as AnyMachineSnapshot, live: new Map() }
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
    const arrives = expect(actor, `job ${id}`)
    const arrive = ({ outcome, afterMs }: Rehearsed): void => {
      const event = 'output' in outcome ? jobDone(id, outcome.output, 0) : jobFailed(id, outcome.error, 0)
      queue.push({ ...arrives, at: now + afterMs, key, event })
    }
    if (answer instanceof Promise) awaited.push(answer.then(arrive))
    else arrive(answer)
  }

  function plan(key: string, actor: Actor, id: string, at: number, event: { type: string }): void {
    queue.push({ ...expect(actor, id), at, key, event })
  }

  // The order of what is due at the same time is that in which it was begun, however long a call took.
  function expect(actor: Actor, id: string): Pick<Due, 'id' | 'order' | 'gen'> {
    order += 1
    actor.live.set(id, order)
    return { id, order, gen: order }
  }

  /** Fires what is due next until `at`; false when nothing is. */
  function fireNext(at: number): boolean {
    if (awaited.length > 0) throw new Error('a job of this virtual host is a promise: lead it by passUntil and passOut')
    const next = queue.peek()
    if (!next || next.at > at) return false
    queue.pop()
    const actor = actors.get(next.key)
    if (actor?.live.get(next.id) === next.gen) {
      actor.live.delete(next.id)
      now = Math.max(now, next.at)
      feed(next.key, next.event)
    }
    return true
  }

  /** Fires everything due until `at`, in order; timers due at `at` fire before what arrives at `at`. */
  function runUntil(at: number): void {
    while (fireNext(at));
    now = Math.max(now, at)
  }

  /** Waits for the calls under way. Rejects with what a job rejects with. */
  async function settle(): Promise<void> {
    if (awaited.length > 0) await Promise.all(awaited.splice(0))
  }

  /** As runUntil, with jobs that are promises. */
  async function passUntil(at: number): Promise<void> {
    // oxlint-disable-next-line no-await-in-loop -- time passes in order
    do await settle()
    while (fireNext(at))
    now = Math.max(now, at)
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
    /** Runs until nothing is due any more. */
    runOut(): void {
      for (let next = queue.peek(); next; next = queue.peek()) runUntil(next.at)
    },
    settle,
    passUntil,
    /** As runOut, with jobs that are promises. */
    async passOut(): Promise<void> {
      await settle()
      // oxlint-disable-next-line no-await-in-loop -- time passes in order
      for (let next = queue.peek(); next; next = queue.peek()) await passUntil(next.at)
    },
    snapshot: (key: string): AnyMachineSnapshot | undefined => actors.get(key)?.snapshot,
    keys: () => [...actors.keys()],
    nextDue: () => queue.peek()?.at,
  }
}
