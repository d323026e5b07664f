// What the channel makes of a line's events, with a platform that answers as it is told.
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test, vi } from 'vitest'
import type { Correction, InboundMessage, Intake } from '../../../src/channels/channel.ts'
import type { FeishuApp, ListenHooks } from '../../../src/channels/feishu/app.ts'
import { makeFeishuChannel } from '../../../src/channels/feishu/feishu-channel.ts'
import { readStored } from '../../../src/channels/feishu/message.ts'
import { realClock } from '../../../src/host/local/real-clock.ts'
import { makeEvent, text } from './events.ts'

type Change = Partial<FeishuApp>

const never = () => new Promise<never>(() => {})
const now = () => ({ create_time: String(Date.now()) })

/** Each bot's line; what is not told is empty. */
async function opened(change: Change = {}, bots: readonly string[] = ['iris']) {
  const lines = new Map<string, ListenHooks>()
  const taken: InboundMessage[][] = []
  const corrections: Correction[] = []
  let takes: Intake = async (messages) => void taken.push(messages)
  const appOf = (bot: string): FeishuApp => ({
    appId: `cli_${bot}`,
    isOverQuota: false,
    botInfo: async () => ({ openId: `ou_${bot}`, name: bot }),
    send: async () => ({ id: 'om_sent' }),
    reply: async () => ({ id: 'om_sent' }),
    edit: async () => {},
    react: async () => ({ id: 'r' }),
    unreact: async () => {},
    read: async () => undefined,
    open: async () => [],
    resource: () => Promise.reject(new Error('there is none')),
    history: async () => [],
    members: async () => [],
    bots: async () => [],
    chat: async () => ({ name: 'Lab', mode: 'group' }),
    chats: async () => [],
    dispatcher: () => async () => {},
    listen(hooks) {
      lines.set(bot, hooks)
      return { stop: () => {} }
    },
    ...change,
  })
  const channel = makeFeishuChannel({
    apps: new Map(bots.map((bot) => [bot, appOf(bot)])),
    historyLimit: 20,
    typingIndicator: false,
    timers: realClock(),
    seed: 1,
    talk: { authorOf: () => 'somebody', saidWithin: () => [] },
    ignored: () => {},
    scopeless: () => {},
    corrected: (correction) => void corrections.push(correction),
  })
  await channel.start((messages) => takes(messages))
  for (const bot of bots) {
    // oxlint-disable-next-line no-await-in-loop -- one bot after the other
    await channel.identify({ id: bot, name: bot })
    // oxlint-disable-next-line no-await-in-loop -- one bot after the other
    await channel.connect?.({ id: bot, name: bot }, { ready: () => {}, reconnecting: () => {}, down: () => {} })
  }
  return {
    channel,
    taken,
    corrections,
    takeBy: (intake: Intake) => void (takes = intake),
    hears: (type: string, event: unknown, bot = 'iris') =>
      lines.get(bot)?.onEvent(type, event) ?? Promise.reject(new Error(`${bot} has no line`)),
  }
}

const received = 'im.message.receive_v1'

const past = () => {
  const reading = readStored({
    message_id: 'om_0',
    chat_id: 'oc_1',
    msg_type: 'text',
    create_time: String(Date.now() - 1_000),
    body: { content: '{"text":"before"}' },
    sender: { id: 'ou_bob', id_type: 'open_id', sender_type: 'user' },
  })
  if ('unreadable' in reading) throw new Error(reading.unreadable)
  return reading.message
}

const texts = (batches: InboundMessage[][]) => batches.map((batch) => batch.map((message) => message.text))

test('a bot’s first message is handed in within 3 s however long the platform is silent', async () => {
  const { hears, taken } = await opened({
    read: (_, signal) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(new Error('late')))),
    history: never,
    members: never,
    bots: never,
  })
  const from = performance.now()
  await hears(received, makeEvent(now(), { sender_type: 'bot' }))
  expect([performance.now() - from < 2_900, taken.length]).toEqual([true, 1])
})

test('a message that is taken back while its chat’s past is read is known as taken back', async () => {
  const reading = Promise.withResolvers<[]>()
  const { hears, taken, corrections } = await opened({ history: () => reading.promise })
  const hearing = hears(received, makeEvent(now()))
  await hears('im.message.recalled_v1', { message_id: 'om_1', chat_id: 'oc_1' })
  const gone = { group: 'feishu:oc_1', id: 'om_1', text: undefined }
  reading.resolve([])
  await vi.waitFor(() => expect(taken.length).toBe(1))
  await hearing
  // Once when it was told, and once when there was something to correct.
  expect(corrections).toEqual([gone, gone])
})

test('what was said in the very millisecond of the first message is part of the past when it was said before it', async () => {
  const { create_time: at } = now()
  const said = { ...past(), createdAt: Number(at) }
  const asked: unknown[] = []
  const { hears, taken } = await opened({
    history: async (_, page) => {
      asked.push(page)
      return [{ ...said, id: 'om_2' }, { ...said, id: 'om_1' }, said]
    },
  })
  await hears(received, makeEvent({ create_time: at }))
  expect(texts(taken)).toEqual([['before', 'hello']])
  expect(asked).toEqual([{ until: Number(at), limit: 20 }])
})

test('the past of a chat is read again when it could not be stored, and when the bot comes back into the chat', async () => {
  const { hears, taken, takeBy } = await opened({ history: async () => [past()] })
  const store: Intake = async (messages) => void taken.push(messages)
  takeBy(() => Promise.reject(new Error('the store is full')))
  await expect(hears(received, makeEvent(now()))).rejects.toThrow('the store is full')
  takeBy(store)
  await hears(received, makeEvent(now()))
  await hears(received, makeEvent({ ...now(), message_id: 'om_2', ...text('again') }))
  await hears('im.chat.member.bot.deleted_v1', { chat_id: 'oc_1' })
  await hears(received, makeEvent({ ...now(), message_id: 'om_3', ...text('back') }))
  expect(texts(taken)).toEqual([['before', 'hello'], ['again'], ['before', 'back']])
})

test('the past of a chat is not kept once it is handed in', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const { hears, takeBy } = await opened({ history: async () => [past()] })
  const handed: WeakRef<InboundMessage>[] = []
  takeBy(async (messages) => void handed.push(...messages.map((message) => new WeakRef(message))))
  await hears(received, makeEvent(now()))
  await turn()
  collect()
  expect(handed.map((message) => message.deref())).toEqual([undefined, undefined])
})

test('a message that comes again under a new id is acknowledged and not handed in again (R10)', async () => {
  const { hears, taken } = await opened()
  const at = now()
  await hears(received, makeEvent(at))
  await hears(received, makeEvent({ ...at, message_id: 'om_2' }))
  await hears(received, makeEvent({ ...at, message_id: 'om_3', ...text('and more') }))
  expect(taken.map((messages) => messages.map(({ id }) => id))).toEqual([['om_1'], ['om_3']])
})

test('a message that is still being read when the channel stops is not handed in, and comes again', async () => {
  const { promise: read, resolve } = Promise.withResolvers<[]>()
  const { channel, hears, taken } = await opened({ history: () => read })
  const heard = hears(received, makeEvent(now()))
  await channel.stop()
  resolve([])
  await expect(heard).rejects.toThrow('the channel is not started')
  expect(taken).toEqual([])
})

test('a bot that was taken out of a chat is not told what others say there', async () => {
  const { channel, hears } = await opened({}, ['iris', 'rex'])
  await Promise.all(['iris', 'rex'].map((bot) => hears(received, makeEvent(now()), bot)))
  await hears('im.chat.member.bot.deleted_v1', { chat_id: 'oc_1' }, 'rex')
  const reply = {
    key: 'k',
    group: 'feishu:oc_1',
    bot: 'iris',
    text: 'Yes, @rex.',
    type: 'short' as const,
    replyTo: 'om_1',
    expiresAt: Number.MAX_SAFE_INTEGER,
    meta: { model: 'rehearsal', rehearsal: true },
  }
  expect(await channel.send(reply, new AbortController().signal)).toEqual({
    id: 'om_sent',
    echo: [{ id: 'om_sent', text: 'Yes, @rex.', mentions: [], bots: ['iris'] }],
  })
})

test.each(['constructor', '__proto__', 'valueOf', 'toString', 'hasOwnProperty'])(
  'a message of the unknown kind %s is acknowledged',
  async (kind) => {
    const { hears, taken } = await opened()
    await hears(received, makeEvent({ ...now(), message_type: kind, content: '{}' }))
    expect(taken[0]?.map(({ parts }) => parts)).toEqual([[{ kind: 'card', title: kind.replaceAll('_', ' ') }]])
  },
)

describe('which people are in a chat', () => {
  const people = { members: async () => [{ openId: 'ou_bob', name: 'Bob' }] }
  const moved = (how: string, openId: string, name: string) =>
    [
      `im.chat.member.user.${how}_v1`,
      { chat_id: 'oc_1', users: [{ name, user_id: { open_id: openId, union_id: `on_${openId}` } }] },
    ] as const

  test('is told by the list of members, by who comes and leaves since, and by who speaks', async () => {
    const { channel, hears } = await opened({ ...people, bots: async () => [{ openId: 'ou_otto', name: 'Otto' }] })
    const peopleKnown = () => channel.people?.('feishu:oc_1')?.toSorted()
    const before = peopleKnown()
    await hears(received, makeEvent(now()))
    const listed = peopleKnown()
    await hears(...moved('added', 'ou_cid', 'Cid'))
    const joined = peopleKnown()
    await hears(...moved('deleted', 'ou_cid', 'Cid'))
    const mention = { key: '@_user_1', name: 'Otto', id: { open_id: 'ou_otto' } }
    await hears(received, makeEvent({ ...now(), message_id: 'om_2', mentions: [mention] }))
    expect([before, listed, joined, peopleKnown()]).toEqual([
      undefined,
      ['on_bob'],
      ['on_bob', 'on_ou_cid'],
      ['on_bob'],
    ])
  })

  test.each([
    ['the list cannot be read', { members: () => Promise.reject(new Error('no scope')) }],
    [
      'somebody on it has no name',
      { members: async () => [...(await people.members()), { openId: 'ou_x', name: '' }] },
    ],
  ])('is not known where %s', async (_, change) => {
    const { channel, hears } = await opened(change)
    await hears(received, makeEvent(now()))
    expect(channel.people?.('feishu:oc_1')).toBeUndefined()
  })
})
