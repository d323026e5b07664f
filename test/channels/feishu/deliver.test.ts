import { expect, test } from 'vitest'
import { ChannelError, type OutboundReply } from '../../../src/channels/channel.ts'
import type { FeishuApp } from '../../../src/channels/feishu/app.ts'
import { deliver, type Place } from '../../../src/channels/feishu/deliver.ts'
import { FeishuError } from '../../../src/channels/feishu/errors.ts'
import { makeLimiter } from '../../../src/channels/feishu/limiter.ts'
import { handClock } from '../../host/hand-clock.ts'

type Posts = Pick<FeishuApp, 'send' | 'reply' | 'react'>

/** Posts once under a uuid, as the platform does. */
function makePlatform(fail: (call: string) => Error | undefined = () => undefined) {
  const calls: string[] = []
  const posted = new Map<string, string>()
  const post = async (call: string, uuid: string) => {
    calls.push(call)
    const error = fail(call)
    if (error) throw error
    posted.set(uuid, posted.get(uuid) ?? `om_${posted.size + 1}`)
    return { id: posted.get(uuid) ?? '' }
  }
  const said = (words: object) => ('text' in words ? String(words.text).slice(0, 8) : 'post')
  const app: Posts = {
    send: ({ chat, words, uuid }) => post(`send ${chat} ${said(words)}`, uuid),
    reply: ({ message, words, uuid, inThread }) =>
      post(`reply ${message}${inThread ? ' in thread' : ''} ${said(words)}`, uuid),
    react: ({ message, emoji }) => post(`react ${message} ${emoji}`, `${message} ${emoji}`),
  }
  return { app: app as FeishuApp, calls, posted }
}

const makeReply = (change: Partial<OutboundReply> = {}): OutboundReply => ({
  key: 'feishu:oc_1/iris/1',
  expiresAt: Number.MAX_SAFE_INTEGER,
  group: 'feishu:oc_1',
  bot: 'iris',
  text: 'Hello.',
  type: 'short',
  replyTo: 'om_q',
  meta: { model: 'rehearsal', rehearsal: true },
  ...change,
})
const place: Place = { quotes: false, inThread: false, members: [] }
const { signal } = new AbortController()
const makeTools = (app: FeishuApp) => ({ app, limiter: makeLimiter({ timers: handClock(1), seed: 1 }) })
const long = `${'a'.repeat(3_000)}\n\n${'b'.repeat(3_000)}\n\n${'c'.repeat(3_000)}`

test.each([
  ['plainly', place, makeReply(), ['send oc_1 Hello.']],
  ['with what it answers above it', { ...place, quotes: true }, makeReply(), ['reply om_q Hello.']],
  ['into the thread', { ...place, inThread: true }, makeReply(), ['reply om_q in thread Hello.']],
  [
    'plainly when it answers nothing that Feishu knows',
    { ...place, inThread: true },
    makeReply({ replyTo: 'x' }),
    ['send oc_1 Hello.'],
  ],
  ['as a reaction (T6)', place, makeReply({ type: 'reaction', text: '👍' }), ['react om_q THUMBSUP']],
  [
    'as words when the platform has no such reaction',
    place,
    makeReply({ type: 'reaction', text: '🦥' }),
    ['send oc_1 🦥'],
  ],
])('a reply is posted %s', async (_, where, reply, expected) => {
  const { app, calls } = makePlatform()
  const { id, all } = await deliver(reply, where, makeTools(app), signal)
  expect([calls, id, all]).toEqual([expected, 'om_1', ['om_1']])
})

test('a reaction that the platform does not take is said instead (T6)', async () => {
  const { app, calls } = makePlatform((call) =>
    call.startsWith('react') ? new FeishuError('permanent', 'no such emoji', { code: 231001 }) : undefined,
  )
  await deliver(makeReply({ type: 'reaction', text: '👍' }), place, makeTools(app), signal)
  expect(calls).toEqual(['react om_q THUMBSUP', 'send oc_1 👍'])
})

test.each([
  ['is not taken in that form', new FeishuError('permanent', 'invalid', { code: 230001 }), ['post', 'Hello.']],
  ['is taken', undefined, ['post']],
])('rich text that %s', async (_, error, expected) => {
  const { app, calls, posted } = makePlatform((call) => (call.endsWith('post') ? error : undefined))
  const { all } = await deliver(
    makeReply({ text: '**Hello.**' }),
    { ...place, isMarkdown: true },
    makeTools(app),
    signal,
  )
  expect([calls, all, posted.size]).toEqual([expected.map((words) => `send oc_1 ${words}`), ['om_1'], 1])
})

test('rich text that is refused for another reason is not said in words', async () => {
  const { app, calls } = makePlatform(() => new FeishuError('permanent', 'not in this chat', { code: 230002 }))
  const rich = { ...place, isMarkdown: true }
  await expect(deliver(makeReply({ text: '**Hi**' }), rich, makeTools(app), signal)).rejects.toMatchObject({
    code: 230002,
  })
  expect(calls).toEqual(['send oc_1 post'])
})

test.each([
  [{ ...place, quotes: true }, ['reply om_q aaaaaaaa', 'send oc_1 bbbbbbbb', 'send oc_1 cccccccc']],
  [
    { ...place, inThread: true },
    ['reply om_q in thread aaaaaaaa', 'reply om_q in thread bbbbbbbb', 'reply om_q in thread cccccccc'],
  ],
])('the parts of a long reply are posted in order', async (where, expected) => {
  const { app, calls } = makePlatform()
  const { id, all } = await deliver(makeReply({ text: long }), where, makeTools(app), signal)
  expect([calls, id, all]).toEqual([expected, 'om_1', ['om_1', 'om_2', 'om_3']])
})

test('a try after a half delivery posts the rest and nothing twice (S5)', async () => {
  let isDown = true
  const { app, posted } = makePlatform((call) =>
    isDown && call.includes('bbb') ? new FeishuError('unavailable', 'down') : undefined,
  )
  const tools = makeTools(app)
  await expect(deliver(makeReply({ text: long }), place, tools, signal)).rejects.toMatchObject({ kind: 'unavailable' })
  isDown = false
  const second = await deliver(makeReply({ text: long }), place, tools, signal)
  expect([second.all, [...posted.values()]]).toEqual([
    ['om_1', 'om_2', 'om_3'],
    ['om_1', 'om_2', 'om_3'],
  ])
})

test('a reply whose first part stands counts as posted when the rest can never follow', async () => {
  const refusal = new FeishuError('permanent', 'not in this chat', { code: 230002 })
  const { app } = makePlatform((call) => (call.includes('bbb') ? refusal : undefined))
  expect(await deliver(makeReply({ text: long }), place, makeTools(app), signal)).toEqual({ id: 'om_1', all: ['om_1'] })
})

test.each([
  ['the platform refuses', makeReply({ text: 'bbb' }), 'not in this chat'],
  ['it expired (L6)', makeReply({ expiresAt: 1 }), 'the reply expired before it was posted'],
  ['the group is another channel’s', makeReply({ group: 'web:lobby' }), 'web:lobby is no chat of Feishu'],
  ['nothing is visible in it', makeReply({ text: '\u202E' }), 'the reply has no visible text'],
])('nothing is posted when %s', async (_, reply, message) => {
  const { app, posted } = makePlatform((call) =>
    call.includes('bbb') ? new FeishuError('permanent', 'not in this chat', { code: 230002 }) : undefined,
  )
  const error = await deliver(reply, place, makeTools(app), signal).catch((caught: unknown) => caught)
  expect(error instanceof ChannelError && [error.kind, error.message, posted.size]).toEqual(['permanent', message, 0])
})
