// What a configuration file becomes.
import { describe, expect, test } from 'vitest'
import { settingsFor } from '../../src/config/config.ts'
import { defaultSettings, limitPresets } from '../../src/config/default-settings.ts'
import { demoConfig, rehearsal } from './demo-config.ts'
import { load, loadYaml } from './load.ts'

describe('without anything configured', () => {
  test('no file at all runs the demo: a lobby with two bots and the rehearsal model', () => {
    expect(load({})).toEqual(demoConfig)
  })

  test.each(['bots:\nchannels:\n  web:\n', '{}'])('%j is the demo too', (yaml) => {
    expect(loadYaml(yaml)).toEqual({ ...demoConfig, file: 'chime.yaml' })
  })
})

describe('a file', () => {
  const yaml = `
    bots:
      - name: Ada Lovelace
        aliases: [Ada, 阿达]
        operators: [u1]
        limits: { dailyMessages: 7 }
      - { id: bob.example.io, name: Bob, role: cook, expertise: soups }
    limits: { daily_tokens: 5000 }
    groupSocial: { policy: mention, dispatch: { cooldownMs: 1000 } }
    groups:
      web:kitchen: { groupSocial: { policy: open, delay: { fastMs: [0, 10] } } }
      feishu:oc_a1: { bots: [bob.example.io] }
    channels:
      web:
        port: 8080
        rooms: [{ id: hall }, { id: kitchen, title: The Kitchen, bots: [bob.example.io] }]
    store: { path: /var/chime.db, retainDays: 2, maxMegabytes: 500 }
    log: { level: debug, format: json }
    rosterFolder: people
  `
  const common = {
    ...defaultSettings,
    policy: 'mention' as const,
    dispatch: { ...defaultSettings.dispatch, cooldownMs: 1_000 },
  }
  const kitchen = {
    ...common,
    policy: 'open' as const,
    delay: { ...defaultSettings.delay, fastMs: [0, 10] as [number, number] },
  }

  test('is laid over the defaults, key by key', () => {
    expect(loadYaml(yaml)).toEqual({
      file: 'chime.yaml',
      bots: [
        {
          id: 'ada-lovelace',
          name: 'Ada Lovelace',
          aliases: ['Ada', '阿达'],
          role: '',
          expertise: '',
          operators: ['u1'],
          model: rehearsal,
          limits: { dailyMessages: 7, dailyTokens: 300_000 },
        },
        {
          id: 'bob.example.io',
          name: 'Bob',
          aliases: [],
          role: 'cook',
          expertise: 'soups',
          operators: [],
          model: rehearsal,
          limits: { dailyMessages: 300, dailyTokens: 300_000 },
        },
      ],
      limits: { dailyMessages: 1_000, dailyTokens: 5_000 },
      groupSocial: common,
      groups: {
        'web:hall': { bots: ['ada-lovelace', 'bob.example.io'], settings: common },
        'web:kitchen': { bots: ['bob.example.io'], settings: kitchen },
        'feishu:oc_a1': { bots: ['bob.example.io'], settings: common },
      },
      channels: {
        web: {
          host: '127.0.0.1',
          port: 8080,
          rooms: [
            { id: 'hall', title: 'hall', bots: ['ada-lovelace', 'bob.example.io'] },
            { id: 'kitchen', title: 'The Kitchen', bots: ['bob.example.io'] },
          ],
        },
      },
      admission: {},
      store: { path: '/var/chime.db', retainDays: 2, maxMegabytes: 500 },
      log: { level: 'debug', format: 'json' },
      rosterFolder: '/here/people',
      warnings: [],
    })
  })

  test('gives a group its own settings, and any other group the common ones', () => {
    const config = loadYaml(yaml)
    expect(settingsFor(config, 'web:kitchen')).toEqual(kitchen)
    expect(settingsFor(config, 'feishu:other')).toEqual(common)
    expect(settingsFor(config, 'constructor')).toEqual(common)
  })

  test('that lies elsewhere starts its relative paths there', () => {
    const files = { 'etc/my.yaml': 'store: { path: db.sqlite }', 'chime.yaml': 'log: { level: fatal }' }
    const expected = {
      ...demoConfig,
      file: 'etc/my.yaml',
      store: { path: '/here/etc/db.sqlite', retainDays: 30, maxMegabytes: 2_000 },
      rosterFolder: '/here/etc/group',
    }
    expect(load({ files, file: 'etc/my.yaml' })).toEqual(expected)
    expect(load({ files, env: { CHIME_CONFIG: 'etc/my.yaml' } })).toEqual(expected)
  })
})

const documents = { ...defaultSettings, limits: { ...defaultSettings.limits, ...limitPresets.documents } }

describe('groupSocial', () => {
  test('loads the draft of the documents unchanged, in snake_case', () => {
    const draft = `
      groupSocial:
        enabled: true
        batching: { enabled: true, interval_ms: 3000 }
        dispatch: { cooldown_ms: 30000 }
        decision: { enabled: true, default_skip_on_parse_error: true, model_timeout_ms: 12000 }
        limits:
          short_window: { duration_ms: 300000, max_messages: 5, max_tokens: 2000 }
          medium_window: { duration_ms: 10800000, max_messages: 30, max_tokens: 30000 }
          long_window: { duration_ms: 86400000, max_messages: 100, max_tokens: 100000 }
        reserve_budget_ratio: 0.2
        delay: { fast_ms: [2000, 6000], normal_ms: [8000, 20000], slow_ms: [20000, 60000] }
        style: { max_chars_per_message: 500 }`
    expect(loadYaml(draft)).toEqual({
      ...demoConfig,
      file: 'chime.yaml',
      groupSocial: documents,
      groups: { 'web:lobby': { bots: ['iris', 'rex'], settings: documents } },
    })
  })

  test('a preset sets every figure of the windows, and each can be set over it', () => {
    const { groupSocial } = loadYaml('groupSocial: { limits: { preset: documents } }')
    expect(groupSocial).toEqual(documents)
    const over = loadYaml('groupSocial: { limits: { preset: generous, short_window: { max_messages: 7 } } }')
    expect(over.groupSocial.limits).toEqual({
      ...defaultSettings.limits,
      ...limitPresets.generous,
      shortWindow: { durationMs: 300_000, maxMessages: 7, maxTokens: 30_000 },
    })
  })

  test('a group chooses another preset, whatever the common figures are; without one it keeps them', () => {
    const config = loadYaml(`
      groupSocial: { limits: { shortWindow: { maxMessages: 2 } } }
      groups:
        "web:lobby": { groupSocial: { limits: { preset: documents } } }
        "feishu:oc_1": { groupSocial: { limits: { longWindow: { maxMessages: 50 } } } }`)
    expect(settingsFor(config, 'web:lobby')).toEqual(documents)
    const { shortWindow, longWindow } = settingsFor(config, 'feishu:oc_1').limits
    expect([shortWindow.maxMessages, longWindow.maxMessages, longWindow.maxTokens]).toEqual([2, 50, 200_000])
  })

  test('batching.enabled: false means not to wait; a group may switch it on again', () => {
    const config = loadYaml(`
      groupSocial: { batching: { enabled: false } }
      groups: { "web:lobby": { groupSocial: { batching: { enabled: true } } } }`)
    expect(config.groupSocial).toEqual({ ...defaultSettings, batching: { intervalMs: 0 } })
    expect(settingsFor(config, 'web:lobby')).toEqual(defaultSettings)
  })

  test.each([
    ['of the room', 'channels: { web: { rooms: [{ id: lobby, title: Lobby, groupPolicy: open }] } }'],
    ['of the group', 'groups: { "web:lobby": { group_policy: open } }'],
    ['of its settings', 'groups: { "web:lobby": { groupSocial: { groupPolicy: open } } }'],
  ])('the policy %s holds for that group only (R7)', (_, yaml) => {
    const lobby = { bots: ['iris', 'rex'], settings: { ...defaultSettings, policy: 'open' } }
    expect(loadYaml(yaml)).toEqual({ ...demoConfig, file: 'chime.yaml', groups: { 'web:lobby': lobby } })
  })

  test('the layers never change the defaults', () => {
    const before = structuredClone(defaultSettings)
    loadYaml('groupSocial: { batching: { enabled: false }, limits: { shortWindow: { maxMessages: 1 } } }')
    expect(defaultSettings).toEqual(before)
  })
})

describe('bots', () => {
  test('a name of one character is accepted with a warning (M3)', () => {
    const { warnings } = loadYaml(ada(', aliases: [A, 幻, Countess]'))
    expect(warnings).toEqual([
      'bots[0].aliases[0]: "A" has one character and counts only with @',
      'bots[0].aliases[1]: "幻" has one character and counts only with @ or where it is called, as in "幻, …"',
    ])
  })

  test('signs in a name are literal, and a name may repeat within one bot', () => {
    const [bot] = loadYaml(ada(', aliases: ["C++", "a*b", ADA, "🦊1"]')).bots
    expect(bot?.aliases).toEqual(['C++', 'a*b', 'ADA', '🦊1'])
  })

  test('a persona is read from a file, and clipped', () => {
    const files = { 'chime.yaml': ada(', persona: p/ada.md'), 'p/ada.md': `Counts.\n${'x'.repeat(5_000)}` }
    const { bots: loaded, warnings } = load({ files })
    expect(loaded[0]?.persona).toBe(`Counts.\n${'x'.repeat(3_992)}`)
    expect(warnings).toEqual(['bots[0].persona: only the first 4000 of 5008 characters are used'])
  })

  test('a persona is read from a folder, identity first', () => {
    const files = {
      'chime.yaml': ada(', persona: ada'),
      'ada/AGENTS.md': 'Be exact.\n',
      'ada/IDENTITY.md': 'I am Ada.\n',
      'ada/notes.md': 'not read',
    }
    expect(load({ files }).bots[0]).toMatchObject({
      persona: 'I am Ada.\n\nBe exact.',
      personaFiles: ['/here/ada/IDENTITY.md', '/here/ada/SOUL.md', '/here/ada/AGENTS.md'],
    })
  })
})

function ada(extra: string): string {
  return `bots: [{ name: Ada${extra} }]`
}
