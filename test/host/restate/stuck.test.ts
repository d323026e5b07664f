// A room is never wedged: what keeps it from its turns is shown, what reaches it is held, and it is set free without a loss.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { clusterReset, clusterStuck } from '../../../src/cli/cluster-rooms.ts'
import { failingCalls, freeRoom, resumePaused, stuckRooms } from '../../../src/host/restate/room-admin.ts'
import type { RestateHostOptions } from '../../../src/host/restate/restate-host.ts'
import type { InboundMessage } from '../../../src/room/message.ts'
import type { Incoming } from '../../../src/room/room.ts'
import { message } from '../contract/machines.ts'
import { type RestateWorld, restateWorld } from '../contract/restate-world.ts'
import { contextIn, chartOf, openWatched } from '../contract/watched.ts'
import { memoryLog } from './memory-log.ts'
import { restateServer } from './restate-server.ts'
import { setState, stateOf } from './state-of-room.ts'

const byName = (a: string, b: string): number => a.localeCompare(b)
const poll = { timeout: 20_000 }
const lobby = 'web:lobby'
const iris = `iris ${lobby}`

type More = NonNullable<Parameters<typeof restateWorld>[1]>
const open = (more: More): RestateWorld => openWatched((options) => restateWorld(options, more)) as RestateWorld

/** Plans that throw, as a bug of the planner would, where `isBroken` says so. */
function brokenWhere(isBroken: (room: string, incoming: readonly Incoming[]) => boolean) {
  const stuck: string[] = []
  const around: RestateHostOptions['around'] = (work) => ({
    ...work,
    plan(state, incoming) {
      if (isBroken(state.key, incoming)) throw new TypeError('a bug of the planner')
      return work.plan(state, incoming)
    },
  })
  return {
    stuck,
    more: { around, stuck: (room: string, { message: why }: Error) => void stuck.push(`${room}: ${why}`) },
  }
}

const heardBy = async (world: RestateWorld, key = iris) => contextIn((await chartOf(world, key))?.snapshot)['heard']

describe('a room whose turns cannot be planned', () => {
  test('takes none: what reaches it waits in order, it is shown, and other rooms go on; reset, it has lost nothing', async () => {
    let isBroken = false
    const { stuck, more } = brokenWhere((room) => isBroken && room === lobby)
    const world = open(more)
    await world.receive(message('a', { bots: ['iris'] }))
    isBroken = true
    expect(await world.receive(message('b', { bots: ['iris'] }))).toEqual(['quarantined'])
    expect(await world.receive(message('c', { bots: ['iris'] }), message('b', { bots: ['iris'] }))).toEqual([
      'quarantined',
      'quarantined',
    ])
    expect(await world.receive(message('a', { group: 'web:den' }))).toEqual(['accepted'])
    expect([stuck, world.host.figures().halted, await heardBy(world)]).toEqual([
      [`${lobby}: a bug of the planner`],
      1,
      ['a'],
    ])
    expect(await world.host.reset(lobby)).toEqual({ taken: 0, held: 3, error: 'a bug of the planner' })
    isBroken = false
    expect(await world.host.reset(lobby)).toEqual({ taken: 3, held: 0 })
    expect([await heardBy(world), world.host.figures().halted]).toEqual([['a', 'b', 'c'], 0])
    await world.until(1_500)
    expect(world.asked.filter(({ key }) => key === iris).map(({ input }) => input)).toEqual([['a', 'b', 'c']])
  })

  test('holds no words that are not to be kept', async () => {
    let isBroken = true
    const { more } = brokenWhere(() => isBroken)
    const world = open({ ...more, keeps: ({ sender }) => sender.id !== 'eve' })
    const eve = { sender: { id: 'eve', name: 'Eve', bot: false }, bots: ['iris'] }
    expect(await world.receive(message('a', { bots: ['iris'] }), message('b', { ...eve, text: 'her words' }))).toEqual([
      'quarantined',
      'quarantined',
    ])
    const { 'waits 1': bytes = [] } = await stateOf(world.name, lobby)
    const waiting = JSON.parse(Buffer.from(bytes).toString()) as { message: InboundMessage }[]
    expect(waiting.map(({ message: { id, text } }) => [id, text])).toEqual([
      ['a', 'a'],
      ['b', ''],
    ])
    isBroken = false
    expect(await world.host.reset(lobby)).toEqual({ taken: 2, held: 0 })
  })

  test('goes on without the call that stopped it, where it is told to', async () => {
    const { more } = brokenWhere((_, incoming) =>
      incoming.some((each) => 'message' in each && each.message.id === 'poison'),
    )
    const world = open(more)
    await world.receive(message('a', { bots: ['iris'] }))
    await world.receive(message('poison', { bots: ['iris'] }))
    await world.receive(message('b', { bots: ['iris'] }))
    expect((await world.host.reset(lobby)).held).toBe(2)
    expect(await world.host.reset(lobby, { skip: true })).toEqual({ taken: 1, held: 0 })
    expect(await heardBy(world)).toEqual(['a', 'b'])
  })

  test('takes the answers of jobs that ended meanwhile, and its timers, once it is reset', async () => {
    let isBroken = false
    const { more } = brokenWhere(() => isBroken)
    const world = open(more)
    await world.receive(message('a', { bots: ['iris'] }))
    await world.until(1_200)
    isBroken = true
    await world.receive(message('b', { bots: ['iris'] }))
    const passed = world.until(1_600)
    const waiting = async () => Object.keys(await stateOf(world.name, lobby)).filter((name) => name.startsWith('waits'))
    await expect.poll(waiting).toEqual(['waits 1', 'waits 2'])
    isBroken = false
    await world.host.reset(lobby)
    await passed
    await world.until(3_000)
    expect(contextIn((await chartOf(world, iris))?.snapshot)['said']).toEqual(['yes'])
  })
})

describe('a store that refuses turns', () => {
  const refusing = (isRefusing: () => boolean, shared: boolean) => {
    const log = memoryLog()
    let refused = 0
    return {
      refused: () => refused,
      log: {
        ...log,
        write: (...turn: Parameters<typeof log.write>) => {
          if (!isRefusing()) return log.write(...turn)
          refused += 1
          throw Object.assign(new Error('the disk is full'), { code: 'ERR_SQLITE_ERROR' })
        },
        ...(shared && {
          shared: { known: () => 0, kept: () => 0, after: async () => [], ship: async () => {} },
        }),
      },
    }
  }

  test('is tried some times; then the room goes on, for its rows stand elsewhere, and they are written later', async () => {
    let isRefusing = true
    const { log, refused } = refusing(() => isRefusing, true)
    const world = open({ log })
    expect(await world.receive(message('a', { bots: ['iris'] }))).toEqual(['accepted'])
    expect([refused(), world.steps.length, world.host.figures().storeFailures]).toEqual([5, 0, 1])
    isRefusing = false
    await world.receive(message('b', { bots: ['iris'] }))
    expect(world.steps.map(({ event }) => event.type)).toEqual(['xstate.init', 'message.received', 'message.received'])
    expect([await heardBy(world), world.host.figures().storeFailures]).toEqual([['a', 'b'], 0])
  })

  test('is waited for where nobody else knows of them: nothing is acknowledged, and the room goes on by itself', async () => {
    let isRefusing = true
    const { log, refused } = refusing(() => isRefusing, false)
    const world = open({ log })
    const taken = world.receive(message('a', { bots: ['iris'] }))
    await expect.poll(refused, poll).toBeGreaterThan(5)
    expect([world.steps, world.host.figures().storeFailures]).toEqual([[], 1])
    isRefusing = false
    expect([await taken, await heardBy(world)]).toEqual([['accepted'], ['a']])
  })
})

describe('a room whose state cannot be read', () => {
  test.each([
    ['what is held', () => 'held'],
    ['a chart', () => `chart ${iris}`],
    ['the ids that it knows', () => 'seen 0'],
  ])('%s: it takes no turn, says so, and goes on without that where it is told to', async (_, name) => {
    const stuck: string[] = []
    const world = open({ stuck: (room, { message: why }) => void stuck.push(`${room}: ${why}`) })
    await world.receive(message('a'))
    await world.order({ key: iris, event: { type: 'curse' } })
    await setState(world.name, lobby, { [name()]: '{"broken' })
    await expect.poll(() => world.receive(message('b'))).toEqual(['quarantined'])
    expect(stuck).toEqual([expect.stringMatching(`^${lobby}: what it keeps as "${name()}" cannot be read: `)])
    expect((await world.host.reset(lobby)).held).toBeGreaterThan(0)
    expect((await world.host.reset(lobby, { skip: true })).held).toBe(0)
    expect(await world.receive(message('c'))).toEqual(['accepted'])
    expect(await heardBy(world, `rex ${lobby}`)).toEqual(expect.arrayContaining(['a', 'c']))
  })

  test('the record of the room itself: it is made anew from what else stands there', async () => {
    const world = open({})
    await world.receive(message('a'))
    await setState(world.name, lobby, { room: '{"broken' })
    await expect.poll(() => world.receive(message('b'))).toEqual(['quarantined'])
    expect((await world.host.reset(lobby)).held).toBe(0)
    expect([await world.receive(message('a')), await heardBy(world)]).toEqual([['duplicate'], ['a', 'b']])
    await world.until(1_600)
    expect(world.asked.map(({ key, input }) => `${key} ${String(input)}`).toSorted(byName)).toEqual([
      `${iris} a,b`,
      `rex ${lobby} a,b`,
    ])
  })
})

test('a call that fails at every try pauses and is listed; let go on, it is done, and a stuck room is listed, too', async () => {
  let [isOther, cutOff] = [false, 0]
  const { more } = brokenWhere((room) => room === 'web:den')
  const world = open({
    ...more,
    mostTries: 3,
    around: (work) => ({
      ...(more.around?.(work) ?? work),
      // What a handler does otherwise in its second try, Restate refuses.
      until: () => (isOther ? undefined : 60_000),
      settled(ref) {
        if (cutOff > 0) return work.settled(ref)
        cutOff += 1
        isOther = true
        throw new Error('cut off')
      },
    }),
  })
  const cluster = { admin: restateServer().admin, service: world.name }
  await world.order({ key: `#counter ${lobby}`, event: { type: 'begin' } })
  await world.receive(message('a', { group: 'web:den' }))
  const passed = world.until(1_000)
  await expect
    .poll(async () => (await failingCalls(cluster)).filter(({ isPaused }) => isPaused), poll)
    .toEqual([
      {
        id: expect.any(String),
        room: lobby,
        handler: 'settle',
        isPaused: true,
        error: expect.stringContaining('mismatch'),
      },
    ])
  expect(await stuckRooms(cluster)).toEqual([{ room: 'web:den', error: 'a bug of the planner', waits: 1 }])
  isOther = false
  const { ingress } = restateServer()
  expect(await freeRoom(cluster, lobby, { ingress: [ingress] })).toEqual({
    resumed: 1,
    killed: 0,
    done: { taken: 0, held: 0 },
  })
  await passed
  expect(contextIn((await chartOf(world, `#counter ${lobby}`))?.snapshot)['n']).toBe(1)
  expect(await failingCalls(cluster)).toEqual([])

  // As after a time without a worker, when many rooms have one: all of them at once.
  cutOff = 0
  const later = world.until(2_000)
  await expect
    .poll(async () => (await failingCalls(cluster)).filter(({ isPaused }) => isPaused).map(({ room }) => room), poll)
    .toEqual([lobby])
  isOther = false
  expect(await resumePaused(cluster)).toBe(1)
  await later
  expect(contextIn((await chartOf(world, `#counter ${lobby}`))?.snapshot)['n']).toBe(2)
})

test('chime cluster stuck and chime cluster reset tell of it and set it free', async () => {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  onTestFinished(() => {
    vi.restoreAllMocks()
    process.exitCode = undefined
  })
  let isBroken = true
  // The one world whose rooms have the usual name.
  const world = open({ ...brokenWhere(() => isBroken).more, name: 'room' })
  const { admin, ingress } = restateServer()
  await world.receive(message('a', { bots: ['iris'] }))
  await clusterStuck({ admin })
  await clusterReset(lobby, { admin, restate: [ingress] })
  expect([lines.splice(0), process.exitCode]).toEqual([
    [
      'stuck    web:lobby: a bug of the planner; 1 call waiting; chime cluster reset "web:lobby"\n',
      'web:lobby takes no turns still: a bug of the planner; what waits for it: 1\n',
    ],
    1,
  ])
  isBroken = false
  await expect(clusterReset(undefined, { admin, restate: [ingress] })).rejects.toThrow('name a room')
  await clusterReset(lobby, { admin, restate: [ingress] })
  await clusterReset(undefined, { admin, restate: [ingress], paused: true })
  await clusterStuck({ admin })
  expect(lines).toEqual([
    'web:lobby goes on; what waited for it reached it: 1\n',
    '0 calls that had paused: tried again\n',
    'No room is stuck, and no call fails.\n',
  ])
  expect(await heardBy(world)).toEqual(['a'])
})
