// Threads and topic groups of Feishu, apart, through the whole service and the platform's SDK.
import { expect, test } from 'vitest'
import { topicGroup } from '../../src/config/topics.ts'
import { feishuRooms } from './feishu-room.ts'
import { waitFor } from './visitor.ts'

const room = feishuRooms()
type Room = Awaited<ReturnType<typeof room>>

const social = { topics: 'apart', policy: 'mention' }

/** Who posted what in which thread. */
const postsIn = ({ fake }: Pick<Room, 'fake'>, chat: string) =>
  fake.posted(chat).flatMap(({ by, text, thread }) => (by === 'iris' ? [{ text, thread }] : []))

const untilPosted = (made: Pick<Room, 'fake'>, chat: string, count: number) =>
  waitFor(`${count} posts`, () => {
    const posts = postsIn(made, chat)
    return posts.length >= count ? posts : undefined
  })

const promptsWith = ({ chat }: Pick<Room, 'chat'>, word: string): string[] =>
  chat.asked.flatMap(({ user }) => (user.includes(word) ? [user] : []))

test('in a topic group each topic is a talk, also where the platform names the first message alone', async () => {
  const made = await room({ social })
  const { fake, start } = made
  const chat = fake.group('topics', ['ann', 'bo', 'iris', 'rex'], true)
  await start()
  const zebras = fake.say('bo', chat, 'Twelve zebras.')
  const tulips = fake.say('bo', chat, 'Nine tulips.')
  await fake.until(() => [zebras, tulips].every((id) => fake.pushes.some((push) => push.message === id)))
  fake.say('ann', chat, 'for the zebras @iris?', { replyTo: zebras, mentions: ['iris'] })
  const [first] = await untilPosted(made, chat, 1)
  fake.say('ann', chat, 'for the tulips @iris?', { replyTo: tulips, mentions: ['iris'] })
  const [, second] = await untilPosted(made, chat, 2)
  const threadOf = (id: string) => fake.posted(chat).find((message) => message.id === id)?.thread
  expect([first?.thread, second?.thread]).toEqual([threadOf(zebras), threadOf(tulips)])
  for (const words of ['Twelve zebras.', 'Nine tulips.']) expect(promptsWith(made, words)).not.toEqual([])
  expect(made.chat.asked.filter(({ user }) => user.includes('zebras') && user.includes('tulips'))).toEqual([])
})

test('a topic whose first message was never heard is that topic all the same', async () => {
  const made = await room({ social, feishu: { historyLimit: 0 } })
  const { fake, start } = made
  const chat = fake.group('topics', ['ann', 'bo', 'iris', 'rex'], true)
  const lions = fake.say('bo', chat, 'Ten lions.')
  const { url } = await start()
  fake.say('ann', chat, 'for these @iris?', { replyTo: lions, mentions: ['iris'] })
  const [post] = await untilPosted(made, chat, 1)
  const { thread } = fake.posted(chat).find(({ id }) => id === lions) ?? {}
  expect(post?.thread).toBe(thread)
  expect(promptsWith(made, 'Ten lions.')).not.toEqual([])
  const board = (await (await fetch(`${url}/api/board`)).json()) as { key: string }[]
  expect(board.flatMap(({ key }) => (key.startsWith('iris feishu:') ? [key] : []))).toEqual([
    `iris ${topicGroup(`feishu:${chat}`, thread)}`,
  ])
})

test('a thread of a group is a talk apart from the group, and brings along the message that it was opened on', async () => {
  const made = await room({ social })
  const { fake, lab, start } = made
  const { url, stop, verdicts } = await start()
  const opener = fake.say('bo', lab, 'Twelve zebras.')
  const other = fake.say('bo', lab, 'Nine tulips.')
  await waitFor('both', () => verdicts('iris', lab).some(({ messages }) => messages.includes(other)) || undefined)
  fake.say('ann', lab, 'and for these @iris?', { threadOf: opener, mentions: ['iris'] })
  const [inThread] = await untilPosted(made, lab, 1)
  expect(inThread?.thread).toBe(fake.posted(lab).find(({ id }) => id === opener)?.thread)
  expect(promptsWith(made, 'Twelve zebras.')).not.toEqual([])
  expect(promptsWith(made, 'Nine tulips.')).toEqual([])
  fake.say('ann', lab, 'and outside @iris?', { mentions: ['iris'] })
  const [, outside] = await untilPosted(made, lab, 2)
  expect(outside?.thread).toBeUndefined()
  expect(promptsWith(made, 'and outside')[0]).not.toContain('for these')
  const board = (await (await fetch(`${url}/api/board`)).json()) as { key: string }[]
  const keys = board.flatMap(({ key }) => (key.startsWith('iris feishu:') ? [key] : []))
  expect(keys.toSorted()).toEqual([`iris feishu:${lab}`, `iris ${topicGroup(`feishu:${lab}`, inThread?.thread)}`])
  await stop()

  const again = await start()
  const recalled = fake.say('bo', lab, 'Ten lions.', { threadOf: opener })
  const key = `iris ${topicGroup(`feishu:${lab}`, inThread?.thread)}`
  const talk = () => fetch(`${again.url}/api/talk?actor=${encodeURIComponent(key)}`).then((answer) => answer.text())
  await waitFor('the message', async () => ((await talk()).includes('Ten lions.') ? true : undefined))
  fake.recall(recalled)
  await waitFor('its recall', async () => ((await talk()).includes('Ten lions.') ? undefined : true))
  expect(await talk()).toContain('[taken back]')
})
