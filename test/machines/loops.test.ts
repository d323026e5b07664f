// Loops of bots end: bots alone, two in turn, a ring, persons that are bots (X3).
import { describe, expect, test } from 'vitest'
import type { MessageRef } from '../../machines/group/types.ts'
import { defaultSettings } from '../../src/config/default-settings.ts'
import { groupLife, inputWith, no, type Overrides, type Script } from '../fakes/group-life.ts'

const rich: Overrides = {
  limits: {
    shortWindow: { durationMs: 300_000, maxMessages: 100, maxTokens: 1e6 },
    mediumWindow: { durationMs: 10_800_000, maxMessages: 3_000, maxTokens: 1e7 },
    longWindow: { durationMs: 86_400_000, maxMessages: 10_000, maxTokens: 1e8 },
  },
  delay: { fastMs: [1_000, 1_000] },
}
const loop = (over: Partial<typeof defaultSettings.loop>): Overrides => ({
  ...rich,
  loop: { ...defaultSettings.loop, ...over },
})
const loose = { maxBotTurns: 1_000, maxPairTurns: 1_000, maxRoomTurns: 1_000 }

/** Peers name the bot one after the other, every 15 s for three hours. */
function ring(overrides: Overrides, peers: readonly string[]) {
  const group = groupLife(inputWith(overrides))
  const said = (at: number, ref: Partial<MessageRef>) => group.say(at, { mentioned: true, how: 'called', ...ref })
  let at = 1_000
  for (let i = 0; at < 10_800_000; i += 1, at += 15_000)
    said(at, { kind: 'peer', sender: peers[i % peers.length] ?? '' })
  group.host.runUntil(at)
  return { group, said, at }
}

describe('talk among bots alone ends, and a person ends the silence (X3)', () => {
  test.each([
    {
      name: 'two bots that name each other for ever',
      overrides: rich,
      peers: ['rex'],
      replies: 4,
      why: 'onlyBotsSpoke',
      numbers: { maxBotTurns: 4 },
    },
    {
      name: 'a ring of four',
      overrides: rich,
      peers: ['rex', 'max', 'lou'],
      replies: 4,
      why: 'onlyBotsSpoke',
      numbers: { maxBotTurns: 4 },
    },
    {
      name: 'a pair, where the group would allow more',
      overrides: loop({ ...loose, maxPairTurns: 4 }),
      peers: ['rex'],
      replies: 4,
      why: 'pairLimit',
      numbers: { replies: 4, maxPairTurns: 4 },
    },
    {
      name: 'a ring, which no limit of pairs ends, by the limit of the room',
      overrides: loop({ ...loose, maxPairTurns: 9, maxRoomTurns: 12 }),
      peers: ['rex', 'max', 'lou'],
      replies: 6,
      why: 'roomLimit',
      numbers: { roomTurns: 13, maxRoomTurns: 12 },
    },
  ])('$name', ({ overrides, peers, replies, why, numbers }) => {
    const { group, said, at } = ring(overrides, peers)
    expect(group.at('send', 'sent').length).toBe(replies)
    expect(group.at('loop')[0]).toMatchObject({ outcome: 'skip', why, numbers })
    said(at, { kind: 'person', sender: 'ann' })
    said(at + 30_000, { kind: 'peer', sender: peers[0] ?? '' })
    group.host.runUntil(at + 60_000)
    expect(group.at('send', 'sent').length).toBe(replies + 2)
  })

  test('a batch with the word of a person in it is held by no brake', () => {
    const { group, at } = ring(rich, ['rex'])
    group.say(at, { kind: 'peer', sender: 'rex' })
    group.say(at + 100, { kind: 'person', sender: 'ann' })
    group.host.runUntil(at + 30_000)
    expect(group.at('send', 'sent').length).toBe(5)
  })

  test('a peer that was answered among others counts for the room, not for the pair', () => {
    const group = groupLife(inputWith(loop({ ...loose, maxPairTurns: 1 })))
    for (let at = 1_000; at < 200_000; at += 40_000) {
      group.say(at, { kind: 'peer', sender: 'rex' })
      group.say(at + 100, { kind: 'peer', sender: 'max' })
    }
    group.host.runOut()
    expect(group.at('send', 'sent').length).toBe(5)
  })
})

describe('storms keep to the ceilings, and a question right after is answered (U, X3, L, B4)', () => {
  const short = defaultSettings.limits.shortWindow

  const storms: { name: string; stepMs: number; count: number; ref: Partial<MessageRef> }[] = [
    {
      name: 'a mention every 100 ms by one person',
      stepMs: 100,
      count: 600,
      ref: { sender: 'eve', mentioned: true, how: 'called' },
    },
    {
      name: 'a mention every 100 ms by a bot',
      stepMs: 100,
      count: 600,
      ref: { kind: 'peer', sender: 'rex', mentioned: true, how: 'called' },
    },
    { name: '5 000 messages in 10 s', stepMs: 2, count: 5_000, ref: { sender: 'eve' } },
    {
      name: 'two bots naming each other for ever',
      stepMs: 10_000,
      count: 100,
      ref: { kind: 'peer', sender: 'rex', mentioned: true, how: 'mention' },
    },
    { name: 'a person who talks on and on', stepMs: 7_000, count: 300, ref: { sender: 'eve', relevance: 0.5 } },
  ]
  test.each(storms)('$name', ({ stepMs, count, ref }) => {
    const group = groupLife()
    for (let i = 0; i < count; i += 1) group.say(1_000 + i * stepMs, ref)
    const end = 1_000 + count * stepMs
    const before = group.at('send', 'sent').length
    group.say(end, { sender: 'ann', mentioned: true, how: 'called', id: 'question' })
    group.host.runUntil(end + 60_000)
    const answered = group.asked.flatMap(({ src, input }) =>
      src === 'deliver' ? [(input as { replyTo: string }).replyTo] : [],
    )
    expect(answered.slice(before)).toContain('question')

    const sends = group.at('send', 'sent').map(({ at }) => at)
    const inWindow = (times: number[], from: number, ms: number) =>
      times.filter((at) => at > from - ms && at <= from).length
    for (const at of sends) expect(inWindow(sends, at, short.durationMs)).toBeLessThanOrEqual(short.maxMessages)
    const spent = group.verdicts.filter(({ tokens }) => tokens !== undefined)
    for (const { at } of spent) {
      const tokens = spent
        .filter((v) => v.at > at - short.durationMs && v.at <= at)
        .reduce((sum, v) => sum + (v.tokens ?? 0), 0)
      expect(tokens).toBeLessThanOrEqual(short.maxTokens)
    }
    const turns = group.verdicts.filter(
      ({ gate, outcome }) => gate === 'dispatch' && (outcome === 'start' || outcome === 'end'),
    )
    // What ended at a free gate was no dispatch (D3).
    const ends = turns.filter(({ outcome, numbers }) => outcome === 'end' && numbers?.['cooldownMs'] !== 0)
    const rests = turns.flatMap(({ at, outcome }) => {
      const last = ends.findLast((each) => each.at <= at)
      return outcome === 'start' && last ? [at - last.at] : []
    })
    expect(Math.min(...rests, Infinity)).toBeGreaterThanOrEqual(3_000)
  })
})

describe('the loop brake (X3)', () => {
  const peers = (count: number) => {
    const life = groupLife(inputWith({ dispatch: { cooldownMs: 0 }, mentionMinIntervalMs: 0 }), silent)
    for (let i = 1; i <= count; i += 1) life.say(i * 10_000, { kind: 'peer', sender: 'max', mentioned: true })
    return life
  }

  test('the fifth message of bots alone wakes nobody', () => {
    const life = peers(5)
    const [brake] = life.at('loop')
    expect({ asked: life.asked.length, brake }).toEqual({
      asked: 4,
      brake: {
        turn: 5,
        at: 50_000,
        gate: 'loop',
        outcome: 'skip',
        why: 'onlyBotsSpoke',
        messages: [],
        numbers: { botTurns: 5, maxBotTurns: 4 },
      },
    })
  })

  test('a person lifts it, and bots may talk on for another four messages', () => {
    const life = peers(6)
    life.say(70_000)
    life.host.runUntil(79_000)
    for (let i = 8; i <= 12; i += 1) life.say(i * 10_000, { kind: 'peer', sender: 'max', mentioned: true })
    expect(life.story('loop')).toEqual(['50000 loop skip', '60000 loop skip', '120000 loop skip'])
  })

  test("a person's message in the batch lifts it, though bots spoke on since", () => {
    const life = peers(4)
    life.say(50_000)
    for (let i = 1; i <= 5; i += 1) life.say(50_000 + i * 100, { kind: 'peer', sender: 'max' })
    life.host.runUntil(60_000)
    expect({ loop: life.story('loop'), asked: life.asked.length }).toEqual({ loop: [], asked: 5 })
  })
})

const noText = { text: '', silent: true, type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 10 }
const silent: Script = {
  decide: () => ({ outcome: { output: no }, afterMs: 1_000 }),
  compose: () => ({ outcome: { output: noText }, afterMs: 1_000 }),
}
