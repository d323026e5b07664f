// When talk that nobody addressed to the bot is judged: after a lull, or piled up, and later after judgements for nothing.
import { describe, expect, test } from 'vitest'
import { defaultSettings } from '../../src/config/default-settings.ts'
import { groupLife, inputWith, no, type Overrides, type Script, yes } from '../fakes/group-life.ts'

const rich: Overrides = {
  limits: {
    shortWindow: { durationMs: 300_000, maxMessages: 100, maxTokens: 1e6 },
    mediumWindow: { durationMs: 10_800_000, maxMessages: 300, maxTokens: 1e7 },
    longWindow: { durationMs: 86_400_000, maxMessages: 1_000, maxTokens: 1e8 },
  },
}
const refuses: Script = { decide: () => ({ outcome: { output: no }, afterMs: 500 }) }
const life = (script: Script = {}, overrides: Overrides = {}) => groupLife(inputWith({ ...rich, ...overrides }), script)
const starts = (of: ReturnType<typeof life>) => of.at('dispatch', 'start').map(({ at }) => at)

describe('talk that nobody addressed to the bot is judged together', () => {
  const plain = { relevance: 0 }

  test('a lone line is judged when nobody spoke for six seconds', () => {
    const group = life(refuses)
    group.say(1_000, plain)
    group.say(5_500, plain)
    group.host.runUntil(20_000)
    expect(starts(group)).toEqual([11_500])
    expect(group.at('dispatch', 'start').map(({ messages }) => messages.length)).toEqual([2])
  })

  test('eight lines are judged at once, and lines for others do not count', () => {
    const group = life(refuses)
    for (let i = 0; i < 8; i += 1) group.say(1_000 + i * 3_500, plain)
    group.host.runUntil(29_000)
    expect(starts(group)).toEqual([28_500])
    const others = life(refuses)
    for (let i = 0; i < 8; i += 1) others.say(1_000 + i * 3_500, i % 2 === 0 ? plain : { addressedToOther: true })
    others.host.runUntil(29_000)
    expect(starts(others)).toEqual([])
  })

  test.each([
    { name: 'many words of its field', ref: { relevance: 0.7 } },
    { name: 'a question with one word of its field', ref: { relevance: 0.5, question: true } },
    { name: 'a question to the bots of the room', ref: { relevance: 0, toBots: true } },
  ] as const)('$name waits for no lull', ({ ref }) => {
    const group = life(refuses)
    group.say(1_000, ref)
    group.host.runUntil(5_000)
    expect(starts(group)).toEqual([4_000])
  })

  test('what became too old while it waited ends at a free gate', () => {
    const group = life(refuses)
    for (let at = 1_000; at < 400_000; at += 45_000) group.say(at, plain)
    group.host.runOut()
    expect(group.at('delay').map(({ outcome, why }) => `${outcome}: ${why}`)).toEqual(['skip: messageTooOld'])
  })
})

describe('the wait grows with judgements for nothing in a row', () => {
  const chatter = (group: ReturnType<typeof life>, until: number) => {
    for (let at = 1_000; at < until; at += 10_000) group.say(at, { relevance: 0.3 })
  }

  test('the first costs nothing, then it doubles from fifteen seconds up to the longest wait', () => {
    const group = life(refuses, { decision: { ...defaultSettings.decision, pileUp: 1_000 } })
    chatter(group, 1_500_000)
    const gaps = starts(group).map((at, i, all) => Math.round((at - (all[i - 1] ?? 0)) / 1_000))
    expect(gaps.slice(1, 9)).toEqual([31, 31, 31, 61, 121, 241, 241, 241])
  })

  test('eight lines end it', () => {
    const group = life(refuses)
    chatter(group, 1_500_000)
    const sizes = group.at('dispatch', 'start').map(({ messages }) => messages.length)
    expect(Math.max(...sizes)).toBe(8)
  })

  test('the batch that waits, and until when, is told with the number of skips', () => {
    const group = life(refuses)
    chatter(group, 160_000)
    expect(
      group
        .at('backoff')
        .map(({ outcome, why, numbers, messages }) => ({ outcome, why, numbers, size: messages.length }))
        .at(-1),
    ).toEqual({
      outcome: 'wait',
      why: 'nobodyAsked',
      numbers: { waitMs: 292_000, skipsInARow: 4 },
      size: 3,
    })
  })

  test.each([
    { name: 'a mention', ref: { mentioned: true } },
    { name: 'what is strongly relevant', ref: { relevance: 0.7 } },
  ])('$name ends it', ({ ref }) => {
    const group = life(refuses)
    chatter(group, 450_000)
    group.host.runUntil(445_000)
    const waiting = (): boolean => JSON.stringify(group.state()).includes('deferring')
    expect(waiting()).toBe(true)
    group.say(446_000, ref)
    group.host.runUntil(449_000)
    expect([waiting(), starts(group).at(-1)]).toEqual([false, 'mentioned' in ref ? 446_000 : 449_000])
  })

  test('a reply ends it', () => {
    const group = life({ decide: (n) => ({ outcome: { output: n === 5 ? yes : no }, afterMs: 500 }) })
    chatter(group, 300_000)
    const replied = group.at('send', 'sent')[0]?.at ?? 0
    const next = starts(group).find((at) => at > replied) ?? 0
    expect(next - replied).toBeLessThan(40_000)
  })

  test('a refusal of something strongly relevant makes no wait grow', () => {
    const strong = { ...no, relevance: 0.9 }
    const group = life({ decide: () => ({ outcome: { output: strong }, afterMs: 500 }) })
    chatter(group, 300_000)
    expect(starts(group).length).toBeGreaterThan(7)
  })

  test('it never grows beyond the longest wait', () => {
    const group = life(refuses, {
      dispatch: { ...defaultSettings.dispatch, maxWaitMs: 0 },
      decision: { ...defaultSettings.decision, pileUp: 1_000 },
    })
    chatter(group, 300_000)
    const gaps = starts(group).map((at, i, all) => at - (all[i - 1] ?? 0))
    expect(Math.max(...gaps.slice(1))).toBeLessThanOrEqual(60_000)
  })

  test('a batch that waits for the cooldown says so', () => {
    const group = life(refuses)
    group.say(1_000)
    group.say(10_000)
    group.host.runUntil(20_000)
    expect(group.at('cooldown')).toEqual([
      {
        turn: null,
        at: 13_000,
        gate: 'cooldown',
        outcome: 'wait',
        why: 'coolingDown',
        messages: ['m2'],
        numbers: { waitMs: 21_500 },
      },
    ])
  })
})
