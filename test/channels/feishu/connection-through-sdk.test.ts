import { afterEach, expect, test } from 'vitest'
import type { OutboundReply } from '../../../src/channels/channel.ts'
import type { FeishuApp } from '../../../src/channels/feishu/app.ts'
import { deliver } from '../../../src/channels/feishu/deliver.ts'
import { makeIdentities } from '../../../src/channels/feishu/identities.ts'
import { readCorrection, readInbound } from '../../../src/channels/feishu/inbound.ts'
import { makeLimiter } from '../../../src/channels/feishu/limiter.ts'
import type { Reader } from '../../../src/channels/feishu/reader.ts'
import { openApp } from '../../../src/channels/feishu/sdk.ts'
import { realClock } from '../../../src/host/local/real-clock.ts'
import { type FakeFeishu, fakeFeishu } from '../../fakes/feishu/fake-feishu.ts'
import { type Answer, openPlatform } from './platform.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  // oxlint-disable-next-line no-await-in-loop -- the clients before their server
  for (const close of closing.splice(0).toReversed()) await close()
})

async function openFake() {
  const fake = await fakeFeishu({
    apps: [
      { handle: 'iris', name: 'Iris' },
      { handle: 'rex', name: 'Rex' },
    ],
    people: [{ handle: 'bob', name: 'Bob' }],
    reconnectMs: 20,
    reconnectNonceMs: 0,
    pingMs: 60_000,
  })
  closing.push(fake.stop)
  return fake
}

const open = (fake: FakeFeishu, handle: string, appSecret = fake.app(handle).appSecret) =>
  openApp({ appId: fake.app(handle).appId, appSecret, domain: fake.url, log: { debug: () => {} } })

/** What an app hears, in order; `next` waits for the next of it. */
function listen(app: FeishuApp) {
  const heard: { what: string; event?: unknown }[] = []
  const waiting: ((one: { what: string; event?: unknown }) => void)[] = []
  const put = (one: { what: string; event?: unknown }) => {
    const wait = waiting.shift()
    if (wait) wait(one)
    else heard.push(one)
  }
  const connection = app.listen({
    onReady: () => put({ what: 'ready' }),
    onReconnecting: () => put({ what: 'reconnecting' }),
    onError: ({ kind, message }) => put({ what: `${kind}: ${message}` }),
    onEvent: async (what, event) => put({ what, event }),
  })
  closing.push(connection.stop)
  const next = () => {
    const one = heard.shift()
    return one
      ? Promise.resolve(one)
      : new Promise<{ what: string; event?: unknown }>((resolve) => waiting.push(resolve))
  }
  return { next, stop: connection.stop }
}

async function readerOf(app: FeishuApp, bot: string, identities = makeIdentities()): Promise<Reader> {
  const { openId, name } = await app.botInfo()
  identities.own({ app: app.appId, openId, id: bot, name })
  return { app: app.appId, bot, own: { id: bot, openId, name }, identities, now: Date.now(), isShared: true }
}

const makeReply = (change: Partial<OutboundReply>): OutboundReply => ({
  key: 'iris/1',
  group: 'feishu:oc_1',
  bot: 'iris',
  text: 'Hello.',
  type: 'short',
  replyTo: 'none',
  expiresAt: Number.MAX_SAFE_INTEGER,
  meta: { model: 'rehearsal', rehearsal: true },
  ...change,
})

test('two bots in a group: each hears people and the other, and knows who is meant (R2–R4)', async () => {
  const fake = await openFake()
  const chat = fake.group('Lab', ['bob', 'iris', 'rex'])
  const iris = open(fake, 'iris')
  const rex = open(fake, 'rex')
  const identities = makeIdentities()
  const asIris = await readerOf(iris, 'iris', identities)
  const asRex = await readerOf(rex, 'rex', identities)
  const toIris = listen(iris)
  const toRex = listen(rex)
  expect([(await toIris.next()).what, (await toRex.next()).what]).toEqual(['ready', 'ready'])

  const id = fake.say('bob', chat, '@Iris what is a Welch test?', { mentions: ['iris'] })
  // Iris first: so her union id is known when Rex hears of her.
  const asked = [
    await readInbound((await toIris.next()).event, asIris, iris.read),
    await readInbound((await toRex.next()).event, asRex, rex.read),
  ]
  const message = {
    id,
    group: `feishu:${chat}`,
    ts: expect.any(Number),
    sender: {
      id: fake.unionId('bob'),
      name: `user-${fake.unionId('bob').slice(-6)}`,
      bot: false,
      // Another one for every app.
      alsoKnownAs: [expect.stringMatching(/^ou_/)],
    },
    text: '@Iris what is a Welch test?',
  }
  const source = expect.objectContaining({ id, kind: 'text' }) as unknown
  expect(asked).toEqual([
    { message: { ...message, mentions: [{ id: 'iris', name: 'Iris' }], bots: ['iris'] }, source },
    { message: { ...message, mentions: [{ id: 'iris', name: 'Iris' }], bots: ['rex'] }, source },
  ])

  for (const bot of await iris.bots(chat)) identities.see(iris.appId, chat, { ...bot, isBot: true })
  const reply = makeReply({ group: `feishu:${chat}`, text: '@Rex knows. <at user_id="all">all</at>', replyTo: id })
  const place = { quotes: true, inThread: false, members: identities.members(iris.appId, chat) }
  const tools = { app: iris, limiter: makeLimiter({ timers: realClock(), seed: 1 }) }
  const { signal } = new AbortController()
  const sent = await deliver(reply, place, tools, signal)
  expect(await deliver(reply, place, tools, signal)).toEqual(sent)
  expect(fake.posted(chat).map(({ by, text, mentions }) => ({ by, text, mentions }))).toEqual([
    { by: 'bob', text: expect.any(String), mentions: ['iris'] },
    { by: 'iris', text: '@Rex knows. all', mentions: ['rex'] },
  ])

  const heard = await readInbound((await toRex.next()).event, asRex, rex.read)
  expect(heard).toEqual({
    source: expect.objectContaining({
      id: sent.id,
      sender: { isBot: true, openId: expect.any(String), unionId: expect.any(String) },
    }),
    message: {
      id: sent.id,
      group: `feishu:${chat}`,
      ts: expect.any(Number),
      sender: { id: 'iris', name: 'Iris', bot: true },
      text: '@Rex knows. all',
      mentions: [{ id: 'rex', name: 'Rex' }],
      replyTo: id,
      bots: ['rex'],
    },
  })
})

test('two bots that post much in one chat are never too fast, and a refusal loses nothing', async () => {
  const fake = await openFake()
  const chat = fake.group('Lab', ['bob', 'iris', 'rex'])
  const apps = [open(fake, 'iris'), open(fake, 'rex')]
  const limiter = makeLimiter({ timers: realClock(), seed: 1 })
  const place = { quotes: false, inThread: false, members: [] }
  const { signal } = new AbortController()
  fake.failSends({ http: 400, code: 99991400 })
  const sends = Array.from({ length: 8 }, async (_, n) => {
    const app = apps[n % 2]
    const reply = makeReply({ key: `k${n}`, group: `feishu:${chat}`, text: `p${n}` })
    if (app) await deliver(reply, place, { app, limiter }, signal)
  })
  await Promise.all(sends)
  const texts = fake.posted(chat).map(({ text }) => text)
  expect([texts.toSorted(), fake.mostPerSecond(chat) <= 5]).toEqual([
    ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'],
    true,
  ])
})

test('edited and recalled messages arrive as corrections', async () => {
  const fake = await openFake()
  const chat = fake.group('Lab', ['bob', 'iris'])
  const iris = open(fake, 'iris')
  const reader = await readerOf(iris, 'iris')
  const { next } = listen(iris)
  await next()
  const id = fake.say('bob', chat, 'one')
  await next()
  fake.edit(id, 'two')
  const edited = await next()
  fake.recall(id)
  const recalled = await next()
  const group = `feishu:${chat}`
  expect([edited, recalled].map(({ what, event }) => readCorrection(what, event, reader))).toEqual([
    { group, id, text: 'two' },
    { group, id, text: undefined },
  ])
})

test('a lost connection is told, and so is its return', async () => {
  const fake = await openFake()
  const { next } = listen(open(fake, 'iris'))
  const before = (await next()).what
  fake.disconnect('iris')
  expect([before, (await next()).what, (await next()).what]).toEqual(['ready', 'reconnecting', 'ready'])
})

test('a wrong secret and a platform that is not there are told at once', async () => {
  const fake = await openFake()
  const wrong = await listen(open(fake, 'iris', 'wrong')).next()
  fake.down()
  const down = await listen(open(fake, 'iris')).next()
  expect([wrong.what, down.what]).toEqual([
    expect.stringMatching(/^permanent: /),
    expect.stringMatching(/^unavailable: Feishu cannot be reached/),
  ])
})

test.each<[Answer, string]>([
  [{ body: { code: 514, msg: 'auth failed' } }, 'permanent: Feishu answered 514: auth failed'],
  [{ body: { code: 1000040343, msg: 'internal' } }, 'unavailable: Feishu answered 1000040343: internal'],
  [{ body: { code: 1000040350, msg: 'too many' } }, 'unavailable: Feishu answered 1000040350: too many'],
  [{ status: 500, body: { code: 7, msg: 'ill' } }, 'unavailable: Feishu answered 7: ill'],
  [{ status: 502, body: '<html>' }, 'unavailable: Feishu answered HTTP 502: no reason given'],
])(
  'an address of the long connection that is refused without data is told, not tried for ever',
  async (answer, told) => {
    const platform = await openPlatform(() => answer)
    closing.push(platform.stop)
    const log = { debug: () => {} }
    const app = openApp({ appId: 'cli_00000000000000a1', appSecret: 'secret', domain: platform.url, log })
    expect((await listen(app).next()).what).toBe(told)
  },
)

test('after a stop nothing is told any more', async () => {
  const fake = await openFake()
  const { next, stop } = listen(open(fake, 'iris'))
  await next()
  stop()
  await fake.until(() => fake.connections('iris') === 0)
  const again = listen(open(fake, 'iris'))
  expect((await again.next()).what).toBe('ready')
  const race = await Promise.race([next(), Promise.resolve('nothing')])
  expect(race).toBe('nothing')
})

test('a line that is refused for speed is tried again; by its status alone, too', async () => {
  const fake = await openFake()
  const app = open(fake, 'iris')
  fake.fail('endpoint', { http: 400, code: 99991400 })
  expect((await listen(app).next()).what).toMatch(/^unavailable: /)
  fake.fail('endpoint', { http: 429 })
  expect((await listen(app).next()).what).toMatch(/^unavailable: /)
})
