// What /health tells of what failed.
import { expect, test } from 'vitest'
import { secretsOf } from '../../src/channels/plugins.ts'
import { makeFailures } from '../../src/health/failures.ts'
import { healthOf } from '../../src/health/health.ts'

test('failures are counted by their kind, with the last one’s time and text, on one line and without secrets', () => {
  let now = 1_000
  const failures = makeFailures({ now: () => (now += 1), secrets: ['s3cret/key', ''] })
  failures.note('posts', new Error('database or disk is full'))
  failures.note('bridge', 'key s3cret/key\n(s3cret%2Fkey) was refused', 3)
  failures.note('posts', Object.create(null))
  failures.note('requests', `${'x'.repeat(295)}s3cret/key`)
  expect(failures.figures()).toEqual({
    posts: { count: 2, at: 1_003, error: 'something that has no text' },
    bridge: { count: 3, at: 1_002, error: 'key … (…) was refused' },
    requests: { count: 1, at: 1_004, error: `${'x'.repeat(295)}…` },
  })
})

test('every secret of a configuration is known, those of modules by their names', () => {
  const bot = { model: { apiKey: 'k1', fallbacks: [{ apiKey: 'k2' }, {}] } }
  const config = {
    bots: [bot, bot],
    channels: {
      web: { token: 't' },
      feishu: { accounts: [{ appSecret: 'f' }] },
      xmpp: { accounts: [{ password: 'x' }] },
      bridge: { peers: [{ keys: { in: ['b1'], out: ['b2'] } }] },
      modules: [{ options: { url: 'http://lab', apiKey: 'm1', login: { password: 'm2', name: 'Ann' } } }],
    },
    groups: {},
  }
  expect(secretsOf(config as unknown as Parameters<typeof secretsOf>[0])).toEqual([
    'k1',
    'k2',
    't',
    'f',
    'x',
    'b1',
    'b2',
    'm1',
    'm2',
  ])
})

test('only what is wrong now makes it degraded', () => {
  const clock = { aheadMs: 0, jumps: 0 }
  const figures = { hot: 0, jobs: 0, halted: 0, storeFailures: 0 }
  const sound = {
    isReady: true,
    isStoreLost: false,
    isRefusing: false,
    channelsDown: [],
    refusedByBridge: 0,
    failures: { posts: { count: 9, at: 1, error: 'full' } },
    clock,
  }
  const line = { bot: 'iris', channel: 'feishu', since: 0, failures: 1 }
  expect(
    [
      healthOf(figures, [{ ...line, state: 'backingOff' }], sound),
      healthOf(figures, [], { ...sound, isRefusing: true }),
      healthOf(figures, [], { ...sound, isStoreLost: true }),
      healthOf(figures, [], { ...sound, channelsDown: ['acp'] }),
      healthOf({ ...figures, halted: 1 }, [], sound),
      healthOf(figures, [{ ...line, state: 'failed' }], sound),
      healthOf(figures, [], { ...sound, isReady: false }),
    ].map(({ status, linesDown }) => [status, linesDown]),
  ).toEqual([
    ['ok', 1],
    ['degraded', 0],
    ['degraded', 0],
    ['degraded', 0],
    ['degraded', 0],
    ['degraded', 1],
    ['starting', 0],
  ])
})
