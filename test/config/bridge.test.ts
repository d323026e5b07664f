// Peers of the bridge in the configuration: what is read, and what can be wrong with it.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { loadYaml, problemsOf } from './load.ts'

const key = (n: number): string => `whsec_${Buffer.alloc(24, n).toString('base64')}`
const peer = (yaml = '', n = 1): string =>
  `{ id: beta, url: 'https://beta.example/chime/', keys: { in: [${key(n)}], out: [${key(n + 1)}] }, groups: ['feishu:oc_1'] ${yaml} }`
const bridge = (...peers: string[]): string => `bridge: { id: alpha, peers: [${peers.join(', ')}] }`

test('without a peer there is no bridge', () => {
  expect(loadYaml('bridge: { id: alpha }').channels).not.toHaveProperty('bridge')
})

test('a peer takes events under its URL; two keys stand beside each other while they rotate', () => {
  const rotating = `{ id: beta, url: 'http://127.0.0.1:9', keys: { in: [${key(1)}, ${key(2)}], out: [${key(3)}] }, groups: ['web:lobby'] }`
  const { channels, warnings } = loadYaml(bridge(rotating))
  expect(channels.bridge).toEqual({
    id: 'alpha',
    hopLimit: 4,
    peers: [
      {
        id: 'beta',
        url: 'http://127.0.0.1:9/v1/events',
        keys: { in: [key(1), key(2)], out: [key(3)] },
        groups: ['web:lobby'],
      },
    ],
  })
  expect(warnings).toEqual([])
  expect(loadYaml(bridge(peer())).channels.bridge?.peers[0]?.url).toBe('https://beta.example/chime/v1/events')
})

test('talk that can be read on its way, and a peer that shares no group, are warned of', () => {
  const open = `{ id: beta, url: 'http://beta.example', keys: { in: [${key(1)}], out: [${key(2)}] } }`
  expect(loadYaml(bridge(open)).warnings).toEqual([
    'bridge: no group is shared with beta: list them under groups',
    'bridge: what is said to beta can be read on its way: give an https URL',
  ])
})

describe('problems', () => {
  const twice = 'a key is given twice, first under in of beta: each way needs its own'
  test.each([
    [bridge(peer().replace('id: beta', 'id: alpha')), 'peers[0].id: alpha is this Chime: a peer has an id of its own'],
    [bridge(peer(), peer('', 5)), 'peers[1].id: there is another peer "beta": ids must differ'],
    [bridge(peer().replace(key(2), key(1))), `peers[0].keys.out: ${twice}`],
    [bridge(peer(), peer('', 5).replace('beta', 'gamma').replace(key(5), key(1))), `peers[1].keys.in: ${twice}`],
    [
      bridge(peer().replace(key(1), 'whsec_c2hvcnQ=')),
      'peers[0].keys.in[0]: expected whsec_ and 24 to 64 bytes in base64, found ***',
    ],
    [bridge(peer().replace(`[${key(1)}]`, '[]')), 'peers[0].keys.in: expected at least one key, found ***'],
    [
      bridge(peer().replace('feishu:oc_1', 'oc_1')),
      'peers[0].groups[0]: expected a group such as feishu:oc_1, found "oc_1"',
    ],
  ])('%s', (yaml, problem) => {
    expect(problemsOf(yaml)).toEqual([`chime.yaml: bridge.${problem}`])
  })
})

describe('a group that is nowhere but between peers', () => {
  const lab = `bridge: { id: alpha, peers: [${peer().replace('feishu:oc_1', 'bridge:lab')}] }\nbots: [{ name: Iris }, { name: Rex }]`
  const brakes = { maxBotTurns: 1_000_000, maxPairTurns: 1_000_000, maxRoomTurns: 1_000_000 }

  test('has all bots, and no brakes that wait for a person; what it is given itself counts', () => {
    const { groups, warnings } = loadYaml(lab)
    expect([groups['bridge:lab']?.bots, groups['bridge:lab']?.settings.loop, warnings]).toEqual([
      ['iris', 'rex'],
      expect.objectContaining(brakes),
      [],
    ])
    const given = loadYaml(
      `${lab}\ngroups: { 'bridge:lab': { bots: [rex], groupSocial: { loop: { maxBotTurns: 2 } } } }`,
    )
    expect([given.groups['bridge:lab']?.bots, given.groups['bridge:lab']?.settings.loop]).toEqual([
      ['rex'],
      expect.objectContaining({ ...brakes, maxBotTurns: 2 }),
    ])
    expect(
      loadYaml(`${lab}\ngroupSocial: { loop: { maxBotTurns: 2 } }`).groups['bridge:lab']?.settings.loop,
    ).toMatchObject(brakes)
  })

  test('is as the guide shows it, and told of when no peer shares it', () => {
    const guides = ['en', 'zh'].map((lang) =>
      readFileSync(new URL(`../../docs/guide/bridge.${lang}.md`, import.meta.url), 'utf8'),
    )
    const [english, chinese] = guides.map((text) => /```yaml\n(groups:[^`]+)```/.exec(text)?.[1] ?? '')
    expect(chinese).toBe(english)
    expect(loadYaml(`${lab}\n${english}`).warnings).toEqual([])
    expect(loadYaml(`bots: [{ name: Iris }]\n${english}`).warnings).toEqual([
      'groups: no channel has a group "bridge:lab": names look like web:lobby',
    ])
  })
})

test('what the guide shows in both languages loads', () => {
  const shown = ['en', 'zh'].map((language) => {
    const text = readFileSync(new URL(`../../docs/guide/bridge.${language}.md`, import.meta.url), 'utf8')
    let n = 0
    return /```yaml\n([^`]+)```/
      .exec(text)?.[1]
      ?.replaceAll('whsec_…', () => key((n += 1)))
      .replaceAll(/^ {3}/gm, '')
  })
  const [english, chinese] = shown.map((yaml) => loadYaml(yaml ?? '').channels.bridge)
  expect(chinese).toEqual(english)
  expect(english).toEqual({
    id: 'alpha',
    hopLimit: 4,
    peers: [
      {
        id: 'beta',
        url: 'https://beta.example/v1/events',
        keys: { in: [key(1)], out: [key(2)] },
        groups: ['feishu:oc_…'],
      },
    ],
  })
})
