// Channels that are modules of somebody else: where they are, who is on them, and what can be wrong with that.
import { expect, test } from 'vitest'
import { loadYaml, problemsOf } from './load.ts'

const modules = (yaml: string): string => `channels: { modules: [${yaml}] }`

test('a module is found beside the configuration, and all bots are on it', () => {
  expect(
    loadYaml(modules('{ name: acp, path: ./acp/channel.ts, options: { url: x, poll_ms: 5 } }')).channels,
  ).toMatchObject({
    modules: [{ name: 'acp', path: '/here/acp/channel.ts', bots: ['iris', 'rex'], options: { url: 'x', poll_ms: 5 } }],
  })
})

test('it may be for some bots alone, at a place of its own', () => {
  expect(loadYaml(modules('{ name: irc, path: /opt/irc.js, bots: [rex] }')).channels.modules).toEqual([
    { name: 'irc', path: '/opt/irc.js', bots: ['rex'], options: {} },
  ])
})

test('without any there is no such key', () => {
  expect(loadYaml('{}').channels).not.toHaveProperty('modules')
})

test('its groups are known groups', () => {
  const groups = 'groups: { "acp:lab": { policy: open }, "irc:lab": { policy: open } }'
  expect(loadYaml(`${groups}\n${modules('{ name: acp, path: a.ts }')}`).warnings).toEqual([
    'groups: no channel has a group "irc:lab": names look like web:lobby',
  ])
})

test.each([
  ['{ path: a.ts }', 'chime.yaml: channels.modules[0].name: missing: expected an id of a-z, 0-9, ".", "_", "-"'],
  ['{ name: acp }', 'chime.yaml: channels.modules[0].path: missing: expected a path'],
  [
    '{ name: web, path: a.ts }',
    'chime.yaml: channels.modules[0].name: "web" is a channel of Chime itself: choose another name',
  ],
  [
    '{ name: acp, path: a.ts }, { name: acp, path: b.ts }',
    'chime.yaml: channels.modules[1].name: there is another channel "acp": names must differ',
  ],
  [
    '{ name: acp, path: a.ts, bots: [rex, max] }',
    'chime.yaml: channels.modules[0].bots[1]: no such bot: expected some of iris, rex',
  ],
  [
    '{ name: acp, path: a.ts, url: x }',
    'chime.yaml: channels.modules[0].url: unknown key: expected one of bots, options, name, path, allowFrom, denyFrom, unlisted, heedsAll, dmPolicy',
  ],
  [
    '{ name: acp, path: a.ts, options: 5 }',
    'chime.yaml: channels.modules[0].options: expected a mapping of the module’s own keys, found 5',
  ],
])('%s is refused', (yaml, problem) => {
  expect(problemsOf(modules(yaml))).toEqual([problem])
})
