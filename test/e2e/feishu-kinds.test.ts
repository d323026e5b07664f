// What is said how: threads, replies, reactions, long replies, edited and recalled messages, what was said before.
import { expect, test } from 'vitest'
import { feishuRooms, postedByBots, replied } from './feishu-room.ts'
import { waitFor } from './visitor.ts'

const room = feishuRooms()
/** The talk of a prompt, without numbers and ages. */
const talkIn = (asked: { user: string } | undefined) =>
  asked?.user
    .split('\n')
    .filter((line) => line === 'New:' || /^\d+\*? \d+[smhd] /.test(line))
    .map((line) => line.replace(/^\d+(\*?) \d+[smhd] /, '$1'))

test('talk in a thread is answered in the thread', async () => {
  const { fake, lab, start } = await room()
  const service = await start()
  const root = fake.say('ann', lab, 'the release', { at: Date.now() - 60_000 })
  const id = fake.say('bo', lab, '@Rex is it ready?', { mentions: ['rex'], threadOf: root })
  await service.outcome('rex', lab, id)
  const [, asked, answer] = fake.posted(lab)
  expect(answer).toEqual({
    id: expect.any(String),
    by: 'rex',
    text: 'Take 1 more samples.',
    replyTo: id,
    thread: asked?.thread,
  })
})

test('in a topic group the answer stays in its topic, though the platform names no thread there', async () => {
  const { fake, start } = await room()
  const topics = fake.group('topics', ['ann', 'bo', 'iris', 'rex'], true)
  const service = await start()
  const root = fake.say('ann', topics, 'the release')
  const id = fake.say('bo', topics, '@Rex is it ready?', { mentions: ['rex'], replyTo: root })
  await service.outcome('rex', topics, id)
  const [opened, , answer] = fake.posted(topics)
  expect(answer).toEqual({
    id: expect.any(String),
    by: 'rex',
    text: 'Take 1 more samples.',
    replyTo: id,
    thread: opened?.thread,
  })
})

test('a reply to a message of the bot addresses the bot (R4)', async () => {
  const { fake, lab, start } = await room({ social: { policy: 'mention' } })
  const service = await start()
  await service.outcome('rex', lab, fake.say('ann', lab, '@Rex ready?', { mentions: ['rex'] }))
  const own = fake.posted(lab)[1]?.id ?? ''
  const id = fake.say('bo', lab, 'are you sure?', { replyTo: own })
  expect(await service.outcome('rex', lab, id)).toEqual(replied('mentioned'))
  expect(postedByBots(fake, lab)).toEqual(['rex: Take 1 more samples.', 'rex: Take 2 more samples.'])
})

test('a reaction is one of the platform’s own (T6)', async () => {
  const { fake, lab, start } = await room({ reply: '👍' })
  const service = await start()
  const id = fake.say('ann', lab, '@Iris thanks!', { mentions: ['iris'] })
  expect((await service.outcome('iris', lab, id)).at(-1)).toBe('dispatch end: replied')
  expect(fake.posted(lab)).toMatchObject([{ id, reactions: [{ by: 'iris', emoji: 'THUMBSUP' }] }])
})

test('a long reply stands in the chat in parts, in their order', async () => {
  const words = Array.from({ length: 1_000 }, (_, n) => `word${n}`).join(' ')
  const { fake, lab, start } = await room({ reply: words, social: { style: { maxCharsPerMessage: 50_000 } } })
  const service = await start()
  const id = fake.say('ann', lab, '@Iris tell everything', { mentions: ['iris'] })
  expect((await service.outcome('iris', lab, id)).at(-1)).toBe('dispatch end: replied')
  const parts = fake.posted(lab).filter(({ by }) => by === 'iris')
  expect(parts.map(({ text }) => text).join(' ')).toBe(words)
  expect(parts.map(({ text }) => text.length)).toEqual([
    expect.toSatisfy((length: number) => length > 3_900 && length <= 4_000),
    expect.any(Number),
  ])
  // The other bot has each part from here and from the platform.
  const again = await waitFor('both parts again', () => {
    const known = service.duplicates('rex', lab)
    return known.length === 2 ? known : undefined
  })
  expect(again.toSorted()).toEqual(parts.map((part) => part.id).toSorted())
})

test('a later prompt reads the new words of an edited message, and that another one was taken back', async () => {
  const { fake, chat, lab, start } = await room({ social: { policy: 'mention' } })
  const service = await start()
  const edited = fake.say('bo', lab, 'we ship on Monday', { at: Date.now() - 1_000 })
  const recalled = fake.say('bo', lab, 'the password is swordfish')
  await service.outcome('iris', lab, recalled)
  fake.edit(edited, 'we ship on Friday')
  fake.recall(recalled)
  const corrections = () => fake.pushes.filter(({ type }) => /updated|recalled/.test(type))
  await fake.until(() => corrections().length === 4 && corrections().every(({ outcome }) => outcome === 'acked'))
  const id = fake.say('ann', lab, '@Iris when?', { mentions: ['iris'] })
  await service.outcome('iris', lab, id)
  expect(talkIn(chat.asked[0])).toEqual(['Bo: we ship on Friday', 'Bo: [taken back]', 'New:', '*Ann: @Iris when?'])
  expect(postedByBots(fake, lab)).toEqual(['iris: Take 1 more samples.'])
})

test('the first decision of a bot that came later reads what was said before it came', async () => {
  const { fake, chat, start } = await room()
  const den = fake.group('den', ['ann', 'bo'])
  const minuteAgo = Date.now() - 60_000
  fake.say('ann', den, 'we ship on Friday', { at: minuteAgo })
  fake.say('bo', den, 'after the last test', { at: minuteAgo + 1_000 })
  const service = await start()
  fake.enter('iris', den, 'ann')
  // The second message comes while the past is still being read because of the first one.
  fake.say('bo', den, 'hm', { at: minuteAgo + 2_000 })
  const id = fake.say('ann', den, '@Iris when?', { mentions: ['iris'] })
  await service.outcome('iris', den, id)
  expect(talkIn(chat.asked[0])).toEqual([
    'Ann: we ship on Friday',
    'Bo: after the last test',
    'New:',
    'Bo: hm',
    '*Ann: @Iris when?',
  ])
})

test('a message older than 30 minutes wakes nobody and is still read', async () => {
  const { fake, chat, lab, start } = await room()
  const service = await start()
  const old = fake.say('bo', lab, '@Iris are you there?', { mentions: ['iris'], at: Date.now() - 31 * 60_000 })
  await fake.until(
    () => fake.pushes.filter(({ message, outcome }) => message === old && outcome === 'acked').length === 2,
  )
  const id = fake.say('ann', lab, '@Iris when?', { mentions: ['iris'] })
  expect(await service.outcome('iris', lab, id)).toEqual(replied('mentioned'))
  expect(service.lines.flatMap(({ messages }) => messages ?? [])).not.toContain(old)
  expect(talkIn(chat.asked[0])).toEqual(['*Bo: @Iris are you there?', 'New:', '*Ann: @Iris when?'])
  expect(postedByBots(fake, lab)).toEqual(['iris: Take 1 more samples.'])
})

test('a reply that calls a person by name rings, also for who is known from the list of members', async () => {
  const { fake, lab, start } = await room({ reply: '@Ann and @Bo: on Friday.', social: { policy: 'mention' } })
  const service = await start()
  // Whom the list told, without the id that all apps share, speaks only later.
  const first = fake.say('bo', lab, 'hm')
  await fake.until(
    () => fake.pushes.filter(({ message, outcome }) => message === first && outcome === 'acked').length === 2,
  )
  const id = fake.say('ann', lab, '@Iris when?', { mentions: ['iris'] })
  expect((await service.outcome('iris', lab, id)).at(-1)).toBe('dispatch end: replied')
  expect(fake.posted(lab).at(-1)).toMatchObject({ text: '@Ann and @Bo: on Friday.', mentions: ['ann', 'bo'] })
})
