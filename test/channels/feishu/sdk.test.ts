import { afterEach, expect, test } from 'vitest'
import type { FeishuApp } from '../../../src/channels/feishu/app.ts'
import { FeishuError } from '../../../src/channels/feishu/errors.ts'
import { openApp } from '../../../src/channels/feishu/sdk.ts'
import { type Answer, type Asked, openPlatform } from './platform.ts'

const appId = 'cli_00000000000000a1'
const appSecret = 'very-secret-words'
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

async function open(answer: (asked: Asked, n: number) => Answer, token?: (n: number) => Answer) {
  const platform = await openPlatform(answer, token)
  closing.push(platform.stop)
  const lines: string[] = []
  const log = { debug: (fields: object, text: string) => void lines.push(JSON.stringify(fields) + text) }
  const app = openApp({ appId, appSecret, domain: `${platform.url}//`, log, timeoutMs: 200 })
  return { ...platform, app, lines }
}

const ok = (data: object) => ({ body: { code: 0, msg: 'success', data } })
const posted = () => ok({ message_id: 'om_9' })
const send = (app: FeishuApp) => app.send({ chat: 'oc_1', words: { text: 'hi' }, uuid: 'u1' })
const failure = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  if (!(error instanceof FeishuError)) throw new Error(`no FeishuError: ${String(error)}`)
  return error
}

test('an app id that cannot be one is refused before anything is asked (R1)', () => {
  const log = { debug: () => {} }
  expect(() => openApp({ appId: 'cli_x', appSecret, domain: 'feishu', log })).toThrow(
    'cli_x is no Feishu app id: it is cli_ and 16 hexadecimal digits',
  )
})

test('texts, rich texts, replies and reactions go out as the platform wants them', async () => {
  const { app, asked } = await open(({ call }) => (call.includes('reactions') ? ok({ reaction_id: 'r1' }) : posted()))
  const ids = [
    await send(app),
    await app.send({ chat: 'oc_1', words: { post: { zh_cn: {} } }, uuid: 'u2' }),
    await app.reply({ message: 'om_1/..', words: { text: 'hi' }, uuid: 'u3', inThread: true }),
    await app.reply({ message: 'om_1', words: { text: 'hi' }, uuid: 'u4', inThread: false }),
    await app.react({ message: 'om_1', emoji: 'OK' }),
    await app.unreact({ message: 'om_1', id: 'r1' }),
  ]
  const text = { msg_type: 'text', content: '{"text":"hi"}' }
  expect(ids).toEqual([{ id: 'om_9' }, { id: 'om_9' }, { id: 'om_9' }, { id: 'om_9' }, { id: 'r1' }, undefined])
  expect(asked.map(({ call, body }) => [call, body])).toEqual([
    ['POST /open-apis/im/v1/messages', { receive_id: 'oc_1', ...text, uuid: 'u1' }],
    ['POST /open-apis/im/v1/messages', { receive_id: 'oc_1', msg_type: 'post', content: '{"zh_cn":{}}', uuid: 'u2' }],
    ['POST /open-apis/im/v1/messages/om_1%2F../reply', { ...text, uuid: 'u3', reply_in_thread: true }],
    ['POST /open-apis/im/v1/messages/om_1/reply', { ...text, uuid: 'u4' }],
    ['POST /open-apis/im/v1/messages/om_1/reactions', { reaction_type: { emoji_type: 'OK' } }],
    ['DELETE /open-apis/im/v1/messages/om_1/reactions/r1', {}],
  ])
})

test.each<[string, Answer, Partial<FeishuError>]>([
  [
    '200 with a code',
    { body: { code: 230002, msg: 'Bot/User can NOT be out of the chat.' } },
    { kind: 'permanent', code: 230002 },
  ],
  [
    '400 with a code',
    { status: 400, body: { code: 99991400, msg: 'too fast' } },
    { kind: 'rateLimited', code: 99991400 },
  ],
  ['200 and too fast', { body: { code: 230020, msg: 'too fast' } }, { kind: 'rateLimited', code: 230020 }],
  [
    '429 and how long',
    { status: 429, headers: { 'x-ogw-ratelimit-reset': '7' }, body: { code: 99991400, msg: 'too fast' } },
    { kind: 'rateLimited', code: 99991400, retryAfterMs: 7_000 },
  ],
  ['429 without a word', { status: 429, body: 'slow' }, { kind: 'rateLimited' }],
  [
    'the message is gone',
    { status: 400, body: { code: 230011, msg: 'recalled' } },
    { kind: 'permanent', isGone: true },
  ],
  [
    'a scope is missing',
    { status: 400, body: { code: 99991672, msg: 'scope' } },
    { kind: 'permanent', isMissingScope: true },
  ],
  ['over quota', { status: 400, body: { code: 99991403, msg: 'quota' } }, { kind: 'permanent', isOverQuota: true }],
  ['500', { status: 500, body: { code: 2200, msg: 'internal' } }, { kind: 'unavailable', code: 2200 }],
  ['502 from somebody between', { status: 502, body: '<html>' }, { kind: 'unavailable' }],
  ['a page instead of an answer', { body: '<html>' }, { kind: 'unavailable' }],
  ['no id in the answer', ok({}), { kind: 'unavailable' }],
  ['a redirection', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }, { kind: 'unavailable' }],
  ['nothing at all', 'silence', { kind: 'unavailable' }],
])('%s is an error of its kind', async (_, answer, expected) => {
  const { app } = await open(() => answer)
  expect(await failure(send(app))).toMatchObject(expected)
})

test('a platform that is not there is a passing failure', async () => {
  const { app, stop } = await open(posted)
  closing.pop()
  await stop()
  expect(await failure(send(app))).toMatchObject({ kind: 'unavailable' })
})

test('an aborted call ends', async () => {
  const { app } = await open(() => 'silence')
  const abort = new AbortController()
  const sending = failure(app.send({ chat: 'oc_1', words: { text: 'hi' }, uuid: 'u' }, abort.signal))
  abort.abort()
  expect(await sending).toMatchObject({ kind: 'unavailable' })
})

test('a token that the platform dropped is fetched anew, once, and the call made again', async () => {
  const stale = { status: 400, body: { code: 99991663, msg: 'Invalid access token' } }
  const healed = await open((_, n) => (n === 1 ? stale : posted()))
  await send(healed.app)
  const ill = await open(() => stale)
  const error = await failure(send(ill.app))
  expect([healed.asked.map(({ authorization }) => authorization), error.kind, ill.asked.length]).toEqual([
    ['Bearer t-token-1', 'Bearer t-token-2'],
    'unavailable',
    2,
  ])
})

test('calls at one time share one token', async () => {
  const { app, tokens } = await open(posted)
  await Promise.all([send(app), send(app), send(app)])
  expect(tokens()).toBe(1)
})

test.each([
  [
    { body: { code: 10014, msg: 'app secret invalid' } },
    'permanent',
    'Feishu answered 10014: app secret invalid; the app secret is wrong',
  ],
  [
    { status: 400, body: { code: 10003, msg: 'invalid param' } },
    'permanent',
    'Feishu answered 10003: invalid param; the app id is unknown',
  ],
  [{ status: 503, body: '' }, 'unavailable', 'Feishu answered HTTP 503: no reason given'],
])('a token that is refused says why', async (answer, kind, message) => {
  const { app } = await open(posted, () => answer)
  const { kind: is, message: says } = await failure(app.botInfo())
  expect([is, says]).toEqual([kind, message])
})

test('over quota, what the bot can do without is not asked until a call passes', async () => {
  const quota = { status: 400, body: { code: 99991403, msg: 'quota' } }
  const { app, asked } = await open((_, n) => (n === 1 ? quota : n === 2 ? posted() : ok({ items: [] })))
  await failure(app.members('oc_1'))
  const refused = await failure(app.history({ chat: 'oc_1' }, { limit: 5 }))
  const during = [app.isOverQuota, refused.isOverQuota, asked.length]
  await send(app)
  const people = await app.members('oc_1')
  expect([during, app.isOverQuota, people]).toEqual([[true, true, 1], false, []])
})

test('no secret and no token is logged, whatever fails (S4)', async () => {
  const msg = `${appSecret} t-token-1 http://a/b?ticket=x`
  const { app, lines } = await open(() => ({ status: 500, body: { code: 1, msg } }))
  await failure(send(app))
  expect(lines).toEqual([`{"app":"${appId}"}sdk: Feishu answered 1: *** *** http://a/b***`])
})

test('lists are read to their end, and what cannot be read is left out', async () => {
  const pages: Record<string, object> = {
    '': { items: [{ member_id: 'ou_1', name: 'A' }, { name: 'nobody' }], has_more: true, page_token: 'p2' },
    p2: { items: [{ member_id: 'ou_2' }], has_more: false },
  }
  const { app, asked } = await open(({ query }) => ok(pages[query['page_token'] ?? ''] ?? {}))
  expect(await app.members('oc_1')).toEqual([
    { openId: 'ou_1', name: 'A' },
    { openId: 'ou_2', name: '' },
  ])
  expect(asked.map(({ call, query }) => [call, query])).toEqual([
    ['GET /open-apis/im/v1/chats/oc_1/members', { member_id_type: 'open_id', page_size: '100' }],
    ['GET /open-apis/im/v1/chats/oc_1/members', { member_id_type: 'open_id', page_size: '100', page_token: 'p2' }],
  ])
})

test('a list that never ends is left after so many pages', async () => {
  const { app, asked } = await open(() => ok({ items: [], has_more: true, page_token: 'again' }))
  expect([await app.bots('oc_1'), asked.length]).toEqual([[], 30])
})

test('who the bot is, what a chat is, a message and the history are read', async () => {
  const item = (id: string, at: number) => ({
    message_id: id,
    chat_id: 'oc_1',
    msg_type: 'text',
    create_time: String(at),
    body: { content: '{"text":"@_user_1"}' },
    sender: { id: appId, id_type: 'app_id', sender_type: 'app' },
    mentions: [{ key: '@_user_1', id: 'ou_b', id_type: 'open_id', name: 'Bob' }],
  })
  const message = (id: string, at: number) => ({
    id,
    chat: 'oc_1',
    kind: 'text',
    content: '{"text":"@_user_1"}',
    createdAt: at,
    sender: { appId, isBot: true },
    mentions: [{ key: '@_user_1', name: 'Bob', openId: 'ou_b' }],
  })
  const at = 1_800_000_000_000
  const { app, asked } = await open(({ call }) => {
    if (call.endsWith('info')) return { body: { code: 0, bot: { open_id: 'ou_a', app_name: 'Iris' } } }
    if (call.endsWith('om_gone')) return { status: 400, body: { code: 230011, msg: 'recalled' } }
    if (call.includes('/chats/')) return ok({ name: 'Lab', chat_mode: 'group', group_message_type: 'thread' })
    return ok({ items: [item('om_2', at + 1), item('om_1', at), { message_id: 7 }] })
  })
  expect([
    await app.botInfo(),
    await app.chat('oc_1'),
    await app.read('om_2'),
    await app.read('om_gone'),
    await app.history({ chat: 'oc_1' }, { until: at, limit: 20 }),
    await app.history({ thread: 'omt_1' }, { until: at, limit: 99 }),
  ]).toEqual([
    { openId: 'ou_a', name: 'Iris' },
    { name: 'Lab', mode: 'topic' },
    message('om_2', at + 1),
    undefined,
    [message('om_1', at)],
    [message('om_1', at)],
  ])
  expect(asked.slice(-2).map(({ query }) => query)).toEqual([
    {
      container_id_type: 'chat',
      container_id: 'oc_1',
      sort_type: 'ByCreateTimeDesc',
      page_size: '20',
      end_time: '1800000001',
      with_sender_name: 'true',
    },
    expect.objectContaining({ container_id_type: 'thread', container_id: 'omt_1', page_size: '50' }),
  ])
})
