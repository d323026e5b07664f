// Who is served, as the configuration says it: on every channel alike, and in a group.
import { expect, test } from 'vitest'
import { loadYaml, problemsOf } from './load.ts'

const feishu = 'appId: cli_0123456789abcdef, appSecret: s'

test('every channel has the same keys, spelled either way, and a group has its own', () => {
  const { admission, groups } = loadYaml(`
channels:
  feishu: { ${feishu}, allow_from: [ou_ann, oc_lab], denyFrom: [ou_eve], unlisted: ignore, dm_policy: allowlist, heeds_all: true }
  web: { deny_from: ['person:eve'] }
  xmpp: { accounts: [{ bot: iris, jid: iris@a.example, password: p }], allowFrom: [' ann@a.example '] }
  modules: [{ name: acp, path: a.ts, allowFrom: [-1001234567890, '*'] }]
groups:
  feishu:oc_lab: { allowFrom: [ou_bo], heedsAll: false, unlisted: context }
`)
  expect(admission).toEqual({
    feishu: {
      allowFrom: ['ou_ann', 'oc_lab'],
      denyFrom: ['ou_eve'],
      unlisted: 'ignore',
      dmPolicy: 'allowlist',
      heedsAll: true,
    },
    web: { denyFrom: ['person:eve'] },
    xmpp: { allowFrom: ['ann@a.example'] },
    acp: { allowFrom: ['-1001234567890', '*'] },
  })
  expect(groups['feishu:oc_lab']?.admission).toEqual({ allowFrom: ['ou_bo'], heedsAll: false, unlisted: 'context' })
})

test('empty lists, and what is so anyway, say nothing: everybody is served', () => {
  const { admission, groups, warnings } = loadYaml(
    'channels: { web: { allowFrom: [], denyFrom: [], unlisted: context, heedsAll: false } }\ngroups: { "web:lobby": { allowFrom: [] } }',
  )
  expect([admission, groups['web:lobby']?.admission, warnings]).toEqual([{}, undefined, []])
})

const anId = 'the id of a person or a group, or *; a number of more than 15 digits in quotation marks'

test.each([
  ['channels: { web: { allowFrom: ann } }', 'channels.web.allowFrom: expected a list, found "ann"'],
  ['channels: { web: { allowFrom: [""] } }', `channels.web.allowFrom[0]: expected ${anId}, found ""`],
  ['channels: { web: { denyFrom: [a b] } }', `channels.web.denyFrom[0]: expected ${anId}, found "a b"`],
  ['channels: { web: { denyFrom: [true] } }', `channels.web.denyFrom[0]: expected ${anId}, found true`],
  ['channels: { web: { denyFrom: [1.5] } }', `channels.web.denyFrom[0]: expected ${anId}, found 1.5`],
  // Another person's, when it is read as a number.
  [
    'channels: { web: { allowFrom: [12345678901234567890] } }',
    `channels.web.allowFrom[0]: expected ${anId}, found 12345678901234567000`,
  ],
  ['channels: { web: { unlisted: drop } }', 'channels.web.unlisted: expected one of context, ignore, found "drop"'],
  [
    'channels: { web: { dmPolicy: pairing } }',
    'channels.web.dmPolicy: expected one of open, allowlist, disabled, found "pairing"',
  ],
  ['channels: { web: { heedsAll: 1 } }', 'channels.web.heedsAll: expected true or false, found 1'],
  ['groups: { "web:lobby": { dmPolicy: open } }', 'groups.web:lobby.dmPolicy: unknown key: did you mean "policy"?'],
])('%s is refused', (yaml, problem) => {
  expect(problemsOf(yaml)).toEqual([`chime.yaml: ${problem}`])
})

test('lists that contradict each other, or let nobody in, are warned of', () => {
  const { warnings } = loadYaml(
    'channels: { web: { allowFrom: ["person:ann"], denyFrom: ["person:ann"] } }\ngroups: { "web:lobby": { denyFrom: ["*"] } }',
  )
  expect(warnings).toEqual(['channels.web: person:ann stands under allowFrom and denyFrom: denyFrom wins'])
  expect(loadYaml('channels: { web: { dmPolicy: allowlist } }').warnings).toEqual([
    'channels.web.dmPolicy: nobody is listed under allowFrom: one-to-one chats are for nobody',
  ])
})

test('what one person may use is the common figure, a bot’s own over it, key by key', () => {
  const { bots, warnings } = loadYaml(`
bots: [{ name: Iris, limits: { per_person: { tokens_per_day: 900 } } }, { name: Rex }]
limits: { perPerson: { messagesPerDay: 20, tokensPerDay: 40000 } }
`)
  expect([bots.map(({ perPerson }) => perPerson), warnings]).toEqual([
    [
      { messagesPerDay: 20, tokensPerDay: 900 },
      { messagesPerDay: 20, tokensPerDay: 40_000 },
    ],
    [],
  ])
  expect(loadYaml('bots: [{ name: Iris }]').bots[0]).not.toHaveProperty('perPerson')
  expect(problemsOf('limits: { perPerson: { messagesPerDay: -1 } }')).toEqual([
    'chime.yaml: limits.perPerson.messagesPerDay: expected a whole number, 0 or more, found -1',
  ])
})
