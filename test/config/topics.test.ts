// The name of a topic's room: whatever a chat calls itself and its topics, no two places have one name.
import { expect, test } from 'vitest'
import { settingsFor } from '../../src/config/config.ts'
import { baseOf, topicGroup, topicPlace } from '../../src/config/topics.ts'
import { actorKey, partsOf } from '../../src/room/key.ts'
import { loadYaml } from './load.ts'

const groups = [
  'feishu:oc_1',
  'acp:a',
  'acp:a#topic/',
  'acp:a#topic/b',
  'acp:a#topic/b#topic/',
  'acp:a#topic/b#topic/c',
  'acp:a%23topic/b',
  'acp:#topic/',
  'acp:a b',
  'acp:direct web:ann',
  'acp:a#topic/%zz',
  'acp:a\n#topic/b',
]
const topics = [undefined, '7', 'b', 'b#topic/c', '#topic/', '%23', 'b/c', 'b c', ' ', '话题', '\u{1F992}', '..', '%zz']

test('a group without topics is called as ever', () => {
  expect(['feishu:oc_1', 'web:lobby', 'acp:a b', 'xmpp:room@host/nick'].map((group) => topicGroup(group))).toEqual([
    'feishu:oc_1',
    'web:lobby',
    'acp:a b',
    'xmpp:room@host/nick',
  ])
  expect(topicGroup('feishu:oc_1', '')).toBe('feishu:oc_1')
})

test('each place has a name of its own, from which it is read again, as the key of a chart, too', () => {
  const places = groups.flatMap((group) => topics.map((topic) => ({ group, ...(topic !== undefined && { topic }) })))
  const names = places.map(({ group, topic }) => topicGroup(group, topic))
  expect(new Set(names).size).toBe(places.length)
  expect(names.map(topicPlace)).toEqual(places)
  const keys = names.map((group) => actorKey({ bot: 'iris', group, oneToOne: false }))
  expect(keys.map((key) => baseOf(partsOf(key).group))).toEqual(places.map(({ group }) => group))
})

test('half a character makes no error', () => {
  expect(topicPlace(topicGroup('acp:a', 'b\uD83E')).group).toBe('acp:a')
})

test('a topic’s room has the settings of its group, and a chat that calls itself like one has its own', () => {
  const config = loadYaml(`groups:
  feishu:oc_1: { groupSocial: { topics: apart, policy: mention } }
  feishu:oc_1#topic/b: { groupSocial: { policy: open } }
`)
  const policyOf = (room: string) => settingsFor(config, room).policy
  expect([
    policyOf(topicGroup('feishu:oc_1', 'b')),
    policyOf(topicGroup('feishu:oc_1#topic/b')),
    policyOf(topicGroup('feishu:oc_2', 'b')),
  ]).toEqual(['mention', 'open', 'auto'])
  expect(['feishu:oc_1', 'feishu:oc_2'].map((room) => settingsFor(config, room).topics)).toEqual(['apart', undefined])
})
