// The parts of a live party: faster settings, a configuration's bots, accounts, and processes that end.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readAccounts } from '../../src/lab/party/accounts.ts'
import { startBots } from '../../src/lab/party/bot-process.ts'
import { companyOf, inFile, rosterOf } from '../../src/lab/party/company.ts'
import { makePorch } from '../../src/lab/party/porch.ts'
import { signalChild } from '../../src/lab/party/signal-child.ts'
import { atSpeed } from '../../src/lab/party/settings.ts'
import { defaultSettings } from '../../src/config/default-settings.ts'
import { parseRoster } from '../../src/prompt/roster.ts'
import { folder } from '../world/folders.ts'

test('ten times as fast, every span of the talk is a tenth, and models and channels have the time they had', () => {
  const { decision, delay, dispatch, limits, vitality, ...rest } = defaultSettings
  expect(atSpeed(defaultSettings, 10)).toEqual({
    ...rest,
    batching: { intervalMs: 300 },
    mentionMinIntervalMs: 300,
    dispatch: { ...dispatch, cooldownMs: 3_000, backoffMs: 1_500, maxWaitMs: 24_000 },
    direct: { joinMs: 3_000 },
    decision: { ...decision, lullMs: 600, questionWaitMs: 2_000, followUpMs: 18_000 },
    limits: {
      ...limits,
      shortWindow: { ...limits.shortWindow, durationMs: 30_000 },
      mediumWindow: { ...limits.mediumWindow, durationMs: 1_080_000 },
      longWindow: { ...limits.longWindow, durationMs: 8_640_000 },
    },
    delay: {
      ...delay,
      fastMs: [200, 600],
      normalMs: [800, 2_000],
      slowMs: [2_000, 6_000],
      colleagueMs: [100, 300],
      maxAgeMs: 9_000,
    },
    vitality: { ...vitality, windowMs: 30_000 },
  })
})

test('the bots, models and settings of a configuration join, and are asked about what they know', () => {
  const home = folder({
    'team.yaml': `
bots:
  - name: Mira
    role: database engineer
    expertise: SQL, query plans; indexes
    model: { provider: ollama, name: llama }
  - { name: Ann, role: 'release | manager', expertise: 'query plans' }
groupSocial: { dispatch: { cooldownMs: 7000 }, delay: { pace: colleague } }
limits: { dailyMessages: 9 }
channels: { feishu: { appId: cli_0123456789abcdef, appSecret: hush } }
`,
  })
  const { bots, people, topics, settings, limits, model } = companyOf({ bots: 3, people: 2 }, join(home, 'team.yaml'))
  expect({ people, topics, limits, model, cooldown: settings.dispatch.cooldownMs, pace: settings.delay.pace }).toEqual({
    // One of the bots is called Ann.
    people: ['Bo', 'Cem'],
    topics: [
      { text: 'SQL, query plans', fields: ['mira'] },
      { text: 'query plans, indexes', fields: ['mira'] },
      { text: 'indexes, SQL', fields: ['mira'] },
      { text: 'query plans', fields: ['mira', 'ann'] },
    ],
    limits: { dailyMessages: 9, dailyTokens: 1_000_000 },
    model: 'llama, rehearsal',
    cooldown: 7_000,
    pace: 'colleague',
  })
  expect(bots.map(inFile)[0]).toMatchObject({ id: 'mira', model: { provider: 'ollama', name: 'llama' } })
  expect(parseRoster(rosterOf(bots)).map(({ name, role }) => `${name}: ${role}`)).toEqual([
    'Mira: database engineer',
    'Ann: release | manager',
  ])
})

test('a configuration whose bots know nothing is refused', () => {
  const file = join(folder({ 'team.yaml': 'bots: [{ name: Mira }]' }), 'team.yaml')
  expect(() => companyOf({ bots: 3, people: 2 }, file)).toThrow(
    `no bot of ${file} has an expertise: people ask about that`,
  )
})

test('accounts are as many as bots and people, each once; a mistake is told without the passwords', () => {
  const home = folder({
    'good.yaml': `
rooms: conference.example.org
accounts: [{ jid: Iris@example.org, password: hush }, { jid: ann@example.org, password: hush }]`,
    'bad.yaml': 'accounts: [{ jid: no-address, password: hush, secret: hush }]',
    'twice.yaml':
      'rooms: a\naccounts: [{ jid: a@example.org, password: hush }, { jid: A@example.org, password: hush }]',
    'torn.yaml': 'accounts: [{ password: "hush',
  })
  const read = (file: string, needed: number) => readAccounts(join(home, file), needed)
  expect(read('good.yaml', 2)).toEqual({
    rooms: 'conference.example.org',
    accounts: [
      { jid: 'iris@example.org', password: 'hush' },
      { jid: 'ann@example.org', password: 'hush' },
    ],
  })
  const problems = (['good', 'bad', 'twice', 'torn', 'none'] as const).map((file) => {
    try {
      return read(`${file}.yaml`, file === 'good' ? 3 : 2)
    } catch (error) {
      return (error as Error).message.replaceAll(`${home}/`, '')
    }
  })
  expect(problems).toEqual([
    'good.yaml has 2 accounts: bots and people are 3',
    expect.stringMatching(/^bad\.yaml: expected rooms \(a host\) and accounts \[\{jid, password\}\]: /),
    'twice.yaml lists an address twice',
    'torn.yaml cannot be read: it is no YAML',
    'none.yaml cannot be read: there is no such file',
  ])
  expect(JSON.stringify(problems)).not.toContain('hush')
})

test('bots left alone are silent once nobody has spoken for long enough', () => {
  const porch = makePorch(1_000)
  expect(porch.figures()).toBeNull()
  porch.start(0)
  porch.said(400)
  porch.said(900)
  porch.wake(1_500)
  expect(porch.figures()).toEqual({ messages: 2, silent: false, woken: false })
  const other = makePorch(1_000)
  other.start(0)
  other.said(400)
  other.wake(1_400)
  other.said(1_700)
  expect(other.figures()).toEqual({ messages: 1, silent: true, woken: true })
})

test('a process of bots that ends is told with its last lines', async () => {
  const bots = startBots({
    name: 'the process of Iris',
    home: folder(),
    file: { bots: [{ name: 'Iris' }], channels: { web: { port: 'seven' } } },
    roster: '',
    online: [],
    heard: () => {},
    watch: () => {},
  })
  onTestFinished(bots.stop)
  await expect(bots.ready).rejects.toThrow(
    /^the process of Iris ended \(1\)\. Its last lines:\n {2}chime: chime\.yaml: channels\.web\.port: /,
  )
})

test('a signal goes to a child that runs, and to no number that stands where one would be', async () => {
  const missing = spawn(join(folder(), 'missing'), { stdio: 'ignore' })
  const failed = once(missing, 'error')
  const kill = vi.spyOn(missing, 'kill').mockReturnValue(true)
  expect([signalChild(missing, 'SIGKILL'), kill.mock.calls]).toEqual([false, []])
  expect(await failed.catch((error: unknown) => error)).toMatchObject([{ code: 'ENOENT' }])
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  expect(signalChild(child, 'SIGKILL')).toBe(true)
  expect(await ended).toEqual([null, 'SIGKILL'])
  expect(signalChild(child, 'SIGKILL')).toBe(false)
})
