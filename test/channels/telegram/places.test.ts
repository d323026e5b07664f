// Where messages stand: in which chat of whom, in which topic, and under which number for which bot.
import { expect, test, vi } from 'vitest'
import { makeReply, signal as never } from '../contract/online.ts'
import { telegramWorld } from './world.ts'

test('one person’s chats with two bots are two groups', async () => {
  const { fake, open } = await telegramWorld()
  const { start, heard, channel } = open()
  await start(['iris', 'rex'])
  for (const bot of ['iris', 'rex']) fake.say('ann', fake.alone('ann', bot), `Hello ${bot}.`)
  await vi.waitFor(() => expect(heard).toHaveLength(2), { timeout: 5_000, interval: 5 })
  expect(new Set(heard.map(({ group }) => group)).size).toBe(2)
  const toIris = heard.find(({ bots }) => bots?.[0] === 'iris')
  await channel.send(makeReply({ group: toIris?.group ?? '' }, { oneToOne: true, text: 'Hello Ann.' }), never())
  expect(fake.posted('ann iris').map(({ text }) => text)).toEqual(['Hello iris.', 'Hello Ann.'])
})

test('a reply stands in the topic of what it answers, also after a restart', async () => {
  const { fake, group, open } = await telegramWorld()
  const first = open()
  await first.start()
  const id = fake.say('ann', 'lab', 'In here.', { thread: 42 })
  await vi.waitFor(() => expect(first.heard).toHaveLength(1), { timeout: 5_000, interval: 5 })
  await first.stop()
  const again = open()
  await again.channel.send(makeReply({ group }, { replyTo: id, text: `${'a'.repeat(4_095)}\n\nb` }), never())
  await again.channel.send(makeReply({ group }, { key: 'two' }), never())
  expect(fake.posted('lab').map(({ thread }) => thread)).toEqual([42, 42, 42, undefined])
})

test('in a basic group every message has one id for all bots, also the same word twice in a second and an own post', async () => {
  const { fake, open } = await telegramWorld()
  const pub = `telegram:${fake.chat('pub', ['ann', 'bo', 'iris', 'rex'], 'group')}`
  const { start, heard, corrections, channel } = open()
  await start(['iris', 'rex'])
  const at = Date.now()
  for (const text of ['ha', 'ha', 'no']) fake.say('ann', 'pub', text, { at })
  const idsOf = (bot: string) => heard.filter(({ bots }) => bots?.includes(bot)).map(({ id }) => id)
  await vi.waitFor(() => expect([idsOf('iris').length, idsOf('rex').length]).toEqual([3, 3]), { timeout: 5_000 })
  expect(idsOf('rex')).toEqual(idsOf('iris'))
  expect(new Set(idsOf('iris')).size).toBe(3)

  const { id } = await channel.send(makeReply({ group: pub }, { replyTo: idsOf('iris')[1] ?? '' }), never())
  const [, second, , own] = fake.posted('pub')
  expect(own?.replyTo).toMatchObject({ numbers: second?.numbers })
  fake.say('bo', 'pub', 'Sure?', { replyTo: own?.id ?? '' })
  await vi.waitFor(() => expect(heard.filter(({ text }) => text === 'Sure?')).toHaveLength(2), { timeout: 5_000 })
  expect(heard.filter(({ text }) => text === 'Sure?').map(({ replyTo }) => replyTo)).toEqual([id, id])

  fake.edit('pub', fake.posted('pub')[2]?.id ?? '', 'yes')
  await vi.waitFor(() => expect(corrections).toHaveLength(2), { timeout: 5_000 })
  expect(corrections.map((each) => each.id)).toEqual([idsOf('iris')[2], idsOf('iris')[2]])
})
