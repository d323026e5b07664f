// Topics of somebody else's channel: a chat that calls itself like a topic of another one stays apart from it.
import { expect, test } from 'vitest'
import type { InboundMessage, OutboundReply } from '../../src/channels/channel.ts'
import { carryingChat } from '../fakes/carrying-chat.ts'
import { configured } from '../world/service-world.ts'
import { iris, rex, servedIn, tempFolders, writeConfig } from './running.ts'
import { waitFor } from './visitor.ts'

const folder = tempFolders()

/** By the word that is said there alone. */
const places: Record<string, Pick<InboundMessage, 'group' | 'topic'>> = {
  zebra: { group: 'carrying:lab', topic: '7' },
  tulip: { group: 'carrying:lab#topic/7' },
  falcon: { group: 'carrying:lab', topic: '7#topic/7' },
  marble: { group: 'carrying:lab#topic/7', topic: '7' },
  walnut: { group: 'carrying:lab' },
}
const words = Object.keys(places)

test('each place is a talk of its own, and its answers go there', async () => {
  const world = await carryingChat({})
  const { home, chat, file } = await configured({
    home: folder(),
    bots: [iris],
    social: { topics: 'apart' },
    rest: { channels: world.channels },
  })
  writeConfig(home, file)
  await servedIn(home)
  const asked = new Map<string, string>()
  for (const round of [1, 2]) {
    for (const [word, place] of Object.entries(places))
      asked.set(world.says(`Iris, which ${word} number ${round}?`, place), word)
    // oxlint-disable-next-line no-await-in-loop -- the second question comes after the first answer
    await waitFor(`answers ${round}`, () => world.posts.length >= round * words.length || undefined)
  }
  const posts = world.posts as unknown as OutboundReply[]
  const where = posts.map(({ replyTo, group, topic }) => ({
    word: asked.get(replyTo),
    place: { group, ...(topic !== undefined && { topic }) },
  }))
  expect(where.filter(({ word = '', place }) => JSON.stringify(places[word]) !== JSON.stringify(place))).toEqual([])
  const prompts = chat.asked.map(({ user }) => words.filter((word) => user.includes(word)).length)
  expect(new Set(prompts)).toEqual(new Set([1]))
})

test('in a topic speak the bots of its group, to those whom the group serves', async () => {
  const world = await carryingChat({})
  const { home, file } = await configured({
    home: folder(),
    bots: [iris, rex],
    social: { topics: 'apart' },
    rest: { channels: world.channels, groups: { 'carrying:lab': { bots: ['iris'], denyFrom: ['eve'] } } },
  })
  writeConfig(home, file)
  const { lines } = await servedIn(home)
  const place = { group: 'carrying:lab', topic: '7' }
  const eve = world.says('Iris, Rex, which one?', { ...place, sender: { id: 'eve', name: 'Eve', bot: false } })
  const ann = world.says('Iris, Rex, which one?', place)
  await waitFor('the answer', () => lines.find(({ gate, outcome }) => gate === 'dispatch' && outcome === 'end'))
  expect((world.posts as unknown as OutboundReply[]).map(({ bot, replyTo }) => [bot, replyTo])).toEqual([['iris', ann]])
  const told = lines.filter(({ gate }) => gate !== undefined)
  expect(told.filter(({ bot }) => bot !== 'iris')).toEqual([])
  expect(told.filter(({ gate }) => gate === 'admission').map(({ messages, why }) => [messages, why])).toEqual([
    [[eve], 'senderDenied'],
  ])
})
