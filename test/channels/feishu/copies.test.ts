// A message that the platform delivers again under a new id is taken once (R10).
import { expect, test } from 'vitest'
import { makeCopies } from '../../../src/channels/feishu/copies.ts'
import { type FeishuMessage, readEvent } from '../../../src/channels/feishu/message.ts'
import type { TalkRow } from '../../../src/store/talk.ts'
import { channelOnFake } from './channel-on-fake.ts'
import { at, makeEvent, text } from './events.ts'

function message(change: Record<string, unknown> = {}, sender: Record<string, unknown> = {}): FeishuMessage {
  const reading = readEvent(makeEvent(change, sender))
  if ('unreadable' in reading) throw new Error(reading.unreadable)
  return reading.message
}

function opened() {
  let now = at
  const { once } = makeCopies(() => now)
  const taken: string[] = []
  return {
    taken,
    pass: (ms: number) => void (now += ms),
    /** `stored`: when the store has it, or rejects. */
    comes: (
      one: FeishuMessage,
      { app = 'a', stored = Promise.resolve() }: { app?: string; stored?: Promise<void> } = {},
    ) =>
      once(app, one, () => {
        taken.push(`${app} ${one.id}`)
        return stored
      }),
  }
}

const again = { message_id: 'om_2' }
const eve = { sender_id: { open_id: 'ou_eve', union_id: 'on_eve' } }

test('the same words of the same second under another id are taken once by each app', async () => {
  const { taken, comes } = opened()
  const came = [
    await comes(message()),
    await comes(message({ ...again, create_time: String(at + 999) })),
    await comes(message(again), { app: 'b' }),
  ]
  expect([came, taken]).toEqual([
    [true, false, true],
    ['a om_1', 'b om_2'],
  ])
})

const mention = (id: string, name: string) => ({ key: '@_user_1', id: { open_id: id }, name })
const called = (...mentions: object[]) => ({ ...text('@_user_1 are you there?'), mentions })

const others: [what: string, other: FeishuMessage, first?: Record<string, unknown>][] = [
  ['another second', message({ ...again, create_time: String(at + 1_000) })],
  ['other words', message({ ...again, ...text('hello!') })],
  ['somebody else', message(again, eve)],
  ['another chat', message({ ...again, chat_id: 'oc_2' })],
  ['another message that it answers', message({ ...again, parent_id: 'om_0' })],
  ['another kind', message({ ...again, message_type: 'post' })],
  ['another mention', message({ ...again, ...called(mention('ou_rex', 'Rex')) }), called(mention('ou_iris', 'Iris'))],
  ['another one of a name', message({ ...again, ...called(mention('ou_2', 'Bo')) }), called(mention('ou_1', 'Bo'))],
]

test.each(others)('%s makes another message', async (_, other, first = {}) => {
  const { comes } = opened()
  await comes(message(first))
  expect(await comes(other)).toBe(true)
})

test('two bundles of one second are two, one that comes again is one', async () => {
  const { comes } = opened()
  const bundle = (id: string, time: number) =>
    message({ message_id: id, message_type: 'merge_forward', content: 'Merged', create_time: String(time) })
  expect([
    await comes(bundle('om_1', at)),
    await comes(bundle('om_2', at + 1)),
    await comes(bundle('om_3', at)),
  ]).toEqual([true, true, false])
})

test('what was not stored comes again under whichever id, also while the first one waits', async () => {
  const { taken, comes } = opened()
  const { promise: stored, reject } = Promise.withResolvers<void>()
  const first = comes(message(), { stored })
  const second = comes(message(again))
  reject(new Error('the store is full'))
  await expect(first).rejects.toThrow('the store is full')
  expect([await second, taken]).toEqual([true, ['a om_1', 'a om_2']])
})

test('the same id is handed in as often as it comes: the inbox knows it', async () => {
  const { comes } = opened()
  const full = comes(message(), { stored: Promise.reject(new Error('the store is full')) })
  await expect(full).rejects.toThrow('the store is full')
  expect([await comes(message()), await comes(message()), await comes(message(again))]).toEqual([true, true, false])
})

test('a copy that cannot be stored does not make a message that is stored come twice', async () => {
  const { comes } = opened()
  await comes(message())
  const full = comes(message(), { stored: Promise.reject(new Error('the store is full')) })
  await expect(full).rejects.toThrow('the store is full')
  expect(await comes(message(again))).toBe(false)
})

test('after half a day nothing comes again', async () => {
  const { comes, pass } = opened()
  await comes(message())
  pass(12 * 3_600_000 - 1)
  const before = await comes(message(again))
  pass(1)
  expect([before, await comes(message(again))]).toEqual([false, true])
})

const kept = (change: Partial<TalkRow> = {}): TalkRow => {
  const row = { id: 'om_0', ts: at, sender: 'on_ann', name: 'ann', bot: false, text: 'hello [image]' }
  return { ...row, ...change }
}
const carrying = { kind: 'post', raw: JSON.stringify({ content: [[{ tag: 'text', text: 'hello ' }, { tag: 'img' }]] }) }

test.each<[string, TalkRow, number, boolean]>([
  ['the same words are kept under another id', kept(), -1_000, true],
  ['it came after the start', kept(), 60_000, false],
  ['other words are kept', kept({ text: 'hello' }), -1_000, false],
  ['an answer to something is kept', kept({ replyTo: 'om_9' }), -1_000, false],
])('a message that an earlier life of the service may have stored: %s', async (_, row, after, isCopy) => {
  const { fake, lab, connect, heard, ignored } = await channelOnFake({ kept: [row] })
  await connect('iris')
  const id = fake.say('ann', lab, '', { ...carrying, at: Date.now() + after })
  expect([(await heard(id)) === undefined, ignored]).toEqual([
    isCopy,
    isCopy ? [`${id} came before under another id`] : [],
  ])
})

test('what is kept under its own id is no copy: it may be for a bot that has not heard it', async () => {
  const rows = [kept()]
  const { fake, lab, connect, heard } = await channelOnFake({ kept: rows })
  await connect('iris')
  const id = fake.say('ann', lab, '', { ...carrying, at: Date.now() - 1_000 })
  rows.push(kept({ id }))
  expect((await heard(id))?.id).toBe(id)
})
