// A chart that another one invokes, on every host: made, stopped and answered in the transaction of its invoker.
import { describe, expect, test } from 'vitest'
import type { Rehearsed } from '../../../src/host/virtual/virtual-host.ts'
import { clerk, helper, lead, leadTimeoutMs, type Task } from './family.ts'
import { after, killedEverywhere, saidBy, traceOf } from './watched.ts'
import type { MakeWorld, World, WorldOptions } from './world.ts'

export const iris = 'iris web:lobby'
export const work = '#helper/work%2F1/iris web:lobby'
export const part = `#clerk/part/${work}`

export const kindOf = (machine: WorldOptions['hosted']['machine']) => ({ machine, inputOf: () => ({}) })
const options: WorldOptions = {
  hosted: { ...kindOf(lead), kinds: { '#helper': kindOf(helper), '#clerk': kindOf(clerk) } },
  answers: { answer: (name: string) => after(500, name.toUpperCase()), goOn: () => after(130, true) },
}
export const openFamily = (make: MakeWorld, over: Partial<WorldOptions> = {}): World => make({ ...options, ...over })

export const begin = (task: Task) => ({ key: iris, event: { type: 'begin', task } })
const drop = { key: iris, event: { type: 'drop' } }
export const lives = (world: World) =>
  traceOf(world).map(({ key, seq, at, type, value }) =>
    `${at} ${key} ${seq} ${type} → ${JSON.stringify(value)}`.replaceAll('"', ''),
  )
/** Jobs under way, and the timers that run. */
export async function underWay({ host }: World) {
  const charts = (await host.room('web:lobby')) ?? []
  return { jobs: host.figures().jobs, timers: charts.flatMap(({ timers }) => timers) }
}
const nothing = { jobs: 0, timers: [] }

async function play(world: World): Promise<World> {
  await world.order(begin({ name: 'a', parts: 2 }))
  await world.until(600)
  await world.order({ key: work, event: { type: 'hear', what: 'more' } })
  await world.until(1_400)
  await world.order({ key: 'rex web:lobby', event: { type: 'begin', task: { name: 'b' } } })
  await world.until(3_000)
  await world.order(begin({ name: 'c', parts: 3 }))
  await world.until(4_700)
  await world.order({ key: iris, event: { type: 'again' } })
  await world.until(6_100)
  await world.order({ key: part, event: { type: 'curse' } })
  await world.until(7_000)
  await world.order(begin({ name: 'd', isTrivial: true }), begin({ name: 'e', isBroken: true }))
  await world.order(begin({ name: 'f' }))
  await world.until(7_900)
  await world.order(drop)
  await world.until(20_000)
  return world
}

export function childContract(name: string, make: MakeWorld): void {
  const open = (over: Partial<WorldOptions> = {}): World => openFamily(make, over)

  describe(`${name}: a chart that another one invokes`, () => {
    test('begins with its input in the step that invokes it, has timers and jobs, and answers with its output', async () => {
      const world = open()
      await world.order(begin({ name: 'a' }))
      await world.until(30_000)
      expect(lives(world)).toEqual([
        `0 ${iris} 0 xstate.init → idle`,
        `0 ${iris} 1 begin → working`,
        `0 ${work} 1 xstate.init → preparing`,
        `700 ${work} 2 xstate.after.preparation.helper.preparing → asking`,
        `1200 ${work} 3 xstate.done.actor.answer → finished`,
        `1200 ${iris} 2 xstate.done.actor.work/1 → idle`,
      ])
      expect(await saidBy(world, iris)).toEqual([{ task: 'a', heard: [], answer: 'A' }])
      expect(world.asked).toEqual([{ at: 700, key: work, src: 'answer', input: 'a' }])
      expect(await underWay(world)).toEqual(nothing)
    })

    test('has charts of its own, and is reached by its key', async () => {
      const world = open()
      await world.order(begin({ name: 'a', parts: 2 }))
      await world.until(1_300)
      expect(await world.order({ key: work, event: { type: 'hear', what: 'more' } })).toEqual(['accepted'])
      await world.until(30_000)
      expect(lives(world).slice(4)).toEqual([
        `1200 ${work} 3 xstate.done.actor.answer → delegating`,
        `1200 ${part} 1 xstate.init → waiting`,
        `1300 ${work} 4 hear → delegating`,
        `1500 ${part} 2 xstate.after.count.clerk.waiting → asking`,
        `1630 ${part} 3 xstate.done.actor.goOn → waiting`,
        `1930 ${part} 4 xstate.after.count.clerk.waiting → asking`,
        `2060 ${part} 5 xstate.done.actor.goOn → counted`,
        `2060 ${work} 5 xstate.done.actor.part → finished`,
        `2060 ${iris} 2 xstate.done.actor.work/1 → idle`,
      ])
      expect(await saidBy(world, iris)).toEqual([{ task: 'a', heard: ['more'], answer: 2 }])
    })

    test('may be done before it begins', async () => {
      const world = open()
      await world.order(begin({ name: 'a', isTrivial: true }))
      expect(lives(world).slice(1)).toEqual([
        `0 ${iris} 1 begin → working`,
        `0 ${work} 1 xstate.init → finished`,
        `0 ${iris} 2 xstate.done.actor.work/1 → idle`,
      ])
      expect(await underWay(world)).toEqual(nothing)
    })

    test.each([
      ['in its wait', 500],
      ['in its call', 900],
      ['in the wait of its own', 1_300],
      ['in the call of its own', 1_600],
    ])('is stopped with all that it has when its invoker leaves the state, %s', async (_, at) => {
      const world = open()
      await world.order(begin({ name: 'a', parts: 2 }))
      await world.until(at)
      await world.order(drop)
      const before = lives(world)
      expect(await underWay(world)).toEqual(nothing)
      await world.until(60_000)
      expect(lives(world)).toEqual(before)
      expect(before.slice(before.indexOf(`${at} ${iris} 2 drop → idle`) + 1)).toEqual(
        [work, ...(at > 1_200 ? [part] : [])].map((key) => expect.stringContaining(`${key} `)),
      )
      expect(await saidBy(world, iris)).toEqual(['dropped'])
      expect(await world.order({ key: work, event: { type: 'hear', what: 'too late' } })).toEqual(['duplicate'])
      expect(lives(world)).toEqual(before)
    })

    test('is stopped when its invoker waits no longer', async () => {
      const world = open({ answers: { ...options.answers, answer: () => after(leadTimeoutMs) } })
      await world.order(begin({ name: 'a' }))
      await world.until(leadTimeoutMs)
      expect([await saidBy(world, iris), await underWay(world)]).toEqual([['gave up'], nothing])
    })

    test('that was never invoked takes nothing', async () => {
      const world = open()
      expect(await world.order({ key: work, event: { type: 'hear', what: 'hello' } })).toEqual(['duplicate'])
      expect(await world.host.room('web:lobby')).toBeUndefined()
    })

    test('hears no answer that was asked for before it was begun anew', async () => {
      const slow = (task: string): Rehearsed => after(task === 'a' ? 2_000 : 5_000, task)
      const world = open({ answers: { ...options.answers, answer: slow } })
      await world.order(begin({ name: 'a' }))
      await world.until(1_000)
      await world.order(drop, begin({ name: 'b' }))
      await world.until(2_900)
      expect(lives(world).filter((step) => step.includes('answer'))).toEqual([])
      await world.until(30_000)
      expect(await saidBy(world, iris)).toEqual(['dropped', { task: 'b', heard: [], answer: 'b' }])
      expect(
        lives(world)
          .filter((step) => step.includes(work))
          .map((step) => step.split(' ')[3]),
      ).toEqual(['1', '2', '3', '4', '5', '6'])
    })

    test.each([
      [
        'in its first step',
        async (world: World) => void (await world.order(begin({ name: 'a', isBroken: true }))),
        work,
      ],
      ['later', (world: World) => cursed(world, work), work],
    ])('that throws %s has failed: its invoker is told and may have it again', async (_, fail, failed) => {
      const world = open()
      await fail(world)
      expect([await saidBy(world, iris), world.halted, await underWay(world)]).toEqual([['failed'], [failed], nothing])
      expect(world.host.figures().halted).toBe(0)
      await world.order(begin({ name: 'b' }))
      await world.until(60_000)
      expect(await saidBy(world, iris)).toEqual(['failed', { task: 'b', heard: [], answer: 'B' }])
    })

    test('that throws is told to its invoker alone', async () => {
      const world = open()
      await cursed(world, part)
      await world.until(60_000)
      expect([await saidBy(world, iris), world.halted]).toEqual([
        [{ task: 'a', heard: [], answer: 'miscounted' }],
        [part],
      ])
    })

    test('goes on beside an invoker that is stopped, which has its answer once it can go on', async () => {
      const world = open()
      await world.order(begin({ name: 'a' }))
      expect(await world.order({ key: iris, event: { type: 'curse' } })).toEqual(['quarantined'])
      await world.until(30_000)
      expect([world.halted, world.waiting(iris)]).toEqual([[iris], ['curse', 'xstate.done.actor.work/1']])
    })
  })

  describe(`${name}: the life of a chart and those that it invokes`, () => {
    test('is the same when it is played again, and when nothing of it stays in memory', async () => {
      const whole = await play(open())
      expect(await saidBy(whole, iris)).toEqual([
        { task: 'a', heard: ['more'], answer: 2 },
        { task: 'c', heard: [], answer: 'miscounted' },
        { task: 'd', heard: [], answer: '' },
        'failed',
        'dropped',
      ])
      expect(lives(whole).length).toBeGreaterThan(40)
      expect(traceOf(await play(open()))).toEqual(traceOf(whole))
      expect(traceOf(await play(open({ isForgetful: true })))).toEqual(traceOf(whole))
    })

    test('is the same wherever its process is killed (S5)', { timeout: 60_000 }, async () => {
      const { trace, killed } = await killedEverywhere((over) => play(open(over)))
      expect(killed).toEqual(killed.map(([crash]) => [crash, trace]))
    })
  })
}

async function cursed(world: World, key: string): Promise<void> {
  await world.order(begin({ name: 'a', parts: 1 }))
  await world.until(1_300)
  await world.order({ key, event: { type: 'curse' } })
}
