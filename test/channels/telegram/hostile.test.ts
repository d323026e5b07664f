// What Telegram, a proxy or somebody in between may do to a bot: nothing is said twice, nothing is lost, nothing is read without end.
import { expect, onTestFinished, test, vi } from 'vitest'
import { openApi } from '../../../src/channels/telegram/api.ts'
import { makeQueue } from '../../fakes/telegram/updates.ts'
import { loopback } from '../../world/loopback.ts'
import { makeReply, signal as never } from '../contract/online.ts'
import { telegramWorld } from './world.ts'

const until = (look: () => void) => vi.waitFor(look, { timeout: 12_000, interval: 5 })
const ended = (sending: Promise<unknown>) =>
  sending.then(
    (value) => value,
    ({ kind, why, retryAfterMs }: { kind?: unknown; why?: unknown; retryAfterMs?: unknown }) => ({
      kind,
      ...(why !== undefined && { why }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    }),
  )
const textsOf = (posted: { by: string; text: string }[]) =>
  posted.flatMap(({ by, text }) => (by === 'iris' ? [text] : []))

test('polls that are cut, refused or answered by a proxy are made again, and nothing is missed', async () => {
  const { fake, open } = await telegramWorld()
  const { start, heard, lines } = open()
  await start()
  await until(() => expect(lines).toEqual(['iris ready']))
  fake.failPolls('cutBefore', 'html', { code: 500, says: 'Internal Server Error' })
  fake.say('ann', 'lab', 'One.')
  await until(() => expect(heard.map(({ text }) => text)).toContain('One.'))
  fake.say('ann', 'lab', 'Two.')
  await until(() => expect(heard.map(({ text }) => text)).toContain('Two.'))
  expect(lines.map((line) => line.split(':', 1)[0])).toEqual(['iris ready', 'iris reconnecting', 'iris ready'])
})

test('updates without sense are passed over, and the next ones are heard', async () => {
  const { fake, open } = await telegramWorld()
  const { start, heard, ignored } = open()
  await start()
  const malformed: object[] = [
    { message: null },
    { message: { message_id: 'x', date: 'y' } },
    { message: { message_id: 1, date: 1, chat: { id: 1e300, type: 'supergroup' }, text: 'far' } },
    { message: { message_id: 2, date: 1, chat: { id: -5, type: 'tavern' }, text: 'where' } },
    { message: { message_id: 3, date: 1, chat: { id: -5, type: 'supergroup' }, text: 'who' } },
    { message: { message_id: 5, date: 1e300, chat: { id: -5, type: 'supergroup' }, from: { id: 1 }, text: 'when' } },
    { message: { message_id: 6, date: 1.5, chat: { id: -5, type: 'supergroup' }, from: { id: 1 }, text: 'when' } },
    { edited_message: { message_id: 4 } },
    { my_chat_member: 'left' },
    { poll_answer: {} },
  ]
  for (const update of malformed) fake.push('iris', update)
  fake.pushRaw('iris', 'nonsense')
  fake.say('ann', 'lab', 'Sense.', {
    entities: [
      null as never,
      { type: 'mention', offset: -3, length: 9e9 },
      { type: 'mention', offset: 4, length: 400 },
    ],
    content: { photo: 'none', voice: [], reply_to_message: 7, quote: { text: 9 }, forward_origin: 'ann' },
  })
  await until(() => expect(heard.map(({ text, parts }) => [text, parts])).toEqual([['Sense.', undefined]]))
  expect(ignored.length).toBeGreaterThanOrEqual(malformed.length)
  await until(() => expect(fake.waiting('iris')).toBe(0))
})

test('a server that answers every poll with nothing that can be read is asked with pauses', async () => {
  const { fake, open } = await telegramWorld()
  const { start, lines } = open()
  await start()
  await until(() => expect(lines).toEqual(['iris ready']))
  fake.pushRaw('iris', { nothing: 1 })
  await until(() => expect(lines).toHaveLength(2))
  expect(lines[1]).toBe('iris reconnecting: Telegram answered a poll with nothing that can be read')
  expect(fake.calls.filter(({ method }) => method === 'getUpdates').length).toBeLessThan(5)
})

test('who polls for the same bot, too, ends the line for now; a webhook and a wrong token end it for good', async () => {
  const { fake, open } = await telegramWorld()
  const { start, lines, channel } = open()
  await start()
  await until(() => expect(fake.calls.filter(({ method }) => method === 'getUpdates')).toHaveLength(2))
  const other = openApi({ token: fake.token('iris'), apiRoot: fake.url })
  onTestFinished(() => other.close())
  const stopping = new AbortController()
  const polling = ended(other.updates(undefined, 30, stopping.signal))
  await until(() => expect(lines).toHaveLength(2))
  expect(lines[1]).toMatch(/^iris down: Telegram answered 409: .*; another program reads the updates of this bot/)
  stopping.abort()
  await polling

  fake.setWebhook('rex', 'https://elsewhere.example/hook')
  await start(['rex'])
  await until(() => expect(lines).toHaveLength(3))
  expect(lines[2]).toMatch(/^rex down for good: .*webhook.*deleteWebhook/)

  const stranger = openApi({ token: '1:wrong-token-0123456789abcdef', apiRoot: fake.url })
  onTestFinished(() => stranger.close())
  expect(await ended(stranger.me())).toEqual({ kind: 'permanent' })
  expect(await ended(channel.identify({ id: 'max', name: 'Max' }))).toEqual({ kind: 'permanent' })
})

test.each([
  'cutBefore',
  'html',
  'cut',
  { code: 500, says: 'Internal Server Error' },
  { code: 502, says: 'Bad Gateway' },
] as const)(
  'after a post that ended with %j nobody knows whether it stands there, and it is never made again',
  async (trouble) => {
    const { fake, group, open } = await telegramWorld()
    const { start, channel, stop } = open()
    await start()
    fake.failSends(trouble)
    const reply = makeReply({ group })
    expect(await ended(channel.send(reply, never()))).toEqual({ kind: 'unavailable' })
    expect(await ended(channel.send(reply, never()))).toEqual({ kind: 'permanent', why: 'outcomeUnknown' })
    await stop()
    const again = open()
    await again.start()
    expect(await ended(again.channel.send(reply, never()))).toEqual({ kind: 'permanent', why: 'outcomeUnknown' })
    expect(textsOf(fake.posted('lab'))).toHaveLength(trouble === 'cut' ? 1 : 0)
    expect(fake.calls.filter(({ method }) => method === 'sendMessage')).toHaveLength(1)
  },
)

test('a post that cannot leave this machine is made later', async () => {
  const { fake, group, open } = await telegramWorld()
  const { channel } = open()
  const reply = makeReply({ group })
  const gone = openApi({ token: fake.token('iris'), apiRoot: 'http://127.0.0.1:1' })
  const offline = open({ apis: new Map([['iris', gone]]) })
  expect(await ended(offline.channel.send(reply, never()))).toEqual({ kind: 'unavailable' })
  expect(await ended(channel.send(reply, never()))).toMatchObject({ id: expect.stringMatching(/^\d+$/) as string })
  expect(textsOf(fake.posted('lab'))).toEqual(['A Welch test.'])
})

test('a flood is told with how long to wait, and the parts that stand are not posted again', async () => {
  const { fake, group, open } = await telegramWorld()
  const { start, channel } = open()
  await start()
  const flood = { code: 429, says: 'Too Many Requests: retry after 31', parameters: { retry_after: 31 } }
  const text = ['a', 'b', 'c'].map((sign) => sign.repeat(4_000)).join('\n\n')
  fake.failSends(flood)
  expect(await ended(channel.send(makeReply({ group }, { text }), never()))).toEqual({
    kind: 'rateLimited',
    retryAfterMs: 31_000,
  })
  expect(textsOf(fake.posted('lab'))).toEqual([])
  fake.failSends('none', flood)
  expect(await ended(channel.send(makeReply({ group }, { text }), never()))).toEqual({
    kind: 'rateLimited',
    retryAfterMs: 31_000,
  })
  expect(textsOf(fake.posted('lab')).map((each) => each[0])).toEqual(['a'])
  const { echo } = await channel.send(makeReply({ group }, { text }), never())
  expect(textsOf(fake.posted('lab')).map((each) => each[0])).toEqual(['a', 'b', 'c'])
  expect(echo?.map(({ text: said }) => said.length)).toEqual([4_000, 4_000, 4_000])
})

test('of a reply in parts, what stands for sure counts as said when the rest is unknown', async () => {
  const { fake, group, open } = await telegramWorld()
  const { channel } = open()
  const reply = makeReply({ group }, { text: ['a', 'b', 'c'].map((sign) => sign.repeat(4_000)).join('\n\n') })
  fake.failSends('none', 'cut')
  expect(await ended(channel.send(reply, never()))).toEqual({ kind: 'unavailable' })
  const { echo } = await channel.send(reply, never())
  expect(echo?.map(({ text }) => text[0])).toEqual(['a'])
  expect(textsOf(fake.posted('lab')).map((text) => text[0])).toEqual(['a', 'b'])
})

test('an answer that comes after its send was given up is still written down', async () => {
  const { fake, group, open } = await telegramWorld()
  const asked = Promise.withResolvers<() => void>()
  const slow = await loopback(async (request, response) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    asked.resolve(resolve)
    await promise
    const result = { message_id: 77, date: 1, chat: { id: Number(group.slice(9)), type: 'supergroup' }, text: 'x' }
    response.end(JSON.stringify({ ok: true, result: request.url?.endsWith('sendMessage') ? result : true }))
  })
  onTestFinished(slow.stop)
  const { channel } = open({ apis: new Map([['iris', openApi({ token: fake.token('iris'), apiRoot: slow.url })]]) })
  const stopping = new AbortController()
  const first = ended(channel.send(makeReply({ group }), stopping.signal))
  const answer = await asked.promise
  stopping.abort()
  expect(await first).toEqual({ kind: 'unavailable' })
  const second = channel.send(makeReply({ group }), never())
  answer()
  expect(await second).toMatchObject({ id: '77' })
})

test('a bot that was put out of a group is refused for good, and hears no more of what the others say', async () => {
  const { fake, group, open } = await telegramWorld()
  const { start, channel, heard } = open()
  await start(['iris', 'rex'])
  fake.say('ann', 'lab', 'Hello.')
  await until(() => expect(heard).toHaveLength(2))
  expect((await channel.send(makeReply({ group }), never())).echo?.[0]?.bots).toEqual(['iris', 'rex'])
  fake.putOut('lab', 'rex')
  await until(() => expect(fake.waiting('rex')).toBe(0))
  expect((await channel.send(makeReply({ group }, { key: 'k2' }), never())).echo?.[0]?.bots).toEqual(['iris'])
  expect(await ended(channel.send(makeReply({ group }, { key: 'k3', bot: 'rex' }), never()))).toEqual({
    kind: 'permanent',
  })
})

test('what waited while nobody polled is read, or dropped where the setting says so', async () => {
  const { fake, open } = await telegramWorld()
  fake.say('ann', 'lab', 'Before.')
  const dropping = open({ dropsPending: true })
  await dropping.start(['rex'])
  await until(() => expect(dropping.lines).toEqual(['rex ready']))
  fake.say('ann', 'lab', 'After.')
  await until(() => expect(dropping.heard.map(({ text }) => text)).toEqual(['After.']))
  const reading = open()
  await reading.start(['iris'])
  await until(() => expect(reading.heard.map(({ text }) => text)).toEqual(['Before.', 'After.']))
})

test('a privacy mode that hides the talk is told once', async () => {
  const { open } = await telegramWorld({
    bots: [
      { handle: 'iris', name: 'Iris', readsAll: false },
      { handle: 'rex', name: 'Rex' },
    ],
  })
  const { start, channel, lines } = open()
  await start(['iris', 'rex'])
  await channel.identify({ id: 'iris', name: 'Iris' })
  expect(lines.filter((line) => line.endsWith('hears little'))).toEqual(['iris hears little'])
})

test('a queue of the fake gives out what was not acknowledged, again and again', () => {
  const queue = makeQueue()
  const first = queue.push({ message: 1 })
  queue.push({ message: 2 })
  expect(queue.first(100)).toEqual(queue.first(100))
  queue.acknowledge(first + 1)
  expect(queue.first(100)).toEqual([{ update_id: first + 1, message: 2 }])
})
