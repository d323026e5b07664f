// One group of Telegram with two topics, apart: two talks that know nothing of each other, through the whole service.
import { describe, expect, test } from 'vitest'
import { topicGroup } from '../../src/config/topics.ts'
import { wantsTo } from '../fakes/scripted-chat.ts'
import { says } from '../llm/fake-provider.ts'
import { telegramRooms } from './telegram-room.ts'
import { waitFor } from './visitor.ts'

const room = telegramRooms()
const declines = says('{"want_to_reply":false,"relevance":0.1}')
type Room = Awaited<ReturnType<typeof room>>

/** Each of them is one topic's alone. */
const [seven, nine] = [
  { thread: 7, word: 'zebra' },
  { thread: 9, word: 'tulip' },
]

/** Replies and notes speak of what the talk before them speaks of; nobody speaks unasked. */
const echoing = (chat: Room['chat']): void =>
  chat.behave({
    decide: declines,
    compose(response, body) {
      const prompt = JSON.stringify(body)
      const about = [seven, nine].flatMap(({ word }) => (prompt.includes(word) ? [word] : []))
      says(`So many for each ${about.join(' and ')}: ${chat.asked.length}.`)(response, body)
    },
  })

const threadsOf = ({ fake }: Pick<Room, 'fake'>, bot: string) =>
  fake.posted('lab').flatMap(({ by, thread, replyTo }) => (by === bot ? [[thread, replyTo?.text]] : []))

/** The talk of a bot's room, when so many lines are there. */
const linesOf = (url: string, key: string, least = 0) =>
  waitFor(`${least} lines of ${key}`, async () => {
    const answer = await fetch(`${url}/api/talk?actor=${encodeURIComponent(key)}`)
    if (answer.status === 404) return ['never heard of']
    const lines = ((await answer.json()) as { text: string }[]).map(({ text }) => text)
    return lines.length >= least ? lines : undefined
  })

/** Twenty lines in each topic by turns, questions of what lies before them, notes, and a restart in between. */
async function talked(topics: 'apart' | 'together') {
  const made = await room({ social: { topics, memory: { renewAfter: 6 } } })
  const { fake, chat, group, start } = made
  echoing(chat)
  const first = await start()
  const ask = async (service: typeof first, { thread, word }: typeof seven, text: string): Promise<void> => {
    const id = fake.say('ann', 'lab', `@iris_bot ${text.replace('WORD', word)}`, { thread, mentions: ['iris'] })
    await service.outcome('iris', id, { group: topics === 'apart' ? topicGroup(group, String(thread)) : group })
  }
  fake.say('bo', 'lab', 'The zebra keeper wants 700 carrots.', { thread: 7 })
  fake.say('bo', 'lab', 'The tulip grower wants 900 bulbs.', { thread: 9 })
  await ask(first, seven, 'how many carrots for a WORD?')
  await ask(first, nine, 'how many bulbs for a WORD?')
  for (let i = 0; i < 20; i += 1)
    for (const { thread, word } of [seven, nine]) fake.say('bo', 'lab', `One more ${word}, number ${i}.`, { thread })
  await ask(first, seven, 'what did Bo say about the WORD keeper?')
  await first.stop()
  const second = await start()
  await ask(second, nine, 'what did Bo say about the WORD grower?')
  await ask(second, seven, 'what did Bo say about the WORD and carrots?')
  return { ...made, ...second }
}

const hasBoth = (text: string): boolean => text.includes(seven.word) && text.includes(nine.word)

describe('two topics of one group', () => {
  test(
    'apart they are two talks: no prompt of one has a word of the other, and answers stand in their thread',
    { timeout: 60_000 },
    async () => {
      const made = await talked('apart')
      const { chat, group, url } = made
      expect(threadsOf(made, 'iris').map(([thread]) => thread)).toEqual([7, 9, 7, 9, 7])
      const prompts = chat.asked.map(({ system, user }) => `${system}\n${user}`)
      expect(prompts.filter(hasBoth)).toEqual([])
      expect(new Set(chat.asked.map(({ stage }) => stage))).toEqual(new Set(['decide', 'compose']))
      const recalled = chat.asked.findLast(({ stage, user }) => stage === 'compose' && user.includes('tulip grower?'))
      expect(recalled?.user).toContain('The tulip grower wants 900 bulbs.')
      expect(prompts.some((prompt) => prompt.includes('You keep the notes of'))).toBe(true)
      for (const bot of ['iris', 'rex']) {
        for (const { thread, word } of [seven, nine]) {
          // oxlint-disable-next-line no-await-in-loop -- one room after the other
          const lines = await linesOf(url, `${bot} ${topicGroup(group, String(thread))}`, thread === 7 ? 27 : 25)
          expect(lines.filter((line) => !line.includes(word))).toEqual([])
          expect(lines.length).toBeGreaterThan(23)
        }
      }
      expect(await linesOf(url, `iris ${group}`)).toEqual(['never heard of'])
      const board = (await (await fetch(`${url}/api/board`)).json()) as { key: string; groupTitle: string }[]
      const titles = board.filter(({ key }) => key.startsWith('iris telegram:')).map(({ groupTitle }) => groupTitle)
      expect(titles.toSorted()).toEqual(['The lab · 7', 'The lab · 9'])
    },
  )

  test('together they are one, as ever', { timeout: 60_000 }, async () => {
    const made = await talked('together')
    const { chat, group, url } = made
    expect(threadsOf(made, 'iris').map(([thread]) => thread)).toEqual([7, 9, 7, 9, 7])
    expect(chat.asked.some(({ user }) => hasBoth(user))).toBe(true)
    expect(await linesOf(url, `iris ${group}`, 52)).toHaveLength(52)
  })
})

/** The first answer was sent, and its pauses have begun. */
async function askedTwice(topics: 'apart' | 'together') {
  const made = await room({ social: { topics, mentionMinIntervalMs: 600_000, dispatch: { cooldownMs: 600_000 } } })
  const { fake, group, start } = made
  const service = await start()
  const ask = (thread: number) => fake.say('ann', 'lab', '@iris_bot when?', { thread, mentions: ['iris'] })
  await service.outcome('iris', ask(7), { group: topics === 'apart' ? topicGroup(group, '7') : group })
  return { ...made, ...service, second: ask(9) }
}

test('apart, the pause after an answer is the topic’s alone', async () => {
  const made = await askedTwice('apart')
  expect((await made.outcome('iris', made.second, { group: topicGroup(made.group, '9') })).at(-1)).toBe(
    'dispatch end: replied',
  )
  expect(threadsOf(made, 'iris').map(([thread]) => thread)).toEqual([7, 9])
})

test('together, the other topic waits for it, too', async () => {
  const made = await askedTwice('together')
  await waitFor('the wait', () =>
    made.verdicts('iris').find(({ gate, messages }) => gate === 'cooldown' && messages.includes(made.second)),
  )
  expect(threadsOf(made, 'iris').map(([thread]) => thread)).toEqual([7])
})

/** While a post of Iris's in one topic stands out, Rex wants to speak unasked in the other one. */
async function besideAPost(topics: 'apart' | 'together') {
  const made = await room({ social: { topics, decision: { sharedInRoom: false } } })
  const { fake, chat, start } = made
  chat.behave({
    decide: (...call) => (JSON.stringify(call[1]).includes('You are Rex') ? wantsTo : declines)(...call),
  })
  const service = await start()
  fake.failSends('silent')
  fake.say('ann', 'lab', '@iris_bot when?', { thread: 7, mentions: ['iris'] })
  await waitFor('the post', () => fake.isHanging() || undefined)
  fake.say('bo', 'lab', 'Do the tests of this code review look right?', { thread: 9 })
  return { ...made, ...service }
}

/** The bots of which the floor of a room has heard. */
async function onFloor(url: string, place: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/floor?actor=${encodeURIComponent(`rex ${place}`)}`)
  const told = JSON.stringify(await answer.json())
  return ['iris', 'rex'].filter((bot) => told.includes(`"${bot}"`))
}

test('apart, who posts in one topic has the floor of no other one (L3)', async () => {
  const { url, group, ...made } = await besideAPost('apart')
  await waitFor('what Rex says', () => threadsOf(made, 'rex')[0])
  expect(threadsOf(made, 'rex').map(([thread]) => thread)).toEqual([9])
  expect([await onFloor(url, topicGroup(group, '7')), await onFloor(url, topicGroup(group, '9'))]).toEqual([
    ['iris'],
    ['rex'],
  ])
})

test('together there is one floor (L3)', async () => {
  const { url, group, ...made } = await besideAPost('together')
  await waitFor('what Rex says', () => threadsOf(made, 'rex')[0])
  expect(await onFloor(url, group)).toEqual(['iris', 'rex'])
})

test('an edit reaches the topic’s room, after a restart, too', async () => {
  const { fake, group, start } = await room({ social: { topics: 'apart' } })
  const first = await start()
  const id = fake.say('bo', 'lab', 'Twelve zebras.', { thread: 7 })
  const key = `iris ${topicGroup(group, '7')}`
  await waitFor('the message', () => first.verdicts('iris').find(({ messages }) => messages.includes(id)))
  await first.stop()
  const { url } = await start()
  fake.edit('lab', id, 'Thirteen zebras.')
  expect(
    await waitFor('the edit', async () => {
      const lines = await linesOf(url, key)
      return JSON.stringify(lines).includes('Twelve') ? undefined : lines
    }),
  ).toEqual(['Thirteen zebras.'])
})
