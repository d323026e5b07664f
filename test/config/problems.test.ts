// Every way a configuration can be wrong, with the words that its user reads.
import { describe, expect, test } from 'vitest'
import { ConfigError } from '../../src/config/explain.ts'
import { loadYaml, problemsOf } from './load.ts'

const social = (yaml: string) => `groupSocial: { ${yaml} }`
const longToken = 'set CHIME_TOKEN to 16 characters or more (openssl rand -hex 16 makes one), or bind 127.0.0.1'
const name = 'a name of 1 to 40 characters with at least one letter or digit'

test('all problems are told at once, one line each', () => {
  const yaml = `
    bots:
      - nmae: Ada
      - { name: Bob, aliases: [""], id: B }
    group_social: { delay: { fast_ms: [3, 1] }, limits: { longWindow: { durationMs: 5 } } }
    channels: { web: { host: 0.0.0.0, rooms: [{ id: hall }, { id: hall }] } }
    model: { provider: openai }`
  const expected = [
    'chime.yaml: bots[0].nmae: unknown key: did you mean "name"?',
    `chime.yaml: bots[0].name: missing: expected ${name}`,
    'chime.yaml: bots[1].id: expected an id of a-z, 0-9, ".", "_", "-", found "B"',
    `chime.yaml: bots[1].aliases[0]: expected ${name}, found ""`,
    'chime.yaml: groupSocial.delay.fastMs: expected [min, max] in ms with 0 <= min <= max, found [3,1]',
    'chime.yaml: model.apiKey: missing: openai needs a key: set OPENAI_API_KEY',
    `chime.yaml: channels.web.token: missing: 0.0.0.0 is open to other machines: ${longToken}`,
  ]
  expect(problemsOf(yaml)).toEqual(expected)
  expect(() => loadYaml(yaml)).toThrow(new ConfigError(expected))
})

describe('keys', () => {
  test.each([
    ['modle: {}', 'modle: unknown key: did you mean "model"?'],
    [
      'channels: { irc: {} }',
      'channels.irc: unknown key: expected one of web, feishu, telegram, discord, xmpp, modules',
    ],
    [social('batching: { intervalms: 3 }'), 'groupSocial.batching.intervalms: unknown key: did you mean "intervalMs"?'],
    [social('limits: { short_windw: {} }'), 'groupSocial.limits.short_windw: unknown key: did you mean "shortWindow"?'],
    [
      social('delay: { fast_ms: [1, 2], fastMs: [1, 2] }'),
      'groupSocial.delay.fastMs: given twice, as fast_ms and as fastMs: keep one',
    ],
    [
      social('policy: open, groupPolicy: open'),
      'groupSocial.policy: given twice, as policy and as groupPolicy: keep one',
    ],
    ['groups: { __proto__: { policy: open } }', 'groups.__proto__: this name is reserved: choose another'],
    [
      'bots: [{ name: Ada, __proto__: { id: x } }]',
      'bots[0].__proto__: unknown key: expected one of id, aliases, role, expertise, persona, operators, problemWords, agent, schedule, startup, model, limits, name',
    ],
  ])('%s', (yaml, expected) => {
    expect(problemsOf(yaml)).toEqual([`chime.yaml: ${expected}`])
    expect(({} as Record<string, unknown>)['policy']).toBeUndefined()
  })
})

describe('values', () => {
  test.each([
    ['[1, 2]', 'expected a mapping of keys, found [1,2]'],
    ['bots: Iris', 'bots: expected a list, found "Iris"'],
    ['bots: []', 'bots: expected at least one bot, found []'],
    ['bots: [null]', 'bots[0]: expected a mapping of keys, found nothing'],
    ['bots: [{ name: 42 }]', `bots[0].name: expected ${name}, found 42`],
    ['bots: [{ name: "!?" }]', `bots[0].name: expected ${name}, found "!?"`],
    ['bots: [{ name: "\\u200B🦊" }]', `bots[0].name: expected ${name}, found "\u200B🦊"`],
    ['bots: [{ name: "A\\nB" }]', `bots[0].name: expected ${name}, found "A\\nB"`],
    ['channels: { web: { rooms: [] } }', 'channels.web.rooms: expected at least one room, found []'],
    ['channels: { web: { port: 7171.5 } }', 'channels.web.port: expected a port from 0 to 65535, found 7171.5'],
    ['store: { retainDays: 0 }', 'store.retainDays: expected a whole number of days, 1 or more, found 0'],
    ['store: { maxMegabytes: 10 }', 'store.maxMegabytes: expected a whole number of megabytes, 64 or more, found 10'],
    ['limits: { dailyTokens: -1 }', 'limits.dailyTokens: expected a whole number, 0 or more, found -1'],
    [social('enabled: yes'), 'groupSocial.enabled: expected true or false, found "yes"'],
    [social('policy: loud'), 'groupSocial.policy: expected one of mention, auto, open, found "loud"'],
    [social('reserveBudgetRatio: 1.2'), 'groupSocial.reserveBudgetRatio: expected a number from 0 to 1, found 1.2'],
    [social('reserveBudgetRatio: .nan'), 'groupSocial.reserveBudgetRatio: expected a number from 0 to 1, found NaN'],
    [
      social('decision: { defaultSkipOnParseError: false }'),
      'groupSocial.decision.defaultSkipOnParseError: expected true (an unparsable decision is always a skip), found false',
    ],
    [
      social('dispatch: { cooldownMs: 30s }'),
      'groupSocial.dispatch.cooldownMs: expected a whole number of ms, 0 or more, below 25 days, found "30s"',
    ],
    [
      social('dispatch: { cooldownMs: 2147483648 }'),
      'groupSocial.dispatch.cooldownMs: expected a whole number of ms, 0 or more, below 25 days, found 2147483648',
    ],
    [
      social('delay: { slowMs: [-1, 5] }'),
      'groupSocial.delay.slowMs[0]: expected a whole number of ms, 0 or more, below 25 days, found -1',
    ],
    [
      social('delay: { slowMs: [1] }'),
      'groupSocial.delay.slowMs: expected [min, max] in ms with 0 <= min <= max, found [1]',
    ],
    [
      social('limits: { shortWindow: { maxMessages: 1.5 } }'),
      'groupSocial.limits.shortWindow.maxMessages: expected a whole number, 0 or more, found 1.5',
    ],
    [
      social('limits: { shortWindow: { durationMs: 86400000 } }'),
      'groupSocial.limits: expected durationMs to ascend from shortWindow over mediumWindow to longWindow, found 86400000, 10800000, 86400000',
    ],
    [
      `groups: { "web:lobby": { ${social('limits: { longWindow: { durationMs: 7 } }')} } }`,
      'groups.web:lobby.groupSocial.limits: expected durationMs to ascend from shortWindow over mediumWindow to longWindow, found 300000, 10800000, 7',
    ],
    [
      `groupSocial: { limits: { longWindow: { durationMs: 7 } } }\ngroups: { "web:lobby": { ${social('enabled: true')} } }`,
      'groupSocial.limits: expected durationMs to ascend from shortWindow over mediumWindow to longWindow, found 300000, 10800000, 7',
    ],
    [
      social('vitality: { activeMessages: 4 }'),
      'groupSocial.vitality: expected activeMessages to be at least coolingMessages, found 4 and 5',
    ],
  ])('%s', (yaml, expected) => {
    expect(problemsOf(yaml)).toEqual([`chime.yaml: ${expected}`])
  })
})

describe('bots and groups', () => {
  test('names, aliases and ids must differ between bots, however they are written', () => {
    const bots =
      '[{ name: Ada, aliases: [Countess] }, { name: Bob, aliases: [ＡＤＡ, "count\\u200Bess"] }, { name: ADA, id: bob }]'
    expect(problemsOf(`bots: ${bots}`)).toEqual([
      clash('[1].aliases[0]', 'ＡＤＡ', 0),
      clash('[1].aliases[1]', 'count\u200Bess', 0),
      clash('[2].id', 'bob', 1),
      clash('[2].name', 'ADA', 0),
    ])
  })

  test('a persona that cannot be read is an error', () => {
    const files = { 'chime.yaml': 'bots: [{ name: Ada, persona: empty }]', 'empty/': '' }
    expect(problemsOf({ files })).toEqual([noPersona('empty')])
    for (const path of ['a.md', 'ada', 'my ada', 'personas/my own ada', 'our old ada.md'])
      expect(problemsOf(`bots: [{ name: Ada, persona: ${path} }]`)).toEqual([noPersona(path)])
  })

  test('rooms and groups name bots that exist, once', () => {
    const yaml = `
      channels: { web: { rooms: [{ id: lobby, bots: [Iris, rex, rex] }, { id: lobby, bots: [] }] } }
      groups: { "web:loby": { bots: [bob] } }`
    expect(problemsOf(yaml)).toEqual([
      'chime.yaml: groups.web:loby.bots[0]: no bot has the id "bob": expected one of iris, rex',
      'chime.yaml: groups.web:loby: no such room: did you mean "web:lobby"?',
      'chime.yaml: channels.web.rooms[0].bots[0]: no bot has the id "Iris": did you mean "iris"?',
      'chime.yaml: channels.web.rooms[0].bots[2]: "rex" is listed twice: remove one',
      'chime.yaml: channels.web.rooms[1].id: there is another room "lobby": ids must differ',
    ])
  })

  test('a room and its group must not disagree', () => {
    const yaml = `
      channels: { web: { rooms: [{ id: lobby, policy: open, bots: [rex] }] } }
      groups: { "web:lobby": { policy: auto, bots: [iris] } }`
    expect(problemsOf(yaml)).toEqual([
      'chime.yaml: groups.web:lobby.policy: given as "open" and "auto": give it once',
      'chime.yaml: groups.web:lobby.bots: given as ["rex"] and ["iris"]: give it once',
    ])
  })

  test.each(['127.0.0.1', '127.8.8.8', '::1', '"[::1]"', 'localhost'])('%s is open to this machine only', (host) => {
    expect(problemsOf(`channels: { web: { host: ${host} } }`)).toEqual([])
    expect(problemsOf(`channels: { web: { host: ${host}, token: abc } }`)).toEqual([])
  })

  test.each(['0.0.0.0', '::', '192.168.1.5', 'localhost.example.com', '127.0.0.1.example.com'])(
    '%s needs a token',
    (host) => {
      const web = (token: string) => `channels: { web: { host: "${host}"${token} } }`
      expect(problemsOf(web(', token: sixteen-letters-'))).toEqual([])
      expect(problemsOf(web(''))).toEqual([
        `chime.yaml: channels.web.token: missing: ${host} is open to other machines: ${longToken}`,
      ])
      expect(problemsOf(web(', token: fifteen-letters'))).toEqual([
        `chime.yaml: channels.web.token: 15 characters are too few, ${host} is open to other machines: ${longToken}`,
      ])
    },
  )
})

describe('secrets are never shown', () => {
  test.each([
    ['model: { apiKey: hunter2 secret }', 'model.apiKey: expected visible ASCII characters without spaces, found ***'],
    ['model: { api_key: 1234567 }', 'model.apiKey: expected visible ASCII characters without spaces, found ***'],
    ['model: { apiKey: [1234567] }', 'model.apiKey: expected visible ASCII characters without spaces, found ***'],
    [
      'model: { baseUrl: "https://me:hunter2@host/v1" }',
      'model.baseUrl: expected an http or https URL without user, query or fragment, found "https://***@host/v1"',
    ],
    [
      'channels: { web: { token: "hunter 2" } }',
      'channels.web.token: expected visible ASCII characters without spaces, found ***',
    ],
    [
      'model: { apiKey: *hunter2 }',
      'an alias (*name) has no anchor (&name), or too many: quote a value that begins with *',
    ],
    [
      'model:\n  apiKey: "hunter2',
      'line 2, column 19: a quote, bracket, comma or colon is missing: correct it and start again',
    ],
    ['model:\n  apiKey: |hunter2\n    x', 'line 2, column 12: not valid YAML: correct it and start again'],
  ])('%s', (yaml, expected) => {
    expect(problemsOf(yaml)).toEqual([`chime.yaml: ${expected}`])
  })
})

describe('the file itself', () => {
  test.each([
    ['a: 1\n\tb: 2', 'line 2, column 1: a tab indents the line (use spaces)'],
    ['log:\n  level: info\n  level: warn', 'line 3, column 3: this key is given twice'],
    ['log: level: info', 'line 1, column 6: a second ": " on one line (put the value in quotes)'],
    ['rosterFolder: @group', 'line 1, column 15: a value begins with @ or ` (put it in quotes)'],
    ['log: {}\n---\nlog: {}', 'line 2, column 1: a second document begins (one is enough)'],
    ['[a]: x', 'line 1, column 1: a key must be a text (put it in quotes)'],
  ])('%j is a syntax error with its place', (yaml, expected) => {
    expect(problemsOf(yaml)).toEqual([`chime.yaml: ${expected}: correct it and start again`])
  })

  test('a bomb of aliases is refused', () => {
    const lines = ['a0: &a0 [x, x]']
    for (let i = 1; i < 30; i++) lines.push(`a${i}: &a${i} [${`*a${i - 1}, `.repeat(9)}]`)
    expect(problemsOf(lines.join('\n'))).toEqual([
      'chime.yaml: an alias (*name) has no anchor (&name), or too many: quote a value that begins with *',
    ])
  })

  test('one that was asked for must exist and be readable', () => {
    const next = 'check --config or CHIME_CONFIG (looked for /here'
    expect(problemsOf({ file: 'my.yaml' })).toEqual([`my.yaml: no such file: ${next}/my.yaml)`])
    expect(problemsOf({ env: { CHIME_CONFIG: 'a/b.yaml' } })).toEqual([`a/b.yaml: no such file: ${next}/a/b.yaml)`])
    expect(problemsOf({ files: { 'chime.yaml/': '' } })).toEqual([
      `chime.yaml: is a folder, not a file: ${next}/chime.yaml)`,
    ])
  })
})

function clash(key: string, word: string, owner: number): string {
  return `chime.yaml: bots${key}: ${JSON.stringify(word)} is taken by bots[${owner}]: names, aliases and ids must differ`
}

function noPersona(path: string): string {
  const wanted =
    'the text itself (a sentence, or lines behind |), a text file, or a folder with IDENTITY.md, SOUL.md, AGENTS.md'
  return `chime.yaml: bots[0].persona: expected ${wanted}; found nothing readable at "${path}" (looked for /here/${path})`
}
