import { expect, test } from 'vitest'
import { readInbound } from '../../../src/channels/feishu/inbound.ts'
import type { Reader } from '../../../src/channels/feishu/reader.ts'
import { app, at, iris, makeEvent, makeReader, text, unread } from './events.ts'

async function readText(change: Record<string, unknown>, reader = makeReader()) {
  const received = await readInbound(makeEvent(change), reader, unread)
  return 'message' in received ? received.message.text : received
}

test('a message of a person goes to one bot with the union id of its writer (R2, R10)', async () => {
  expect(await readInbound(makeEvent(), makeReader(), unread)).toEqual({
    message: {
      id: 'om_1',
      group: 'feishu:oc_1',
      ts: at,
      sender: { id: 'on_bob', name: 'user-on_bob', bot: false, alsoKnownAs: ['ou_bob'] },
      text: 'hello',
      mentions: [],
      bots: ['iris'],
    },
    source: expect.objectContaining({ id: 'om_1', kind: 'text' }),
  })
})

test('a one-to-one chat, an old message, a reply and a thread are told apart (R6)', async () => {
  const change = { chat_type: 'p2p', parent_id: 'om_0', root_id: 'om_r', thread_id: 'omt_1' }
  const received = await readInbound(makeEvent(change), makeReader({ now: at + 31 * 60_000 }), unread)
  expect(received).toMatchObject({
    message: { oneToOne: true, contextOnly: true, replyTo: 'om_0' },
    thread: 'omt_1',
  })
})

test('where the service’s time is hours ahead of the wall clock, a new message is no old one, and of now (V4)', async () => {
  const ahead = 8 * 3_600_000
  const received = await readInbound(makeEvent(), makeReader({ now: at + ahead, ahead }), unread)
  expect('message' in received && [received.message.ts, received.message.contextOnly]).toEqual([at + ahead, undefined])
})

test('in a topic group a root without a thread is what a message answers, and its thread', async () => {
  const event = makeEvent({ root_id: 'om_r' })
  const plain = await readInbound(event, makeReader(), unread)
  const topic = await readInbound(event, makeReader({ isTopic: true }), unread)
  expect([plain, topic]).toEqual([
    expect.objectContaining({ message: expect.not.objectContaining({ replyTo: 'om_r' }) }),
    expect.objectContaining({ message: expect.objectContaining({ replyTo: 'om_r' }), thread: 'om_r' }),
  ])
})

test('a mention of the bot has the own id and leaves the start of the text (R4, R5)', async () => {
  const event = makeEvent({ ...text('@_user_1 what is a Welch test?'), mentions: [iris] })
  expect(await readInbound(event, makeReader(), unread)).toMatchObject({
    message: { text: 'what is a Welch test?', mentions: [{ id: 'ou_iris', name: 'Iris' }] },
  })
})

const people = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    key: `@_user_${i + 2}`,
    id: { open_id: `ou_${i + 2}` },
    name: `P${i + 2}`,
  }))

test.each([
  ['in the middle it stays', 'ask @_user_1 then', 'ask @Iris then'],
  ['of several at the start all go', '@_user_1 @_user_1, hi', 'hi'],
  ['alone it stays', '@_user_1', '@Iris'],
  ['a longer key is another member (R5)', '@_user_10 and @_user_1', '@P10 and @Iris'],
  ['a key of nobody stays as it is', '@_user_99 hi', '@_user_99 hi'],
  ['a key before Han is one', '问@_user_2你好', '问@P2你好'],
  ['everybody is named', '@_all hi', '@all hi'],
  ['a name cannot bring another key in', '@_user_12 hi', '@@_user_1 hi'],
])('own and other mentions in a text: %s', async (_, words, expected) => {
  const odd = { key: '@_user_12', id: { open_id: 'ou_odd' }, name: '@_user_1' }
  expect(await readText({ ...text(words), mentions: [iris, ...people(9), odd] })).toBe(expected)
})

test('other bots that read the same copy see that it was for this one (R5)', async () => {
  const change = { ...text('@_user_1 hi'), mentions: [iris] }
  expect(await readText(change, makeReader({ isShared: true }))).toBe('@Iris hi')
})

test('a mention of everybody is told as one: whether it is one of the bot, the room knows (R4)', async () => {
  const received = await readInbound(makeEvent(text('@_all hi')), makeReader(), unread)
  expect(received).toMatchObject({ message: { mentions: [{ id: 'all', name: 'all' }] } })
})

test.each([
  ['nothing', undefined],
  ['no message', { sender: { sender_type: 'user' } }],
  ['no id', makeEvent({ message_id: undefined })],
  ['a time that is none', makeEvent({ create_time: 'soon' })],
  ['broken JSON', makeEvent({ content: '{"text":' })],
  ['JSON that is no object', makeEvent({ content: '[1]' })],
  ['a text without text', makeEvent({ content: '{}' })],
  ['rich text without lines', makeEvent({ message_type: 'post', content: '{"title":"x"}' })],
  ['content of 2 MB', makeEvent(text('x'.repeat(2_000_000)))],
  ['a sender that nothing tells', makeEvent({}, { sender_id: null })],
  ['words of the platform', makeEvent({ message_type: 'system' })],
])('%s is ignored with a reason and never thrown (I3)', async (_, event) => {
  expect(await readInbound(event, makeReader(), unread)).toEqual({ ignored: expect.stringMatching(/\w{4}/) })
})

test('ten thousand mentions and a huge text are cut, the own mention is kept (R4)', async () => {
  const mentions = [...people(400), iris, ...people(10_000)]
  const event = makeEvent({ ...text('好'.repeat(100_000)), mentions })
  const received = await readInbound(event, makeReader(), unread)
  if (!('message' in received)) throw new Error(received.ignored)
  const { text: kept, mentions: listed = [] } = received.message
  expect([kept.length, listed.length, listed[0]]).toEqual([20_000, 100, { id: 'ou_iris', name: 'Iris' }])
})

test('a name comes from the roster, else from what the app has shown, else from the id', async () => {
  const reader = makeReader()
  const namer = async (nameOf?: Reader['nameOf']) => {
    const received = await readInbound(makeEvent(), { ...reader, ...(nameOf && { nameOf }) }, unread)
    return 'message' in received ? received.message.sender.name : received
  }
  const before = await namer()
  reader.identities.see(app, 'oc_1', { openId: 'ou_bob', name: 'Bob' })
  expect([before, await namer(), await namer(() => 'Robert')]).toEqual(['user-on_bob', 'Bob', 'Robert'])
})

test('a file’s name calls nobody, whatever stands in it', async () => {
  const event = makeEvent({ message_type: 'file', content: JSON.stringify({ file_name: '@_all.pdf' }) })
  expect(await readInbound(event, makeReader(), unread)).toMatchObject({
    message: { text: '', parts: [{ kind: 'file', name: '@_all.pdf' }], mentions: [] },
  })
})
