// Events by webhook: what is proven to be the platform's is stored before it is acknowledged, and nothing else is taken.
import { createHash } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openApp } from '../../../src/channels/feishu/sdk.ts'
import { makeWebhookRoutes } from '../../../src/channels/feishu/webhook/routes.ts'
import { makeWebhooks } from '../../../src/channels/feishu/webhooks.ts'
import { challengeOf, encrypted, envelopeOf, type HookKeys, type Posted, signed } from '../../fakes/feishu/webhook.ts'

const appId = 'cli_0123456789abcdef'
const both = { encryptKey: 'the encrypt key', verificationToken: 'the token' }
const type = 'im.message.receive_v1'
const event = { sender: { sender_type: 'user' }, message: { message_id: 'om_1' } }
const told = { type, eventId: 'e1', appId, token: 'the token', event }
const start = Date.parse('2026-11-20T10:00:00Z')
const post = (keys: HookKeys = both, change: Partial<typeof told> = {}, at = start) =>
  signed(envelopeOf({ ...told, ...change }), keys, at)

/** A bot that listens, through the SDK's own dispatcher, and the route that the platform posts to. */
async function opened(keys: HookKeys = both, takes: (type: string, event: unknown) => Promise<void> = async () => {}) {
  const heard: unknown[] = []
  const refused: string[] = []
  const app = openApp({ appId, appSecret: 's', domain: 'http://127.0.0.1:9', log: { debug: () => {} } })
  const { routes, listeners } = makeWebhooks({
    apps: new Map([['iris', { app, keys }]]),
    now: () => start,
    refused: ({ status, reason }) => void refused.push(`${status} ${reason}`),
  })
  const { promise: isReady, resolve: onReady } = Promise.withResolvers<void>()
  const line = listeners.get('iris')?.({
    onReady,
    onReconnecting: () => {},
    onError: () => {},
    async onEvent(kind, one) {
      heard.push([kind, one])
      await takes(kind, one)
    },
  })
  onTestFinished(() => line?.stop())
  await isReady
  const posted = async (given: Partial<Posted>, path = '/feishu/iris/events') => {
    const answer = await routes.request(path, { method: 'POST', ...given })
    return { status: answer.status, text: await answer.text() }
  }
  return { posted, heard, refused, stop: () => line?.stop() }
}

const flattened = [type, expect.objectContaining({ ...event, event_id: 'e1', app_id: appId })]
const unproven = 'the signature or the encryption is not of this app’s Encrypt Key'

describe('the console asks whether the address is right', () => {
  test.each<[string, HookKeys]>([
    ['with both keys', both],
    ['with the Encrypt Key alone', { encryptKey: 'the encrypt key' }],
    ['with the token alone', { verificationToken: 'the token' }],
  ])('and is answered %s', async (_, keys) => {
    const { posted, heard } = await opened(keys)
    expect(await posted(challengeOf('c-1', keys))).toEqual({ status: 200, text: '{"challenge":"c-1"}' })
    expect(heard).toEqual([])
  })

  test.each<[string, HookKeys, Posted, string]>([
    ['in plain words', both, challengeOf('c', { verificationToken: 'the token' }), unproven],
    ['under another key', both, challengeOf('c', { ...both, encryptKey: 'x' }), unproven],
    [
      'with another token',
      { verificationToken: 'the token' },
      challengeOf('c', { verificationToken: 'x' }),
      'the verification token is another one',
    ],
    [
      'without a token',
      { verificationToken: 'the token' },
      challengeOf('c', {}),
      'the verification token is another one',
    ],
  ])('and who asks %s is told nothing', async (_, keys, given, reason) => {
    const { posted, refused } = await opened(keys)
    expect(await posted(given)).toEqual({ status: 401, text: reason })
    expect(refused).toEqual([`401 ${reason}`])
  })
})

describe('an event', () => {
  test.each<[string, HookKeys]>([
    ['encrypted and signed', both],
    ['encrypted and signed, without a token', { encryptKey: 'the encrypt key' }],
    ['plain, with the token', { verificationToken: 'the token' }],
  ])('%s reaches the handler as the dispatcher flattens it', async (_, keys) => {
    const { posted, heard } = await opened(keys)
    expect(await posted(post(keys))).toEqual({ status: 200, text: '{}' })
    expect(heard).toEqual([flattened])
  })

  test('that comes again, at once or later, is acknowledged and handled once', async () => {
    const { posted, heard } = await opened()
    const again = post()
    const answers = await Promise.all([posted(again), posted(again), posted(post())])
    expect([...answers, await posted(again)].map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(heard).toEqual([flattened])
  })

  test('that could not be stored is not acknowledged, and is handled when it comes again', async () => {
    let isLost = true
    const { posted, heard } = await opened(both, async () => {
      if (isLost) throw new Error('the disk is full')
    })
    expect((await posted(post())).status).toBe(500)
    isLost = false
    expect((await posted(post())).status).toBe(200)
    expect(heard).toEqual([flattened, flattened])
  })

  test('of another kind than is listened for is acknowledged, and nothing comes of it', async () => {
    const { posted, heard, refused } = await opened()
    const old = { uuid: 'u', token: 'the token', ts: '1', type: 'event_callback', event: { type: 'message' } }
    expect(await posted(signed(old, both, start))).toEqual({ status: 200, text: '{}' })
    expect(await posted(post(both, { type: 'im.message.reaction.created_v1' }))).toEqual({ status: 200, text: '{}' })
    expect([heard, refused]).toEqual([[], ['200 an event of a kind that is not listened for']])
  })

  test('that takes longer to store than the platform waits is asked for again, and is not handled twice', async () => {
    const stored = Promise.withResolvers<void>()
    let handled = 0
    const take = () => {
      handled += 1
      return stored.promise
    }
    const apps = new Map([['iris', { appId, keys: both, take: () => take }]])
    const routes = makeWebhookRoutes({ apps, now: () => start, refused: () => {}, answerMs: 5 })
    const status = async () => (await routes.request('/feishu/iris/events', { method: 'POST', ...post() })).status
    const late = await status()
    stored.resolve()
    expect([late, await status(), handled]).toEqual([500, 200, 1])
  })

  test('that comes while the bot does not listen is not acknowledged', async () => {
    const { posted, stop } = await opened()
    stop()
    expect((await posted(post())).status).toBe(503)
  })
})

describe('refused, logged, and nothing of it handled', () => {
  const headersOf = (change: Record<string, string>) => ({ ...post(), headers: { ...post().headers, ...change } })
  const { 'X-Lark-Signature': _, ...unsigned } = post().headers
  const json = { 'content-type': 'application/json' }
  const otherBody = (body: string): Posted => {
    const { 'X-Lark-Request-Timestamp': at = '', 'X-Lark-Request-Nonce': nonce = '' } = post().headers
    const signature = createHash('sha256')
      .update(at + nonce + both.encryptKey + body)
      .digest('hex')
    return {
      body,
      headers: {
        ...json,
        'X-Lark-Request-Timestamp': at,
        'X-Lark-Request-Nonce': nonce,
        'X-Lark-Signature': signature,
      },
    }
  }
  test.each<[string, Posted, number, string]>([
    ['a plain event, though there is an Encrypt Key', { ...post({}), headers: json }, 401, unproven],
    ['an encrypted event without a signature', { ...post(), headers: unsigned }, 401, unproven],
    ['a long question without a signature', { ...challengeOf('c'.repeat(16_384), both), headers: json }, 401, unproven],
    ['a signature of another body', { ...post(), body: post().body }, 401, unproven],
    ['a signature under another key', signed(envelopeOf(told), { encryptKey: 'x' }, start), 401, unproven],
    ['a signature of another time', headersOf({ 'X-Lark-Request-Timestamp': '1' }), 401, unproven],
    ['a signature an hour old', post(both, {}, start - 3_601_000), 401, 'the signature is of another hour'],
    ['a signature an hour ahead', post(both, {}, start + 3_602_000), 401, 'the signature is of another hour'],
    ['a signed body that is no encryption', otherBody('{"encrypt":"AAAA"}'), 401, unproven],
    [
      'a signed body, encrypted under another key',
      otherBody(JSON.stringify({ encrypt: encrypted(JSON.stringify(envelopeOf(told)), 'x') })),
      401,
      unproven,
    ],
    ['a signed body that is no JSON', otherBody('{'), 400, 'the body is no JSON object'],
    ['another token within', post(both, { token: 'x' }), 401, 'the verification token is another one'],
    ['an event for another app', post(both, { appId: 'cli_fedcba9876543210' }), 403, 'the event is for another app'],
    ['a page that posts', headersOf({ origin: 'https://a.org' }), 403, 'no page may post here'],
    ['a form', headersOf({ 'content-type': 'text/plain' }), 415, 'send the body as application/json'],
    ['compression', headersOf({ 'content-encoding': 'gzip' }), 415, 'send the body as it is, without compression'],
    ['2 MB', otherBody(JSON.stringify({ encrypt: 'A'.repeat(2_000_000) })), 413, 'an event has at most 1024 KB'],
  ])('%s', async (__, given, status, text) => {
    const { posted, heard, refused } = await opened()
    expect(await posted(given)).toEqual({ status, text })
    expect([heard, refused]).toEqual([[], [`${status} ${text}`]])
  })

  test.each<[string, Posted, string]>([
    ['no token', post({}, { token: '' }), 'the verification token is another one'],
    ['another token', post({}, { token: 'x' }), 'the verification token is another one'],
    ['encryption', post(both), 'the event is encrypted, and encryptKey is not set'],
  ])('with the token alone: %s', async (__, given, text) => {
    const { posted, heard } = await opened({ verificationToken: 'the token' })
    expect(await posted(given)).toEqual({ status: 401, text })
    expect(heard).toEqual([])
  })

  test('a bot that has no webhook', async () => {
    const { posted } = await opened()
    expect((await posted(post(), '/feishu/rex/events')).status).toBe(404)
  })
})
