// What a new reply is compared with: own words and those of the other bots, from the store and from memory (T5).
import { expect, test } from 'vitest'
import { memoryTalk } from '../../src/lab/virtual/memory-talk.ts'
import { promptTalk } from '../../src/jobs/stored-talk.ts'
import { openDatabase } from '../../src/store/database.ts'
import { openTalk } from '../../src/store/talk.ts'

const now = 1_800_000_000_000
const minute = 60_000

interface Said {
  id: string
  /** Minutes before now. */
  ago: number
  sender: string
  bot: boolean
  group?: string
}

const talk: Said[] = [
  { id: 'own-of-long-ago', ago: 21, sender: 'iris', bot: true },
  { id: 'own-old', ago: 19, sender: 'iris', bot: true },
  { id: 'peer-old', ago: 11, sender: 'rex', bot: true },
  { id: 'peer', ago: 9, sender: 'rex', bot: true },
  { id: 'person', ago: 8, sender: 'ann', bot: false },
  { id: 'elsewhere', ago: 7, sender: 'rex', bot: true, group: 'web:other' },
  { id: 'own', ago: 6, sender: 'iris', bot: true },
  { id: 'other-peer', ago: 0, sender: 'zoe', bot: true },
]
const recent = { own: ['own', 'own-old'], peers: ['other-peer', 'peer'] }

function fromStore(said: readonly Said[]) {
  using db = openDatabase(':memory:')
  const store = openTalk(db)
  for (const { id, ago, sender, bot, group = 'web:lobby' } of said) {
    store.put(group, { id, ts: now - ago * minute, sender, name: sender, bot, text: id })
  }
  return promptTalk(
    store,
    () => undefined,
    () => now,
  ).recentReplies('iris')('web:lobby')
}

function fromMemory(said: readonly Said[]) {
  const memory = memoryTalk()
  for (const { id, ago, sender, bot, group = 'web:lobby' } of said) {
    const own = sender === 'iris'
    memory.add(group, { id, ts: now - ago * minute, sender, name: sender, text: id, mentioned: false, own }, bot)
  }
  return memory.recentReplies('web:lobby')
}

test.each([
  ['the store', fromStore],
  ['memory', fromMemory],
] as const)(
  '%s gives own replies of the last twenty minutes and the peers of the last ten, newest first',
  (_what, from) => {
    expect(from(talk)).toEqual(recent)
  },
)

test.each([
  ['the store', fromStore],
  ['memory', fromMemory],
] as const)('%s gives ten of each at most', (_what, from) => {
  const many = Array.from({ length: 24 }, (_each, n) => ({
    id: `m${n}`,
    ago: (24 - n) / 10,
    sender: n % 2 ? 'rex' : 'iris',
    bot: true,
  }))
  const newest = many.toReversed().map(({ id }) => id)
  expect(from(many)).toEqual({
    own: newest.filter((_, i) => i % 2 === 1).slice(0, 10),
    peers: newest.filter((_, i) => i % 2 === 0).slice(0, 10),
  })
})
