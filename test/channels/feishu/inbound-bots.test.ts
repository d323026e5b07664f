import { expect, test } from 'vitest'
import { readCorrection, readInbound } from '../../../src/channels/feishu/inbound.ts'
import { type FeishuMessage, readStored } from '../../../src/channels/feishu/message.ts'
import { app, at, iris, makeEvent, makeReader, text } from './events.ts'

const byRex = { sender_id: { open_id: 'ou_rex_by_iris', union_id: 'on_rex' }, sender_type: 'bot' }
const stored = (mentions: object[]): FeishuMessage => {
  const reading = readStored({
    message_id: 'om_1',
    chat_id: 'oc_1',
    msg_type: 'text',
    create_time: String(at),
    body: { content: '{"text":"@_user_1 hi"}' },
    sender: { id: 'cli_00000000000000b2', id_type: 'app_id', sender_type: 'app' },
    mentions,
  })
  if ('unreadable' in reading) throw new Error(reading.unreadable)
  return reading.message
}

test('while the own open_id is unknown, messages of bots are not processed (R1)', async () => {
  const reader = makeReader({ own: { id: 'iris', name: 'Iris' } })
  let looks = 0
  const read = async () => {
    looks += 1
    return undefined
  }
  const received = [
    await readInbound(makeEvent({}, byRex), reader, read),
    await readInbound(makeEvent({}, { ...byRex, sender_type: 'app' }), reader, read),
    await readInbound(makeEvent(), reader, read),
  ]
  expect(received).toEqual([
    { ignored: 'a bot wrote it and the own open_id is not known yet' },
    { ignored: 'a bot wrote it and the own open_id is not known yet' },
    expect.objectContaining({ message: expect.objectContaining({ id: 'om_1' }) }),
  ])
  expect(looks).toBe(0)
})

test('a mention by a bot is the one that the message shows to this app, and its writer is known by its app (R3, R4)', async () => {
  const reader = makeReader()
  reader.identities.own({ app: 'cli_00000000000000b2', openId: 'ou_rex', id: 'ou_rex', name: 'Rex' })
  const change = {
    ...text('@_user_1 hi'),
    mentions: [{ key: '@_user_1', id: { open_id: 'ou_iris_by_rex' }, name: 'Iris' }],
  }
  const own = stored([{ key: '@_user_1', id: 'ou_iris', id_type: 'open_id', name: 'Iris' }])
  const received = await readInbound(makeEvent(change, byRex), reader, async () => own)
  expect(received).toMatchObject({
    message: {
      sender: { id: 'ou_rex', name: 'Rex', bot: true },
      text: 'hi',
      mentions: [{ id: 'ou_iris', name: 'Iris' }],
    },
  })
})

test('a bot whose app is known and who mentions nobody costs no second look', async () => {
  const reader = makeReader()
  let looks = 0
  const read = async () => {
    looks += 1
    return stored([])
  }
  const change = text('hi')
  const senders = []
  for (const _ of [1, 2, 3]) {
    // oxlint-disable-next-line no-await-in-loop -- what the first teaches is for the second
    const received = await readInbound(makeEvent(change, byRex), reader, read)
    senders.push('message' in received && received.message.sender.id)
  }
  expect([looks, senders]).toEqual([1, ['on_rex', 'on_rex', 'on_rex']])
})

test.each([
  ['is refused', () => Promise.reject(new Error('no'))],
  ['finds nothing', () => Promise.resolve(undefined)],
  ['shows somebody else', () => Promise.resolve(stored([{ key: '@_user_1', id: 'ou_eve', name: 'Iris' }]))],
])('a mention by a bot that claims the own open_id is none when the second look %s (R4)', async (_, read) => {
  const received = await readInbound(makeEvent({ ...text('@_user_1 hi'), mentions: [iris] }, byRex), makeReader(), read)
  if (!('message' in received)) throw new Error(received.ignored)
  expect(received.message.text).toBe('@Iris hi')
  expect(received.message.mentions?.map(({ id }) => id)).not.toContain('ou_iris')
})

test.each([
  [
    'im.message.recalled_v1',
    { message_id: 'om_1', chat_id: 'oc_1' },
    { group: 'feishu:oc_1', id: 'om_1', text: undefined },
  ],
  ['im.message.updated_v1', makeEvent(text('new')), { group: 'feishu:oc_1', id: 'om_1', text: 'new' }],
  ['im.message.updated_v1', makeEvent({ message_type: 'interactive', content: '{"title":"Build 8"}' }), undefined],
  ['im.message.recalled_v1', { message_id: 7 }, undefined],
  ['im.message.recalled_v1', null, undefined],
  ['im.message.updated_v1', makeEvent({ content: '{' }), undefined],
  ['im.message.updated_v1', 'x', undefined],
  ['im.chat.updated_v1', makeEvent(), undefined],
])('%s corrects a message', (type, event, expected) => {
  expect(readCorrection(type, event, makeReader())).toEqual(expected)
})

test('a bot’s edited message teaches no ids: those it mentions are shown by the writer’s app', () => {
  const reader = makeReader()
  reader.identities.see(app, 'oc_1', { openId: 'ou_bob', unionId: 'on_bob', name: 'Bob' })
  const mentions = [{ key: '@_user_1', id: { open_id: 'ou_bob_by_rex', union_id: 'on_bob' }, name: 'Bob' }]
  const event = makeEvent({ ...text('@_user_1 hi'), mentions }, byRex)
  expect(readCorrection('im.message.updated_v1', event, reader)?.text).toBe('@Bob hi')
  expect(reader.identities.members(app, 'oc_1').map(({ openId }) => openId)).toEqual(['ou_bob'])
})
