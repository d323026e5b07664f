// Bots that name each other for ever, each hearing every other one (row 18 of the bad inputs: X3, U1).
// Peers that never tire, against one bot for three hours: test/machines/loops.test.ts.
import { describe, expect, test } from 'vitest'
import type { Overrides } from '../fakes/group-life.ts'
import { defaultSettings } from '../../src/config/default-settings.ts'
import { relayMs, type VirtualRoom, virtualRoom } from './virtual-room.ts'

const hour = 3_600_000
const pair = ['Ada', 'Bob']
const four = ['Ada', 'Bob', 'Cyd', 'Dee']
const { loop, limits } = defaultSettings
const unlimited = { maxBotTurns: 1_000, maxPairTurns: 1_000, maxRoomTurns: 1_000, maxMentions: 10 }
const plenty = { maxMessages: 1_000, maxTokens: 10_000_000 }
const rich: Overrides = {
  limits: {
    shortWindow: { ...limits.shortWindow, ...plenty },
    mediumWindow: { ...limits.mediumWindow, ...plenty },
    longWindow: { ...limits.longWindow, ...plenty },
  },
  style: { maxSimilarity: 1 },
}

/** A person sets it off; every post reaches the others as a question to the next bot in the round. */
function round(names: readonly string[], settings: Overrides, until = hour) {
  const after = (bot: string) => names[(names.findIndex((name) => name.toLowerCase() === bot) + 1) % names.length]
  const room = virtualRoom({
    names,
    settings,
    heardAs: (_text, bot, n) => `${after(bot)}, ${questions[n % questions.length]}`,
  })
  room.say(1_000, 'Ada, which papers on statistics are new?')
  room.runUntil(until)
  return room
}

const questions = [
  'how would you sort the data?',
  'which experiments come next?',
  'why do the statistics look odd?',
  'any papers from last year?',
  'where are the data kept?',
  'how many experiments were there?',
  'can you check the statistics?',
  'what do the papers say of it?',
  'who has seen the experiments?',
  'is there more data?',
  'how new are the papers?',
]

describe('row 18: bots that name each other fall silent, and a person’s question right after is answered', () => {
  test.each([
    {
      name: 'a pair, by its own limit',
      names: pair,
      over: { ...unlimited, maxPairTurns: loop.maxPairTurns },
      posts: 9,
      why: 'pairLimit',
    },
    {
      name: 'a ring of four, by the bots’ turns',
      names: four,
      over: {},
      posts: 6,
      why: 'onlyBotsSpoke',
    },
    {
      name: 'a pair, by the bots’ turns',
      names: pair,
      over: { ...unlimited, maxBotTurns: loop.maxBotTurns },
      posts: 9,
      why: 'onlyBotsSpoke',
    },
    {
      name: 'a ring of four, by the room’s limit',
      names: four,
      over: { ...unlimited, maxRoomTurns: loop.maxRoomTurns },
      posts: 13,
      why: 'roomLimit',
    },
  ])('$name', ({ names, over, posts, why }) => {
    const room = round(names, { ...rich, loop: over })
    const inTurn = Array.from({ length: posts }, (_, n) => names[n % names.length]?.toLowerCase())
    expect(room.posts.map(({ bot }) => bot)).toEqual(inTurn)
    expect(room.gate('loop')[0]).toMatchObject({ outcome: 'skip', why })
    expect(room.gate('budget')).toEqual([])
    isAnswered(room, hour)
    // A person's word is as good as the first one was: the round goes once more.
    room.runUntil(2 * hour)
    expect(room.posts.length).toBe(2 * posts)
  })

  test.each([
    { name: 'a pair', names: pair },
    { name: 'a ring of four', names: four },
  ])('$name, by the budget alone, which keeps enough for a person', ({ names }) => {
    const shortWindow = { ...limits.shortWindow, maxMessages: 50, maxTokens: 3_000 }
    const settings = {
      loop: unlimited,
      limits: { ...limits, shortWindow },
      reserveBudgetRatio: 0.3,
      style: { maxSimilarity: 1 },
    }
    const { posts, gate } = round(names, settings)
    const last = Math.max(...posts.map(({ at }) => at))
    expect(gate('loop')).toEqual([])
    expect(gate('budget', 'skip')[0]).toMatchObject({ at: last + relayMs })
    expect(last).toBeLessThan(limits.shortWindow.durationMs)
    isAnswered(round(names, settings, last + 1_000), last + 1_000)
  })

  test('with the defaults no bot speaks after more of the others’ turns than the limit', () => {
    const room = round(four, {})
    expect(new Set(room.posts.map(({ bot }) => bot)).size).toBe(four.length)
    for (const [n, { bot }] of room.posts.entries()) {
      const heard = room.posts.slice(0, n).filter((post) => post.bot !== bot)
      expect(heard.length).toBeLessThanOrEqual(loop.maxBotTurns)
    }
    isAnswered(room, hour)
  })
})

function isAnswered(room: VirtualRoom, at: number): void {
  const before = room.posts.length
  const question = room.say(at, 'Bob, which data do we have?')
  room.runUntil(at + 12_000)
  expect([room.endOf('bob', question), room.posts[before]?.bot]).toEqual(['replied', 'bob'])
}
