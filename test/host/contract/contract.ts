// What every host promises, written once: the list is run on each of them.
import { describe, expect, test } from 'vitest'
import { message, timeoutMs, pauseMs } from './machines.ts'
import { after, chartOf, contextIn, openWatched, saidBy, traceOf } from './watched.ts'
import type { MakeWorld, World, WorldOptions } from './world.ts'

const heardBy = (world: World) =>
  world.steps.flatMap(({ key, event }) => {
    const { message: heard } = event as unknown as { message?: { id: string } }
    return heard ? [`${key} ${heard.id}`] : []
  })

export function hostContract(name: string, make: MakeWorld): void {
  const open = (over: Partial<WorldOptions> = {}): World => openWatched(make, over)

  describe(`${name}: a message reaches each of its bots once, in order`, () => {
    test('what comes again is a duplicate; the same id in another room is another message (R10)', async () => {
      const world = open()
      expect([
        await world.receive(message('a'), message('b'), message('a')),
        await world.receive(message('b'), message('a', { group: 'web:den' })),
      ]).toEqual([
        ['accepted', 'accepted', 'duplicate'],
        ['duplicate', 'accepted'],
      ])
      expect(heardBy(world)).toEqual([
        'iris web:lobby a',
        'rex web:lobby a',
        'iris web:lobby b',
        'rex web:lobby b',
        'iris web:den a',
        'rex web:den a',
      ])
    })

    test('copies for single bots are the same message: each bot has it once', async () => {
      const world = open()
      const receipts = await world.receive(
        message('a', { bots: ['iris'] }),
        message('a', { bots: ['iris'] }),
        message('a', { bots: ['rex'] }),
        message('a'),
      )
      expect([receipts, heardBy(world)]).toEqual([
        ['accepted', 'duplicate', 'accepted', 'duplicate'],
        ['iris web:lobby a', 'rex web:lobby a'],
      ])
    })

    test('an order with the id of a message is that message for its chart', async () => {
      const world = open()
      const heard = { type: 'message.received', message: { id: 'a' } }
      const order = { key: 'iris web:lobby', dedupe: 'a', event: heard }
      expect([await world.order(order, order), await world.receive(message('a'))]).toEqual([
        ['accepted', 'duplicate'],
        ['accepted'],
      ])
      expect(heardBy(world)).toEqual(['iris web:lobby a', 'rex web:lobby a'])
    })

    test('of two that come at the time of a timer the timer is first', async () => {
      const world = open()
      await world.receive(message('a', { bots: ['iris'] }))
      await world.until(pauseMs)
      await world.receive(message('b', { bots: ['iris'] }))
      expect(traceOf(world).map(({ at, value }) => `${at} ${String(value)}`)).toEqual([
        '0 idle',
        '0 pausing',
        '1000 asking',
        '1000 asking',
      ])
    })
  })

  describe(`${name}: timers`, () => {
    test('go off at their time, and one that began anew not at its former', async () => {
      const world = open()
      await world.receive(message('a', { bots: ['iris'] }))
      await world.until(900)
      await world.receive(message('b', { bots: ['iris'] }))
      await world.until(pauseMs + 899)
      expect(world.asked).toEqual([])
      await world.until(pauseMs + 900)
      expect(world.asked).toEqual([{ at: 1_900, key: 'iris web:lobby', src: 'answer', input: ['a', 'b'] }])
    })

    test('that were cancelled do not', async () => {
      const world = open()
      await world.receive(message('a', { bots: ['iris'] }))
      await world.order({ key: 'iris web:lobby', event: { type: 'drop' } })
      const { length } = world.steps
      await world.until(5_000)
      expect([world.steps.length - length, world.asked]).toEqual([0, []])
    })

    test('stand in what the host shows of the chart', async () => {
      const world = open()
      await world.receive(message('a', { bots: ['iris'] }))
      const chart = await chartOf(world, 'iris web:lobby')
      expect([chart?.seq, chart?.at, chart?.timers.map(({ due, gen }) => [due, gen])]).toEqual([1, 0, [[1_000, 1]]])
    })
  })

  describe(`${name}: jobs`, () => {
    test('are asked once their step is durable, and their answer is the next step', async () => {
      const world = open()
      await world.receive(message('a', { bots: ['iris'] }))
      await world.until(2_000)
      expect([world.asked.length, await saidBy(world, 'iris web:lobby')]).toEqual([1, ['yes']])
      expect(traceOf(world).map(({ at, type }) => `${at} ${type}`)).toEqual([
        '0 xstate.init',
        '0 message.received',
        '1000 xstate.after.pause.asker.pausing',
        '1500 xstate.done.actor.answer',
      ])
    })

    test('that fail are told so', async () => {
      const world = open({ answers: { answer: () => ({ outcome: { error: { kind: 'refused' } }, afterMs: 3 }) } })
      await world.receive(message('a', { bots: ['iris'] }))
      await world.until(2_000)
      expect(await saidBy(world, 'iris web:lobby')).toEqual(['failed'])
    })

    test('that their chart has left are not heard, also when it has asked again since', async () => {
      const world = open({ answers: { answer: (input: string[]) => after(input.length === 1 ? 3_000 : 4_000, input) } })
      await world.receive(message('a', { bots: ['iris'] }))
      await world.until(1_500)
      await world.order({ key: 'iris web:lobby', event: { type: 'drop' } })
      await world.receive(message('b', { bots: ['iris'] }), message('c', { bots: ['iris'] }))
      await world.until(3_500)
      expect(world.asked.map(({ at }) => at)).toEqual([1_000, 2_500])
      await world.until(4_500)
      expect(await saidBy(world, 'iris web:lobby')).toEqual(['dropped'])
      await world.until(6_500)
      expect(await saidBy(world, 'iris web:lobby')).toEqual(['dropped', ['b', 'c']])
    })

    test('that take too long are given up', async () => {
      const world = open({ answers: { answer: () => after(60_000) } })
      await world.receive(message('a', { bots: ['iris'] }))
      await world.until(pauseMs + timeoutMs)
      expect([await saidBy(world, 'iris web:lobby'), world.host.figures().jobs]).toEqual([['gave up'], 0])
    })
  })

  describe(`${name}: a chart that throws`, () => {
    const cursed = { key: 'iris web:lobby', event: { type: 'curse' } }

    test('is stopped and what reaches it waits; the others of its room, and other rooms, go on', async () => {
      const world = open()
      await world.receive(message('a'))
      expect(await world.order(cursed)).toEqual(['quarantined'])
      expect(await world.receive(message('b'), message('b', { group: 'web:den' }))).toEqual(['accepted', 'accepted'])
      expect(await world.receive(message('c', { bots: ['iris'] }))).toEqual(['quarantined'])
      await world.until(5_000)
      expect({
        halted: world.halted,
        waiting: world.waiting('iris web:lobby'),
        count: world.host.figures().halted,
        asked: world.asked.map(({ key, input }) => [key, input]),
      }).toEqual({
        halted: ['iris web:lobby'],
        waiting: ['curse', 'message.received', 'message.received'],
        count: 1,
        asked: [
          ['rex web:lobby', ['a', 'b']],
          ['iris web:den', ['b']],
          ['rex web:den', ['b']],
        ],
      })
    })

    test('is still known, and shown as it stood', async () => {
      const world = open()
      await world.receive(message('a'))
      await world.order(cursed)
      expect(contextIn((await chartOf(world, 'iris web:lobby'))?.snapshot)['heard']).toEqual(['a'])
    })
  })

  describe(`${name}: machines of several kinds`, () => {
    test('have their own timers and jobs beside the bots of their room', async () => {
      const world = open()
      await world.receive(message('a', { bots: ['iris'] }))
      await world.order({ key: '#counter web:lobby', event: { type: 'begin' } })
      await world.until(20_000)
      const counted = world.steps.flatMap(({ key, at, snapshot }) =>
        key === '#counter web:lobby' ? [`${at} ${contextIn(snapshot)['n'] as number}`] : [],
      )
      expect(counted).toEqual(['0 0', '0 0', '700 0', '830 1', '1530 1', '1660 2', '2360 2', '2490 3', '3190 3'])
      expect(world.asked.map(({ at, key, src, input }) => [at, key, src, input])).toEqual([
        [700, '#counter web:lobby', 'goOn', 0],
        [1_000, 'iris web:lobby', 'answer', ['a']],
        [1_530, '#counter web:lobby', 'goOn', 1],
        [2_360, '#counter web:lobby', 'goOn', 2],
      ])
      expect(await saidBy(world, 'iris web:lobby')).toEqual(['yes'])
    })
  })

  describe(`${name}: whoever looks at it`, () => {
    test('is shown rooms, the latest first, with their charts', async () => {
      const world = open()
      await world.receive(message('a'))
      await world.until(10)
      await world.receive(message('a', { group: 'web:den', oneToOne: true }))
      const rooms = await world.host.rooms()
      expect(rooms.map(({ key, charts }) => [key, charts.toSorted()])).toEqual([
        ['direct web:den', ['iris direct web:den', 'rex direct web:den']],
        ['web:lobby', ['iris web:lobby', 'rex web:lobby']],
      ])
      expect((await world.host.rooms(2)).map(({ key }) => key)).toEqual(['direct web:den'])
      expect((await world.host.room('web:lobby'))?.map(({ key }) => key)).toEqual(['iris web:lobby', 'rex web:lobby'])
      expect(await world.host.room('web:attic')).toBeUndefined()
    })

    test('hears of every step until it listens no more', async () => {
      const world = open()
      const heard: string[] = []
      const cancel = world.host.subscribe(({ key, event }) => void heard.push(`${key} ${event.type}`))
      await world.receive(message('a', { bots: ['iris'] }))
      cancel()
      await world.receive(message('b', { bots: ['iris'] }))
      expect(heard).toEqual(['iris web:lobby xstate.init', 'iris web:lobby message.received'])
    })

    test('is told how many charts, calls and stopped ones there are, and what is due', async () => {
      const world = open()
      await world.until(1)
      await world.receive(message('a'))
      expect(world.host.figures()).toEqual({ hot: 2, jobs: 0, halted: 0, storeFailures: 0, nextDue: 1_001 })
      await world.until(1 + pauseMs)
      expect(world.host.figures().jobs).toBe(2)
    })
  })

  test(`${name}: a host that was stopped does nothing more`, async () => {
    const world = open()
    await world.receive(message('a'))
    await world.until(pauseMs)
    await world.host.stop()
    const { length } = world.steps
    await world.until(60_000)
    expect(world.steps).toHaveLength(length)
  })
}
