// What hosts promise of invoked charts that stand in a store: rows that cannot be read, older versions, lost invokers.
import { describe, expect, test } from 'vitest'
import { begin, iris, openFamily, part, underWay, work } from './children.ts'
import { clerk, helper } from './family.ts'
import { after, chartOf, saidBy, stored } from './watched.ts'
import type { MakeWorld, Store, World, WorldOptions } from './world.ts'

const nothing = { jobs: 0, timers: [] }

export function storedChildContract(name: string, make: MakeWorld): void {
  const open = (over: Partial<WorldOptions> = {}) => stored(openFamily(make, over))
  const statusOf = async (world: World, key: string) => (await chartOf(world, key))?.snapshot?.status

  describe(`${name}: an invoked chart`, () => {
    test.each([
      ['cannot be read', "body = '{'", 300],
      ['cannot be read, in its call', "body = '{'", 900],
      ['is of a version from which no migration leads', "version = '0'", 300],
    ])('that %s has failed: its invoker is told when it is its turn, and may have it again', async (_, damage, at) => {
      const world = open()
      await world.order(begin({ name: 'a' }))
      await world.until(at)
      world.store.exec(`UPDATE actor SET ${damage} WHERE key = '${work}'`)
      await world.store.restart()
      await world.until(10_000)
      await world.store.restart()
      expect([await saidBy(world, iris), world.halted, await underWay(world)]).toEqual([['failed'], [work], nothing])
      await world.order(begin({ name: 'b' }))
      await world.until(20_000)
      expect(await saidBy(world, iris)).toEqual(['failed', { task: 'b', heard: [], answer: 'B' }])
      const seqs = world.steps.flatMap(({ key, seq }) => (key === work ? [seq] : []))
      expect(seqs).toEqual(seqs.map((__, i) => i + 1))
    })

    test('that has failed hears of its calls no more, also after a restart', async () => {
      const world = open()
      await world.order(begin({ name: 'a' }))
      await world.until(900)
      world.store.exec(`UPDATE actor SET body = '{' WHERE key = '${work}'`)
      await world.store.restart()
      await world.order({ key: work, event: { type: 'hear', what: 'hello' } })
      const { length } = world.steps
      await world.until(10_000)
      await world.store.restart()
      expect([await saidBy(world, iris), world.steps.length, await underWay(world)]).toEqual([
        ['failed'],
        length,
        nothing,
      ])
    })

    test('of an older version is migrated', async () => {
      const world = open()
      await world.order(begin({ name: 'a' }))
      world.store.exec(
        `UPDATE actor SET version = '0', body = replace(body, '"preparing"', '"waiting"') WHERE key = '${work}'`,
      )
      const migrate = (persisted: unknown) => JSON.parse(JSON.stringify(persisted).replace('waiting', 'preparing'))
      const kind = { inputOf: () => ({}), version: '1' }
      const kinds = {
        '#helper': { ...kind, machine: helper, migrations: { '0': migrate } },
        '#clerk': { ...kind, machine: clerk },
      }
      await world.store.restart({ kinds })
      await world.until(10_000)
      expect(await saidBy(world, iris)).toEqual([{ task: 'a', heard: [], answer: 'A' }])
    })

    const forgotten = async (world: World & { store: Store }): Promise<void> => {
      await world.order(begin({ name: 'a', parts: 2 }))
      await world.until(1_300)
      world.store.exec(
        `UPDATE actor SET body = json_set(body, '$.value', 'idle', '$.children', json('{}')), timers = '[]', due = NULL
         WHERE key = '${iris}'`,
      )
      await world.store.restart()
    }

    test('whose invoker knows nothing of it ends, with all that it has, when something reaches it', async () => {
      const world = open()
      await forgotten(world)
      await world.until(10_000)
      await world.order({ key: work, event: { type: 'hear', what: 'hello' } })
      expect([await saidBy(world, iris), await underWay(world)]).toEqual([[], nothing])
      expect([await statusOf(world, work), await statusOf(world, part)]).toEqual(['stopped', 'stopped'])
    })

    test('whose invoker knows nothing of it ends when it is begun anew', async () => {
      const world = open()
      await forgotten(world)
      await world.order(begin({ name: 'b' }))
      expect([await statusOf(world, work), await statusOf(world, part)]).toEqual(['active', 'stopped'])
      await world.until(10_000)
      expect(await saidBy(world, iris)).toEqual([{ task: 'b', heard: [], answer: 'B' }])
    })

    test('that failed while its invoker was stopped is no more to it once that was reset', async () => {
      const world = open()
      await world.order(begin({ name: 'a' }))
      await world.order({ key: iris, event: { type: 'curse' } }, { key: work, event: { type: 'curse' } })
      expect(world.waiting(iris)).toEqual(['curse', 'xstate.error.actor.work/1'])
      world.store.exec(
        `UPDATE actor SET body = json_set(body, '$.value', 'idle', '$.children', json('{}')) WHERE key = '${iris}';
         DELETE FROM entry WHERE kind = 'held' AND body = '{"type":"curse"}'`,
      )
      await world.store.restart()
      expect([world.waiting(iris), world.host.figures().halted]).toEqual([[], 0])
      await world.order(begin({ name: 'b' }))
      await world.until(10_000)
      expect(await saidBy(world, iris)).toEqual([{ task: 'b', heard: [], answer: 'B' }])
    })

    test('whose step cannot be stored is stopped, and its invoker told', async () => {
      const world = open({ answers: { answer: () => after(500, 10n), goOn: () => after(1) } })
      await world.order(begin({ name: 'a' }))
      await world.until(10_000)
      expect([await saidBy(world, iris), world.halted]).toEqual([['failed'], [work]])
      await world.order(begin({ name: 'b' }))
      expect([await saidBy(world, iris), world.host.figures().halted]).toEqual([['failed', 'failed'], 1])
      await world.store.restart()
      await world.until(20_000)
      expect([await saidBy(world, iris), await underWay(world)]).toEqual([['failed', 'failed'], nothing])
      expect(await statusOf(world, work)).toBe('stopped')
    })
  })
}
