// The step that is taken without xstate's snapshots: of any chart it is the one that xstate takes.
import * as fc from 'fast-check'
import {
  and,
  assign,
  createMachine,
  enqueueActions,
  fromPromise,
  not,
  or,
  raise,
  sendTo,
  setup,
  stateIn,
  type AnyStateMachine,
} from 'xstate'
import { expect, test } from 'vitest'
import { transitionIds } from '../../machines/graph.ts'
import { makeStepper } from '../../src/room/step.ts'

interface Plan {
  kind: 'atomic' | 'compound' | 'parallel'
  states: Plan[]
  on: { event: string; to: number[]; reenter: boolean; guard: number }[]
  always: { to: number | null; guard: number }[]
  invokes: boolean
}

const planOf = (depth: number): fc.Arbitrary<Plan> =>
  fc.record<Plan>({
    kind: depth === 0 ? fc.constant('atomic') : fc.constantFrom('atomic', 'compound', 'compound', 'parallel'),
    states: depth === 0 ? fc.constant([]) : fc.array(planOf(depth - 1), { minLength: 1, maxLength: 3 }),
    on: fc.array(
      fc.record({
        event: fc.constantFrom('a', 'b', 'c'),
        to: fc.array(fc.nat(20), { maxLength: 1 }),
        reenter: fc.boolean(),
        guard: fc.nat(5),
      }),
      { maxLength: 4 },
    ),
    always: fc.array(fc.record({ to: fc.option(fc.nat(20)), guard: fc.nat(5) }), { maxLength: 1 }),
    invokes: fc.boolean(),
  })

const counted = setup({
  types: { context: {} as { left: number; log: string[] } },
  actors: { child: fromPromise(() => Promise.reject(new Error('not provided'))) },
  guards: {
    isLeft: ({ context }) => context.left > 0,
    isOdd: ({ context }) => context.left % 2 === 1,
    isMany: ({ context }, params: { least: number }) => context.left > params.least,
  },
  actions: {
    note: assign(({ context, event }, params: { what: string }) => ({
      left: context.left - 1,
      log: [...context.log, `${params.what} at ${event.type}`],
    })),
    told: (_, __: { what: string; left: number }) => undefined,
  },
})

/** `bounded`: left to xstate itself, which knows how to count microsteps. */
function chartOf(root: Plan, bounded: boolean): AnyStateMachine {
  const ids: string[] = []
  const name = ({ states, kind }: Plan, id: string): void => {
    ids.push(id)
    if (kind !== 'atomic') states.forEach((state, at) => name(state, `${id}.s${at}`))
  }
  name(root, 'r')
  const guards = [
    undefined,
    'isOdd',
    not('isOdd'),
    and([{ type: 'isMany', params: { least: 4 } }, or(['isOdd', not(stateIn(`#${ids.at(-1)}`))])]),
    { type: 'isMany', params: ({ context }: { context: { left: number } }) => ({ least: context.left - 1 }) },
    stateIn(`#${ids[Math.floor(ids.length / 2)]}`),
  ]
  const note = (what: string) => [
    { type: 'note', params: { what } },
    { type: 'told', params: ({ context }: { context: { left: number } }) => ({ what, left: context.left }) },
  ]
  const target = (to: number): string => `#${ids[to % ids.length]}`
  const stateOf = ({ kind, states, on, always, invokes }: Plan, id: string): object => ({
    id,
    entry: [...note(`enter ${id}`), ...(id !== 'r' && invokes ? [sendTo(`child ${id}`, { type: 'hello' })] : [])],
    exit: [...(id !== 'r' && invokes ? [sendTo(`child ${id}`, { type: 'bye' })] : []), ...note(`exit ${id}`)],
    ...(id !== 'r' && invokes && { invoke: { id: `child ${id}`, src: 'child', onDone: target(on.length) } }),
    ...(kind === 'compound' && { initial: { target: 's0', actions: note(`begin ${id}`) } }),
    ...(kind === 'parallel' && { type: 'parallel' }),
    ...(kind !== 'atomic' && {
      states: Object.fromEntries(states.map((state, at) => [`s${at}`, stateOf(state, `${id}.s${at}`)])),
    }),
    after: { 100: { actions: note(`after ${id}`) } },
    on: Object.fromEntries(
      [...Map.groupBy(on, ({ event }) => event)].map(([event, branches]) => [
        event,
        branches.map(({ to, reenter, guard }, at) => ({
          ...(to[0] !== undefined && { target: target(to[0]) }),
          reenter,
          guard: guards[guard],
          actions: [...note(`${event} ${at} of ${id}`), ...(at === 1 && event !== 'c' ? [raise({ type: 'c' })] : [])],
        })),
      ]),
    ),
    always: always.map(({ to, guard }) => ({
      ...(to !== null && { target: target(to) }),
      guard: and(['isLeft', (guards[guard] ?? 'isOdd') as 'isOdd']),
      // One that changes nothing is taken once.
      actions: to === null ? note(`always of ${id}`)[1] : note(`always of ${id}`),
    })),
  })
  return counted.createMachine({
    ...stateOf(root, 'r'),
    context: { left: 40, log: [] },
    ...(bounded && { options: { maxIterations: 100_000 } }),
  } as never) as unknown as AnyStateMachine
}

const types = fc.constantFrom(
  'a',
  'a',
  'b',
  'b',
  'c',
  'nobody',
  'xstate.after.100.r.s0',
  'xstate.done.actor.child r.s0',
  'xstate.done.actor.child r.s1',
)

const livesOf = (machine: AnyStateMachine, events: readonly string[]) => {
  const stepper = makeStepper(machine, {}, transitionIds(machine), { isInvoked: false, isKind: () => true })
  let { snapshot } = stepper.init({})
  return events.map((type) => {
    const stepped = stepper.step(snapshot, { type })
    const { value, tags, children, _nodes: nodes } = (snapshot = stepped.snapshot)
    return {
      type,
      body: stepper.dump(snapshot),
      loaded: JSON.stringify(stepper.load(stepper.dump(snapshot), {}).value),
      value: JSON.stringify(value),
      nodes: nodes.map(({ id }: { id: string }) => id),
      tags: [...tags],
      children: Object.keys(children),
      effects: stepped.effects,
      took: stepped.took,
    }
  })
}

test('any chart lives the same life as with xstate: states, context, effects and transitions, in order', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(planOf(3), fc.array(types, { maxLength: 12 }), (root, events) => {
      const lives = livesOf(chartOf(root, false), events)
      expect(lives).toEqual(livesOf(chartOf(root, true), events))
      for (const { effects, took } of lives) {
        for (const { type } of effects) seen.add(type)
        if (took.length > 1) seen.add('several transitions')
        if (took.some((id) => id.includes(':always:'))) seen.add('always')
      }
    }),
    { numRuns: 400, seed: 7 },
  )
  expect([...seen].toSorted()).toEqual([
    'always',
    'job.start',
    'job.stop',
    'record',
    'send',
    'several transitions',
    'timer.cancel',
    'timer.start',
  ])
})

test('what guards and actions throw is told as xstate tells it', () => {
  const chart = (bounded: boolean) =>
    setup({
      guards: {
        isBroken: () => {
          throw new Error('no answer')
        },
      },
    }).createMachine({
      on: { ask: { guard: 'isBroken' }, miss: { guard: 'isNowhere' as 'isBroken' } },
      ...(bounded && { options: { maxIterations: 9 } }),
    })
  const thrownBy = (bounded: boolean) => {
    const stepper = makeStepper(chart(bounded), {})
    const { snapshot } = stepper.init({})
    return ['ask', 'miss', 'xstate.error.actor.none'].map((type) => {
      try {
        return stepper.step(snapshot, { type, error: new Error('a child failed') } as never)
      } catch (error) {
        return (error as Error).message
      }
    })
  }
  expect(thrownBy(false)).toEqual(thrownBy(true))
  expect(thrownBy(false)).toEqual([
    "Unable to evaluate guard 'isBroken' in transition for event 'ask' in state node '(machine)':\nno answer",
    "Unable to evaluate guard 'isNowhere' in transition for event 'miss' in state node '(machine)':\nGuard 'isNowhere' is not implemented.'.",
    'a child failed',
  ])
})

test('actions that an action asks for are done in its place', () => {
  const machine = createMachine({
    context: { count: 0 },
    on: {
      go: {
        actions: [
          enqueueActions(({ enqueue }) => {
            enqueue.assign({ count: ({ context }) => context.count + 1 })
            enqueue({ type: 'first' })
          }),
          { type: 'second' },
        ],
      },
    },
  })
  const stepper = makeStepper(machine, {})
  const { snapshot, effects } = stepper.step(stepper.init({}).snapshot, { type: 'go' })
  expect(effects).toEqual([
    { type: 'record', name: 'first', params: undefined },
    { type: 'record', name: 'second', params: undefined },
  ])
  expect(snapshot.context).toEqual({ count: 1 })
})
