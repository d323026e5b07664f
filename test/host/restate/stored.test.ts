// Charts of before on Restate: of older versions, and such that cannot be read. Of the contract of stores (contract/stored.ts)
// this is what has a meaning here; that a store refuses writes, and that state cannot be parsed, is tested in stuck.test.ts.
// What is left out: a write beside a message in one transaction (the room is in Restate, and what stands beside it is not),
// and rows of SQLite that were damaged by hand, of which a worker's store has only copies.
import { describe, expect, test } from 'vitest'
import { chartSerde, type KeptChart } from '../../../src/host/restate/room-state.ts'
import { message } from '../contract/machines.ts'
import { type RestateWorld, restateWorld } from '../contract/restate-world.ts'
import { openWatched, saidBy } from '../contract/watched.ts'
import { setState, stateOf } from './state-of-room.ts'

const lobby = 'web:lobby'
const [iris, rex] = [`iris ${lobby}`, `rex ${lobby}`]

type Migrations = Record<string, (persisted: unknown) => unknown>

const open = (migrations: Migrations = {}): RestateWorld =>
  openWatched((options) => restateWorld({ ...options, hosted: { ...options.hosted, migrations } })) as RestateWorld

async function change({ name }: RestateWorld, key: string, to: (chart: KeptChart) => KeptChart): Promise<void> {
  const bytes = (await stateOf(name, lobby))[`chart ${key}`] ?? []
  const changed = to(chartSerde.deserialize(Uint8Array.from(bytes)))
  await setState(name, lobby, { [`chart ${key}`]: chartSerde.serialize(changed) })
  await expect.poll(async () => (await stateOf(name, lobby))[`chart ${key}`]).not.toEqual(bytes)
}

const older = (chart: KeptChart): KeptChart => ({
  ...chart,
  version: '0',
  body: chart.body.replace('"pausing"', '"gathering"'),
})
const migrate = (persisted: unknown): unknown => JSON.parse(JSON.stringify(persisted).replace('gathering', 'pausing'))
const askedBy = ({ asked }: RestateWorld, of: string) => asked.flatMap(({ key, input }) => (key === of ? [input] : []))

describe('a chart of before', () => {
  test('of an older version is migrated', async () => {
    const world = open({ '0': migrate })
    await world.receive(message('a'))
    await change(world, iris, older)
    expect(await world.receive(message('b'))).toEqual(['accepted'])
    await world.until(2_000)
    expect([askedBy(world, iris), world.halted]).toEqual([[['a', 'b']], []])
  })

  test.each([
    ['no migration leads from', older],
    ['that cannot be read', (chart: KeptChart) => ({ ...chart, body: '{' })],
  ])('%s is stopped, shown without a snapshot, and the others go on', async (_, damage) => {
    const world = open()
    await world.receive(message('a'))
    await change(world, iris, damage)
    expect(await world.receive(message('b', { bots: ['iris'] }), message('c'))).toEqual(['quarantined', 'accepted'])
    await world.until(2_000)
    expect([askedBy(world, iris), askedBy(world, rex), world.halted]).toEqual([[], [['a', 'c']], [iris]])
    expect(world.waiting(iris)).toEqual(['message.received', 'message.received'])
    expect((await world.host.room(lobby))?.map(({ key, snapshot }) => [key, snapshot !== undefined])).toEqual([
      [iris, false],
      [rex, true],
    ])
  })

  test('that can be read again takes what waited for it once it is told to', async () => {
    const world = open()
    await world.receive(message('a'))
    await change(world, iris, (chart) => ({ ...chart, body: `!${chart.body}` }))
    await world.receive(message('b'))
    await change(world, iris, (chart) => ({ ...chart, body: chart.body.slice(1) }))
    expect(await world.host.resume(iris)).toEqual(['accepted'])
    await world.until(3_000)
    expect([askedBy(world, iris), world.host.figures().halted]).toEqual([[['a', 'b']], 0])
  })

  test('begins anew where it is told to, with what is known of it, and takes what waited', async () => {
    const world = open()
    await world.receive(message('a'))
    await change(world, iris, (chart) => ({ ...chart, body: '{' }))
    await world.receive(message('b'))
    expect(await world.host.resume(iris, { context: { said: ['before'] } })).toEqual(['accepted'])
    await world.until(3_000)
    expect([askedBy(world, iris), await saidBy(world, iris)]).toEqual([[['b']], ['before', 'yes']])
  })
})
