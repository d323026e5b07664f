// What becomes of something that reaches a room: the steps of its charts, what must be durable, what runs afterwards.
import type { AnyStateMachine } from 'xstate'
import type { Actor, Generation } from './actor.ts'
import { type Children, type FamilyEffect, isStray, makeChildren } from './children.ts'
import { floorKey, holdsFloor, isFloor, mayWaitForFloor, saidOfFloor, toldBots } from './floor.ts'
import { botKey, headOf, isBot, isChild, partsOf, roomKey, roomOf } from './key.ts'
import { newConversation } from './conversation.ts'
import type { InboundMessage } from './message.ts'
import type { Heard, Incoming, Plan, PlanInputs, PlanOptions, Receipt, Room, ToChart } from './room.ts'
import type { Stepper } from './step.ts'
import { makeSteppers } from './steppers.ts'
import type { Inbound, PlannedStep } from './steps.ts'
import { eventsFor } from './schedule.ts'
import { readable, textOf } from './thrown.ts'
import { timersAfter, without } from './timers.ts'

export function makePlanner({
  kindOf,
  isKind = () => false,
  hear = () => nobody,
  floorOf = () => [],
  openTalk = () => newConversation(),
}: PlanOptions) {
  const steppers = makeSteppers({ kindOf, isKind })

  /**
   * Without effects: it reads the room and the inputs, and returns what it finds. `room.talk` alone goes on with the message:
   * a host that keeps nothing of the plan opens that talk anew.
   */
  function plan(room: Room, incoming: Incoming, inputs: PlanInputs): Plan {
    const made: Plan = {
      receipt: 'accepted',
      dropped: [],
      steps: [],
      actors: new Map(),
      ended: [],
      refused: [],
      failed: [],
      effects: { starts: [], stops: [] },
    }
    const botKeys = floorOf(room.key)
    const hasFloor = botKeys.length > 1
    const standing = (key: string): Actor | undefined => made.actors.get(key) ?? room.actor(key)
    const floor = (): Actor | undefined => standing(floorKey(room.key))
    /** Made where the plan first meets an invoked chart. */
    let family: Children | undefined
    const children = (): Children => (family ??= makeChildren({ made, standing, begin, step, take }))

    function toRoom(message: InboundMessage): Receipt {
      const { bots, speaker, read } = hear(room, message)
      const before = room.reached(message.id)
      made.dropped = before?.filter((bot) => bots.includes(bot)) ?? []
      if (bots.length > 0 && bots.every((bot) => made.dropped.includes(bot))) return 'duplicate'
      const fresh = read().filter(({ key }) => !before?.includes(partsOf(key).bot))
      if (hasFloor && speaker !== undefined && holdsFloor(readable(floor), speaker))
        tellFloor({ type: 'floor.heard', by: speaker })
      if (fresh.length === 0) return 'accepted'
      // A command is more than one event for its bot.
      const reached = new Set([...(before ?? []), ...fresh.map(({ key }) => partsOf(key).bot)])
      made.seen = { id: message.id, bots: [...reached], isFirst: !before }
      const receipts = fresh.map((each) => take(each))
      return receipts.every((receipt) => receipt === 'quarantined') ? 'quarantined' : 'accepted'
    }

    function toChart(event: ToChart): Receipt {
      const { key, dedupe } = event
      if (isStray(event, () => standing(key))) return 'duplicate'
      if (dedupe === undefined) return take(event)
      const chart = headOf(key)
      const before = room.reached(dedupe)
      if (before?.includes(chart)) return 'duplicate'
      made.seen = { id: dedupe, bots: [...(before ?? []), chart], isFirst: !before }
      return take(event)
    }

    /** `isTold`: by its invoker, or by what it invokes. */
    function take(incomingEvent: ToChart, isTold = false): Receipt {
      const { key, event, timer, job, broken } = incomingEvent
      try {
        if (broken) throw broken
        const actor = taker(key, isTold)
        if (!actor) {
          if (job) made.ended.push({ key, ...job })
          return 'duplicate'
        }
        if (timer && !actor.timers.some(({ id, gen }) => id === timer.id && gen === timer.gen)) return 'duplicate'
        if (job && !room.isUnderWay({ key, ...job })) return 'duplicate'
        if (job) made.ended.push({ key, ...job })
        step(actor, event, timer)
        return 'accepted'
      } catch (error) {
        if (isChild(key) && children().fail(key, error)) {
          if (job) made.ended.push({ key, ...job })
          return 'accepted'
        }
        made.refused.push({ ...incomingEvent, error, waits: !timer && !job && !isFloor(key) })
        return 'quarantined'
      }
    }

    /** undefined: it is over. */
    function taker(key: string, isTold: boolean): Actor | undefined {
      if (isChild(key)) return children().living(key, isTold)
      return (isFloor(key) ? readable(() => standing(key)) : standing(key)) ?? create(key)
    }

    function step(actor: Actor, event: Inbound['event'], timer?: Generation): void {
      const { key } = actor
      const stepper = steppers.of(key)
      const stamped = {
        ...event,
        at: Math.max(inputs.now, actor.at),
        ...inputs.begun?.(key, made),
      } as PlannedStep['event']
      let stepped
      try {
        stepped = stepper.step(actor.snapshot, stamped)
      } catch (error) {
        throw chartThrew(stamped.type, error)
      }
      const timers = timer ? without(actor.timers, timer.id) : actor.timers
      follow(keep({ ...actor, seq: actor.seq + 1, at: stamped.at, timers }, stamped, stepped))
    }

    function create(key: string): Actor {
      const at = inputs.now
      const first: Omit<Actor, 'snapshot'> = { key, seq: 0, at, timers: [] }
      keep(first, { type: 'xstate.init', at }, steppers.of(key).init(kindOf(key).inputOf(key)))
      family?.rest(key)
      return made.actors.get(key) as Actor
    }

    /** A chart that another one invokes: its first step is an event of its own, for its input stands nowhere else. */
    function begin(key: string, before: number, at: number, input: unknown): void {
      const first = { key, seq: before + 1, at: Math.max(at, inputs.now), timers: [] }
      const event = { type: 'xstate.init', at: first.at, input }
      follow(keep(first, event, steppers.of(key).init(input)))
    }

    function keep(
      { key, seq, at, timers: before }: Omit<Actor, 'snapshot'>,
      event: PlannedStep['event'],
      { snapshot, effects, took }: ReturnType<Stepper<AnyStateMachine>['step']>,
    ): PlannedStep {
      const isOver = snapshot.status !== 'active'
      const timers = isOver ? [] : timersAfter(before, effects, { seq, at })
      let ofFamily: FamilyEffect[] | undefined
      const planned: PlannedStep = {
        key,
        seq,
        at,
        event,
        snapshot,
        records: [],
        started: [],
        took,
        timers,
      }
      for (const effect of effects) {
        if ('src' in effect && (effect.type === 'send' || isKind(effect.src))) {
          ofFamily = [...(ofFamily ?? []), effect]
        } else if (effect.type === 'job.start') {
          made.effects.starts.push({ ref: { key, id: effect.id, gen: seq }, src: effect.src, input: effect.input })
          planned.started.push(effect)
        } else if (effect.type === 'job.stop') {
          const { id } = effect
          made.effects.starts = made.effects.starts.filter(({ ref }) => ref.key !== key || ref.id !== id)
          made.effects.stops.push({ key, id })
        } else if (effect.type === 'record') {
          planned.records.push({ name: effect.name, params: effect.params })
        }
      }
      made.steps.push(planned)
      made.actors.set(key, { key, seq, at, snapshot, timers })
      if (ofFamily) children().follow(planned, ofFamily)
      if (isOver && snapshot.status === 'done' && isChild(key)) children().done(planned)
      return planned
    }

    function follow(planned: PlannedStep): void {
      if (hasFloor) followFloor(planned)
      for (const event of eventsFor(planned)) take({ key: botKey(planned.key), event })
      family?.rest(planned.key)
    }

    /** What a bot's step says of the floor is told to it, and what it makes of that to the bots whose drafts may wait. */
    function followFloor(planned: PlannedStep): void {
      if (isBot(planned.key)) {
        const said = saidOfFloor(planned)
        if (said) tellFloor(said)
        return
      }
      if (!isFloor(planned.key)) return
      for (const { by, event } of toldBots(planned)) {
        for (const key of botKeys) {
          const actor = partsOf(key).bot === by ? undefined : readable(() => standing(key))
          if (actor && mayWaitForFloor(actor)) take({ key, event })
        }
      }
    }

    const tellFloor = (event: Inbound['event']): void => void take({ key: floorKey(room.key), event })

    made.receipt = 'message' in incoming ? toRoom(incoming.message) : toChart(incoming)
    return made
  }

  return {
    plan,
    /** Who talks with whom in a room, as its talk tells. */
    openTalk,
    dump: steppers.dump,
    load: steppers.load,
    first: steppers.first,
  }
}

const nobody: Heard = { bots: [], read: () => [] }

/** The room that something reaches. */
export const roomFor = (incoming: Incoming): string =>
  'message' in incoming
    ? roomKey({ group: incoming.message.group, oneToOne: incoming.message.oneToOne === true })
    : roomOf(incoming.key)

const chartThrew = (at: string, error: unknown): Error =>
  new Error(`the chart threw at ${at}: ${textOf(error)}`, { cause: error })
