// Charts that are invoked and over in one and the same plan.
import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, setup } from 'xstate'
import { iris, kindOf, lives, openFamily, underWay } from './children.ts'
import { clerk, type Done, helper, type Task } from './family.ts'
import { given } from './machines.ts'
import type { MakeWorld, World } from './world.ts'

const trivial = { name: 'a', isTrivial: true }
const long = { name: 'b' }
const invoker = setup({
  types: { events: {} as { type: 'begin'; at: number } },
  actors: { helper: given<Done, Task>(), mirror: given<Done, object>() },
})
const resting = { on: { begin: 'working' } } as const
const invokes = (id: string, input: Task) => ({ id, src: 'helper', input, onError: 'resting' }) as const

/** Invokes what is over at once whenever that is over. */
const restless = invoker.createMachine({
  id: 'restless',
  initial: 'resting',
  states: {
    resting,
    working: {
      invoke: {
        ...invokes('work', trivial),
        onDone: { target: 'working', reenter: true },
        onError: { target: 'working', reenter: true },
      },
    },
  },
})

/** Invokes itself. */
const mirror = invoker.createMachine({
  id: 'mirror',
  initial: 'looking',
  states: {
    looking: { invoke: { id: 'it', src: 'mirror', input: {}, onDone: 'seen', onError: 'seen' } },
    seen: { type: 'final' },
  },
})

/** Has two helpers, and goes on as soon as the first of them is done: without the other one, or with it anew. */
const twins = (next: 'resting' | 'second') =>
  invoker.createMachine({
    id: 'twins',
    initial: 'resting',
    states: {
      resting,
      working: {
        invoke: [
          { ...invokes('one', trivial), onDone: next },
          { ...invokes('two', trivial), onDone: 'resting' },
        ],
      },
      second: { invoke: { ...invokes('two', long), onDone: 'resting' } },
    },
  })

/** Leaves the state that invokes as soon as it is in it. */
const passing = invoker.createMachine({
  id: 'passing',
  initial: 'resting',
  states: { resting, working: { invoke: invokes('one', long), always: 'second' }, second: {} },
})

export function hastyContract(name: string, make: MakeWorld): void {
  async function begun(machine: AnyStateMachine): Promise<World> {
    const kinds = { '#helper': kindOf(helper), '#clerk': kindOf(clerk), '#mirror': kindOf(mirror) }
    const world = openFamily(make, { hosted: { ...kindOf(machine), kinds } })
    await world.order({ key: iris, event: { type: 'begin' } })
    return world
  }
  const steps = (world: World) => lives(world).slice(2)

  describe(`${name}: an invoked chart that is over at once`, () => {
    test('and is invoked again and again stops its invoker', async () => {
      const world = await begun(restless)
      expect([world.halted.includes(iris), world.host.figures().halted]).toEqual([true, 1])
    })

    test('gives no answer once its invoker has left the state', async () => {
      expect(steps(await begun(twins('resting')))).toEqual([
        `0 #helper/one/${iris} 1 xstate.init → finished`,
        `0 #helper/two/${iris} 1 xstate.init → finished`,
        `0 ${iris} 2 xstate.done.actor.one → resting`,
      ])
    })

    test('gives no answer in place of the one that is invoked after it', async () => {
      const world = await begun(twins('second'))
      await world.until(10_000)
      expect(steps(world)).toEqual([
        `0 #helper/one/${iris} 1 xstate.init → finished`,
        `0 #helper/two/${iris} 1 xstate.init → finished`,
        `0 ${iris} 2 xstate.done.actor.one → second`,
        `0 #helper/two/${iris} 2 xstate.init → preparing`,
        `700 #helper/two/${iris} 3 xstate.after.preparation.helper.preparing → asking`,
        `1200 #helper/two/${iris} 4 xstate.done.actor.answer → finished`,
        `1200 ${iris} 3 xstate.done.actor.two → resting`,
      ])
    })

    test('has never begun where its invoker left the state in the same step', async () => {
      const world = await begun(passing)
      expect([steps(world), await underWay(world)]).toEqual([[], { jobs: 0, timers: [] }])
    })

    test('and would invoke itself without an end comes to one', async () => {
      const world = await begun(mirror)
      expect(world.steps.length).toBeLessThan(2_000)
      expect(await world.order({ key: 'rex web:lobby', event: { type: 'begin' } })).toEqual(['accepted'])
    })
  })
}
