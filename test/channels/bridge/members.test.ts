// Whom a reply calls, by ids that every peer reads alike: `beta/rex` is the bot `rex` of beta (X4).
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { loadYaml } from '../../config/load.ts'
import { key } from './bridge-world.ts'
import { bridgeMembers } from '../../../src/channels/bridge/members.ts'
import { openBridgeStore } from '../../../src/store/bridge.ts'

const [both, one] = ['web:lobby', 'bridge:pair']
const peer = (id: string, n: number, groups: string[]): string =>
  `{ id: ${id}, url: 'http://127.0.0.1:9', keys: { in: [${key(n)}], out: [${key(n + 1)}] }, groups: ${JSON.stringify(groups)} }`
const config = loadYaml(`
bots: [{ id: iris, name: Iris }, { id: max, name: Max, aliases: [小马] }]
bridge: { id: alpha, peers: [${peer('beta', 1, [both, one])}, ${peer('gamma', 3, [both])}] }
`)

function members(roster: { id: string; name: string }[] = []) {
  const store = openBridgeStore(new DatabaseSync(':memory:'))
  if (!config.channels.bridge) throw new Error('there is no bridge')
  const settings = config.channels.bridge
  const { calledIn, in: inGroup } = bridgeMembers({ settings, config, store, roster: () => roster, knows: () => false })
  const called = (text: string, group: string = both) => calledIn(group, text, 'iris').map(({ id }) => id)
  return { store, called, inGroup }
}

test('a peer’s bot is known once it has spoken in the group, by its name and by its id', () => {
  const { store, called } = members()
  expect(called('Rex, what do you say?')).toEqual([])
  store.noteSpeaker(both, { id: 'beta/r2', name: 'Rex' }, 1)
  expect([called('Rex, what do you say?'), called('@r2 what do you say?'), called('Rex, you?', one)]).toEqual([
    ['beta/r2'],
    ['beta/r2'],
    [],
  ])
})

test('bots of two Chimes with the same id are told apart, and namesakes are called together', () => {
  const { store, called } = members()
  store.noteSpeaker(both, { id: 'beta/max', name: 'Maxine' }, 1)
  store.noteSpeaker(both, { id: 'gamma/m', name: 'Max' }, 1)
  expect([called('Maxine, you?'), called('小马，你怎么看？'), called('Max, you?').toSorted()]).toEqual([
    ['beta/max'],
    ['alpha/max'],
    ['alpha/max', 'beta/max', 'gamma/m'],
  ])
})

test('the roster tells whose a bot is; a bare id is the bot of the one peer in the group, and nobody’s among several', () => {
  const { called } = members([
    { id: 'gamma/rex', name: 'Rex' },
    { id: 'tom', name: 'Tom' },
    { id: 'iris', name: 'Iris the First' },
    { id: 'max', name: 'Maximilian' },
  ])
  expect([called('Rex, you?'), called('Tom, you?', one), called('Tom, you?'), called('Maximilian, you?')]).toEqual([
    ['gamma/rex'],
    ['beta/tom'],
    ['alpha/tom'],
    [],
  ])
})

test('who speaks is never called, whatever name stands in the text', () => {
  const { called } = members()
  expect(called('Iris, I am talking to myself.')).toEqual([])
})

test('all bots are in a group between peers, unless it is configured', () => {
  const { inGroup } = members()
  expect([inGroup(one).map(({ id }) => id), inGroup('feishu:oc_1')]).toEqual([['iris', 'max'], []])
})
