// What hosts promise whose charts stand in a store: older versions, rows that cannot be read, writes that are refused.
import { describe, expect, test } from 'vitest'
import { floorKey } from '../../../src/room/floor.ts'
import { StoreError } from '../../../src/store/database.ts'
import { posts, say, threeDrafts } from './floor.ts'
import { message } from './machines.ts'
import { openWatched, saidBy, stored } from './watched.ts'
import type { MakeWorld, World } from './world.ts'

const iris = 'iris web:lobby'
const refuse = "CREATE TRIGGER refuse BEFORE INSERT ON entry BEGIN SELECT RAISE(ABORT, 'the disk is full'); END"
const allow = 'DROP TRIGGER refuse'

export function storeContract(name: string, make: MakeWorld): void {
  const open = () => stored(openWatched(make))
  const askedBy = ({ asked }: World, of: string) => asked.flatMap(({ key, input }) => (key === of ? [input] : []))

  describe(`${name}: a chart of before`, () => {
    const older = `UPDATE actor SET version = '0', body = replace(body, '"pausing"', '"gathering"') WHERE key = '${iris}'`

    test('of an older version is migrated', async () => {
      const world = open()
      await world.receive(message('a'))
      world.store.exec(older)
      const migrate = (persisted: unknown) => JSON.parse(JSON.stringify(persisted).replace('gathering', 'pausing'))
      await world.store.restart({ migrations: { '0': migrate } })
      expect(await world.receive(message('b'))).toEqual(['accepted'])
      await world.until(2_000)
      expect([askedBy(world, iris), world.halted]).toEqual([[['a', 'b']], []])
    })

    test.each([
      ['no migration leads from', older],
      ['that cannot be read', `UPDATE actor SET body = '{' WHERE key = '${iris}'`],
    ])('%s is stopped, shown without a snapshot, and the others go on', async (_, damage) => {
      const world = open()
      await world.receive(message('a'))
      world.store.exec(damage)
      await world.store.restart()
      expect(await world.receive(message('b', { bots: ['iris'] }), message('c'))).toEqual(['quarantined', 'accepted'])
      await world.until(2_000)
      expect([askedBy(world, iris), askedBy(world, 'rex web:lobby'), world.halted]).toEqual([[], [['a', 'c']], [iris]])
      expect(world.waiting(iris)).toEqual(['message.received', 'message.received'])
      expect((await world.host.room('web:lobby'))?.map(({ key, snapshot }) => [key, snapshot !== undefined])).toEqual([
        [iris, false],
        ['rex web:lobby', true],
      ])
    })

    test('that can be read again takes what waited for it', async () => {
      const world = open()
      await world.receive(message('a'))
      world.store.exec(`UPDATE actor SET body = '!' || body WHERE key = '${iris}'`)
      await world.store.restart()
      await world.receive(message('b'))
      world.store.exec(`UPDATE actor SET body = substr(body, 2) WHERE key = '${iris}'`)
      await world.store.restart()
      await world.until(3_000)
      expect([askedBy(world, iris), world.waiting(iris)]).toEqual([[['a', 'b']], []])
    })
  })

  describe(`${name}: a store that refuses writes`, () => {
    test('takes nothing of a message, says so, and takes it later', async () => {
      const world = open()
      world.store.exec(refuse)
      await expect(world.receive(message('a'))).rejects.toThrow(StoreError)
      expect([world.steps, await world.host.rooms()]).toEqual([[], []])
      world.store.exec(allow)
      expect(await world.receive(message('a'))).toEqual(['accepted'])
    })

    test('takes all of what is handed in together with what stands beside it, or nothing', async () => {
      const world = open()
      const fail = (): never => {
        throw new Error('not today')
      }
      await expect(world.host.receive([message('a'), message('b')], fail)).rejects.toThrow(StoreError)
      await expect(world.host.order([{ key: iris, event: { type: 'drop' } }], fail)).rejects.toThrow(StoreError)
      expect([world.steps, world.halted]).toEqual([[], []])
    })

    test('keeps timers and answers for later, and tries again by itself', async () => {
      const world = open()
      await world.receive(message('a', { bots: ['iris'] }))
      world.store.exec(refuse)
      await world.until(1_300)
      expect([world.asked.length, world.host.figures().storeFailures]).toEqual([0, 1])
      world.store.exec(allow)
      await world.until(1_800)
      expect([world.asked.length, world.host.figures().storeFailures]).toEqual([1, 0])
      world.store.exec(refuse)
      await world.until(2_400)
      world.store.exec(allow)
      await world.until(3_000)
      expect(world.steps.at(-1)?.event.type).toBe('xstate.done.actor.answer')
    })
  })

  test(`${name}: an answer that the store refused is not heard once its chart has left the call`, async () => {
    const world = open()
    await world.receive(message('a', { bots: ['iris'] }))
    await world.until(1_400)
    world.store.exec(refuse)
    await world.until(1_600)
    world.store.exec(allow)
    await world.order({ key: iris, event: { type: 'drop' } })
    await world.until(3_000)
    expect(await saidBy(world, iris)).toEqual(['dropped'])
  })

  test.each([
    ['snapshot', "body = '{'"],
    ['timers', "timers = '{'"],
    ['version', "version = '0'"],
  ])(`${name}: a floor whose %s cannot be read begins anew, for nobody could reset it`, async (_, damage) => {
    const world = await threeDrafts(make, {})
    await world.until(60_000)
    world.store?.exec(`UPDATE actor SET ${damage} WHERE key = '${floorKey('web:lobby')}'`)
    await world.store?.restart()
    const before = posts(world).length
    await say(world, 4_000_000, 'again')
    await world.until(4_060_000)
    const floor = (await world.host.room('web:lobby'))?.find(({ key }) => key === floorKey('web:lobby'))
    expect({
      posted: posts(world).length - before,
      halted: world.halted,
      count: world.host.figures().halted,
      waiting: world.waiting(floorKey('web:lobby')),
      floor: floor?.snapshot?.value,
    }).toEqual({ posted: 3, halted: [], count: 0, waiting: [], floor: 'free' })
  })
}
