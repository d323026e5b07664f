// Charts that tell what they invoke, and what invokes them: in one transaction, in XState's order, once.
import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, sendParent, sendTo, setup } from 'xstate'
import { iris, kindOf, lives, openFamily } from './children.ts'
import { given } from './machines.ts'
import { type Hop, napMs, relay } from './relay.ts'
import { after, chartOf, contextIn, killedEverywhere } from './watched.ts'
import type { MakeWorld, World, WorldOptions } from './world.ts'

const next = `#relay/next/${iris}`
const last = `#relay/next/${next}`
const kind = { machine: relay, inputOf: () => ({ depth: 0, hello: [] }) }
const relays: WorldOptions['hosted'] = { ...kind, kinds: { '#relay': kind } }
const pass = (route: readonly Hop[], hello: readonly Hop[] = [], key = iris) => ({
  key,
  event: { type: 'pass', what: 'word', route, hello },
})
const heardBy = async (world: World, key: string) => contextIn((await chartOf(world, key))?.snapshot)['heard']

const teller = setup({
  types: { events: {} as { type: 'tell' | 'told'; at: number } },
  actors: { relay: given<number, object>(), answer: given<string, object>(), teller: given<null, object>() },
})
/** Tells as soon as it is told to. */
const tells = (actions: ReturnType<typeof sendTo>, src: 'answer' | 'relay' = 'relay') =>
  teller.createMachine({
    invoke: { id: 'next', src, input: { depth: 1, hello: [] } },
    on: { tell: { actions: actions as never } },
  })
/** Says back whatever it is told, as the one does that it invokes. */
const echo = teller.createMachine({
  initial: 'alone',
  states: {
    alone: { on: { tell: 'together' } },
    together: {
      entry: sendTo('next', { type: 'told' }),
      invoke: { id: 'next', src: 'teller', input: {}, onError: 'alone' },
      on: { told: { actions: sendTo('next', { type: 'told' }) } },
    },
  },
})
const echoed = teller.createMachine({ on: { told: { actions: sendParent({ type: 'told' }) } } })

async function play(world: World): Promise<World> {
  await world.order(pass(['call', 'call', 'up', 'up'], ['down']))
  await world.until(300)
  await world.order(pass(['both', 'up', 'down'], [], next))
  await world.until(napMs + 400)
  await world.order(pass(['leave', 'down', 'up']), pass(['call', 'finish']))
  await world.until(3_000)
  return world
}

export function tellingContract(name: string, make: MakeWorld): void {
  const open = (over: Partial<WorldOptions> = {}): World => openFamily(make, { hosted: relays, ...over })

  describe(`${name}: charts that invoke each other`, () => {
    test('tell each other in the transaction of the step, each after the step that it is in', async () => {
      const world = open()
      expect(await world.order(pass(['call', 'call', 'up', 'up']))).toEqual(['accepted'])
      expect(lives(world)).toEqual([
        `0 ${iris} 0 xstate.init → alone`,
        `0 ${iris} 1 pass → together`,
        `0 ${next} 1 xstate.init → alone`,
        `0 ${next} 2 pass → together`,
        `0 ${last} 1 xstate.init → alone`,
        `0 ${last} 2 pass → alone`,
        `0 ${next} 3 pass → together`,
        `0 ${next} 4 pass → together`,
        `0 ${iris} 2 pass → together`,
        `0 ${iris} 3 pass → together`,
      ])
      expect([await heardBy(world, iris), await heardBy(world, next), await heardBy(world, last)]).toEqual([
        ['word', 'hello', 'welcome'],
        ['welcome', 'hello', 'welcome'],
        ['welcome'],
      ])
      expect(world.commits?.() ?? 1).toBe(1)
    })

    test('hear what is said when their invoker leaves the state, and then end', async () => {
      const world = open()
      await world.order(pass(['call']))
      const { length } = lives(world)
      await world.order(pass(['leave']))
      expect(lives(world).slice(length)).toEqual([
        `0 ${iris} 3 pass → alone`,
        `0 ${next} 3 pass → alone`,
        `0 ${next} 4 xstate.stop → alone`,
      ])
      expect(await heardBy(world, next)).toEqual(['welcome', 'farewell'])
    })

    test('are told nothing once they are over, although their invoker stays in the state', async () => {
      const world = open()
      await world.order(pass(['call']), pass(['down', 'finish']))
      const { length } = lives(world)
      expect((await chartOf(world, iris))?.snapshot?.value).toBe('together')
      await world.order(pass(['down']))
      expect(lives(world).slice(length)).toEqual([`0 ${iris} 6 pass → together`])
      expect(world.halted).toEqual([])
    })

    test('that tell each other without an end are stopped', async () => {
      const world = open({ hosted: { ...kindOf(echo), kinds: { '#teller': kindOf(echoed) } } })
      await world.order({ key: iris, event: { type: 'tell' } })
      expect(world.halted).toContain(iris)
      expect(world.steps.length).toBeLessThan(300)
      expect(await world.order({ key: 'rex web:lobby', event: { type: 'nothing' } })).toEqual(['accepted'])
    })

    test.each<[string, AnyStateMachine]>([
      ['later', tells(sendTo('next', { type: 'pass' }, { delay: 100 }))],
      ['to a job', tells(sendTo('next', { type: 'pass' }), 'answer')],
      ['to itself', tells(sendTo(({ self }) => self, { type: 'told' }))],
      ['to an invoker, without one', tells(sendParent({ type: 'told' }))],
    ])('cannot send %s: such a step is refused', async (_, machine) => {
      const hosted = { ...kindOf(machine), kinds: { '#relay': kind } }
      const world = open({ hosted, answers: { answer: () => after(500) } })
      const tell = { key: iris, event: { type: 'tell' } }
      expect(await world.order({ key: iris, event: { type: 'nothing' } }, tell)).toEqual(['accepted', 'quarantined'])
      expect([world.halted, world.waiting(iris)]).toEqual([[iris], ['tell']])
    })

    test('live the same life when it is played again, and when nothing of it stays in memory', async () => {
      const whole = lives(await play(open()))
      expect(whole.length).toBeGreaterThan(25)
      expect(lives(await play(open({ isForgetful: true })))).toEqual(whole)
    })

    test('live the same life wherever their process is killed (S5)', { timeout: 60_000 }, async () => {
      const { trace, killed } = await killedEverywhere((over) => play(open(over)))
      expect(killed).toEqual(killed.map(([crash]) => [crash, trace]))
    })
  })
}
