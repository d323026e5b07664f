// Random lives of a chart and those that it invokes: as XState's own actors with real children, and on the virtual host.
import * as fc from 'fast-check'
import { type AnyActorRef, type AnyMachineSnapshot, createActor, isMachineSnapshot } from 'xstate'
import { makeVirtualHost, type Rehearsed } from '../../src/host/virtual/virtual-host.ts'
import { scripted, TickingClock } from './actor-life.ts'
import { contextOf } from './canonical.ts'
import { iris, kindOf, part, work as workKey } from './contract/children.ts'
import { clerk, helper, lead, type Task } from './contract/family.ts'
import { atOnce, type Played } from './played.ts'

export const levels = ['lead', 'helper', 'clerk'] as const
export type Level = (typeof levels)[number]

interface FamilyEvent {
  at: number
  /** A curse is for the innermost one: what XState's own actors invoke goes on where one between them throws. */
  to: Level
  event: { type: string; task?: Task; what?: string }
}

export interface FamilyScript {
  told: FamilyEvent[]
  answers: Record<'answer' | 'goOn', Rehearsed[]>
}

/** The steps of each chart, in order, without those in which it threw: XState tells of them to the invoker alone. */
export type FamilyTrace = Record<Level, string[]>

export interface Answers {
  (src: 'answer' | 'goOn'): Rehearsed
}

export interface FamilyLife {
  tell(told: FamilyEvent): void | Promise<void>
  runUntil(at: number): void | Promise<void>
  stop?(): Promise<void>
  isRunning(level: Level): boolean
  trace: FamilyTrace
}

export const stepText = (at: number, type: string, snapshot: AnyMachineSnapshot): string => {
  const { status, value } = snapshot
  return `${at} ${type} ${status} ${JSON.stringify(value)} ${contextOf(snapshot)}`
}
export const newTrace = (): FamilyTrace => ({ lead: [], helper: [], clerk: [] })

/** Plays a script, and then until all is over. */
export function* playFamily(
  { told, answers }: FamilyScript,
  makeLife: (answer: Answers) => FamilyLife,
): Played<FamilyTrace> {
  const asked = { answer: 0, goOn: 0 }
  const life = makeLife((src) => answers[src][asked[src]++ % answers[src].length] as Rehearsed)
  for (const each of told) {
    yield life.runUntil(each.at)
    const innermost = levels.findLast((level) => life.isRunning(level)) as Level
    const to = each.event.type === 'curse' ? innermost : each.to
    if (life.isRunning(to) && (to !== 'lead' || each.event.type !== 'curse')) yield life.tell({ ...each, to })
  }
  yield life.runUntil((told.at(-1)?.at ?? 0) + 3_600_000)
  yield life.stop?.()
  return life.trace
}

export const runFamily = (...play: Parameters<typeof playFamily>): FamilyTrace => atOnce(playFamily(...play))

export function actorFamily(answer: Answers): FamilyLife {
  const trace = newTrace()
  const clock = new TickingClock()
  const job = (src: 'answer' | 'goOn') => scripted(clock, () => answer(src)) as never
  const clerks = clerk.provide({ actors: { goOn: job('goOn') } })
  const helpers = helper.provide({ actors: { answer: job('answer'), clerk: clerks as never } })
  const actor = createActor(lead.provide({ actors: { helper: helpers as never } }), {
    input: {},
    clock,
    inspect(event) {
      if (event.type !== '@xstate.snapshot' || !isMachineSnapshot(event.snapshot)) return
      const { machine, status } = event.snapshot
      if (status === 'error') return
      trace[machine.id as Level].push(stepText(clock.now(), event.event.type, event.snapshot))
    },
  })
  const refs = (): (AnyActorRef | undefined)[] => {
    const work = (actor.getSnapshot() as AnyMachineSnapshot).children['work/1'] as AnyActorRef | undefined
    return [actor, work, (work?.getSnapshot() as AnyMachineSnapshot | undefined)?.children?.['part'] as AnyActorRef]
  }
  const running = (level: Level): AnyActorRef | undefined => {
    const all = refs().slice(0, levels.indexOf(level) + 1)
    return all.every((ref) => ref?.getSnapshot().status === 'active') ? all.at(-1) : undefined
  }
  actor.start()
  return {
    trace,
    runUntil: (at) => clock.tickUntil(at),
    isRunning: (level) => running(level) !== undefined,
    tell: ({ to, event }) => running(to)?.send(event),
  }
}

export const keysOf: Record<Level, string> = {
  lead: iris,
  helper: workKey,
  clerk: part,
}

export const virtualFamily =
  ({ reload }: { reload: boolean }) =>
  (answer: Answers): FamilyLife => {
    const trace = newTrace()
    const failed = new Set<string>()
    const host = makeVirtualHost({
      hosted: { ...kindOf(lead), kinds: { '#helper': kindOf(helper), '#clerk': kindOf(clerk) } },
      jobs: { answer: () => answer('answer'), goOn: () => answer('goOn') },
      halted: (key) => void failed.add(key),
      reload,
    })
    host.subscribe(({ key, at, event, snapshot }) => {
      if (event.type === 'xstate.stop' && failed.delete(key)) return
      if (event.type === 'xstate.init') failed.delete(key)
      const level = levels.find((each) => keysOf[each] === key) as Level
      trace[level].push(stepText(at, event.type, snapshot as AnyMachineSnapshot))
    })
    const isRunning = (level: Level): boolean => host.snapshot(keysOf[level])?.status === 'active'
    host.tell(keysOf.lead, { type: 'drop' })
    trace.lead.pop()
    return {
      trace,
      isRunning,
      runUntil: (at) => host.runUntil(at),
      tell: ({ at, to, event }) => void host.tellAt(at, keysOf[to], event),
    }
  }

const tasks: fc.Arbitrary<Task> = fc.record({
  name: fc.constantFrom('a', 'b', 'c'),
  parts: fc.constantFrom(0, 1, 2, 5),
  isTrivial: fc.constantFrom(false, false, false, true),
  isBroken: fc.constantFrom(false, false, false, true),
})

const events: fc.Arbitrary<Omit<FamilyEvent, 'at'>> = fc.oneof(
  { weight: 6, arbitrary: tasks.map((task) => ({ to: 'lead' as const, event: { type: 'begin', task } })) },
  { weight: 1, arbitrary: fc.constantFrom('drop', 'again').map((type) => ({ to: 'lead' as const, event: { type } })) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('x', 'y').map((what) => ({ to: 'helper' as const, event: { type: 'hear', what } })),
  },
  { weight: 1, arbitrary: fc.constant({ to: 'clerk' as const, event: { type: 'curse' } }) },
)

// The fraction keeps answers from arriving at the very ms of a timer, where no order is right.
const answered = (output: unknown) =>
  fc
    .record({
      isRefused: fc.constantFrom(false, false, false, true),
      afterMs: fc.oneof(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 900, max: 25_000 })),
    })
    .map(({ isRefused, afterMs }): Rehearsed => ({
      outcome: isRefused ? { error: { kind: 'refused' } } : { output },
      afterMs: afterMs + 1 / 1_024,
    }))

export const familyScripts: fc.Arbitrary<FamilyScript> = fc
  .record({
    told: fc.array(fc.record({ gap: fc.oneof(fc.nat(900), fc.nat(6_000)), told: events }), {
      minLength: 1,
      maxLength: 40,
      size: 'max',
    }),
    answer: fc.array(answered('yes'), { minLength: 1, maxLength: 6 }),
    goOn: fc.array(answered(true), { minLength: 1, maxLength: 6 }),
  })
  .map(({ told, ...answers }) => {
    let at = 0
    return { answers, told: told.map(({ gap, told: each }) => ({ ...each, at: (at += gap) })) }
  })
