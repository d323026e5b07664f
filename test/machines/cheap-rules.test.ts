import { describe, expect, test } from 'vitest'
import type { MessageRef } from '../../machines/group.types.ts'
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

describe('a batch that is aimed at somebody else costs no call', () => {
  const skipped = (...refs: Partial<MessageRef>[]) => {
    const group = life()
    for (const [i, ref] of refs.entries()) group.say(1_000 + i, { sender: `s${i}`, ...ref })
    group.host.runUntil(5_000)
    return group.at('addressee').map(({ outcome, why }) => `${outcome}: ${why}`)
  }

  test('when every message of it is', () => {
    expect(skipped({ elsewhere: true }, { elsewhere: true })).toEqual(['skip: aimed at somebody else'])
  })

  test('but not when one is open to all, or names the bot', () => {
    expect(skipped({ elsewhere: true }, {})).toEqual([])
    expect(skipped({ elsewhere: true }, { mentioned: true, how: 'called' })).toEqual([])
  })

  test('nor where every batch is answered, or the rule is switched off', () => {
    const open = life({}, { policy: 'open' })
    open.say(1_000, { elsewhere: true })
    open.host.runUntil(6_000)
    expect(open.asked.map(({ src }) => src)).toEqual(['compose'])
    const off = groupLife(inputWith({ decision: { skipElsewhere: false, relevanceFloor: none } }))
    off.say(1_000, { elsewhere: true })
    off.host.runUntil(6_000)
    expect(off.asked.map(({ src }) => src)).toEqual(['decide', 'compose'])
  })

  test('what only seems to go on with somebody else is left alone, too, unless it is strongly relevant or a follow-up', () => {
    expect(skipped({ goesOn: true, relevance: 0.6 })).toEqual(['skip: aimed at somebody else'])
    expect(skipped({ goesOn: true, relevance: 0.7 })).toEqual([])
    const asked = (sender: string) => {
      const group = life()
      group.say(1_000, { mentioned: true, sender: 'ann' })
      group.host.runUntil(20_000)
      group.say(40_000, { goesOn: true, relevance: 0, sender })
      group.host.runOut()
      return group.asked.filter(({ src }) => src === 'decide').length - 1
    }
    expect([asked('ann'), asked('bo')]).toEqual([1, 0])
  })

  test('it outranks a running conversation with the bot', () => {
    const group = life()
    group.say(1_000, { mentioned: true })
    group.host.runUntil(20_000)
    group.say(40_000, { elsewhere: true, relevance: 0.2 })
    group.host.runUntil(60_000)
    expect(group.story('send', 'addressee').map((line) => line.replace(/^\d+ /, ''))).toEqual([
      'send sent',
      'addressee skip',
    ])
  })
})

const none = { DORMANT: 0, COOLING: 0, ACTIVE: 0, HEATED: 0 }

describe('words that have too little to do with the bot cost no call, and the floor leans with the group (V6)', () => {
  test.each([
    { vitality: 'COOLING', others: 1, relevance: 0.19, floor: 0.2 },
    { vitality: 'ACTIVE', others: 7, relevance: 0.19, floor: 0.2 },
    { vitality: 'HEATED', others: 16, relevance: 0.29, floor: 0.3 },
  ])(
    '$relevance is below the floor of $floor in a group that is $vitality',
    ({ vitality, others, relevance, floor }) => {
      const batch = Array.from({ length: others }, () => ({ relevance: 0 }))
      const heard = (least: number) => {
        const group = life()
        for (const ref of [...batch.slice(1), { relevance: least }]) group.say(1_000, ref)
        group.host.runUntil(4_200)
        return [...group.at('relevance').map(({ numbers }) => numbers), ...group.asked.map(({ src }) => src)]
      }
      expect(heard(relevance)).toEqual([{ relevance, floor, vitality }])
      expect(heard(floor)).toEqual(['decide'])
    },
  )

  test('a mention is asked about whatever its words are', () => {
    const group = life()
    group.say(1_000, { mentioned: true, relevance: 0 })
    group.host.runUntil(2_000)
    expect(group.asked.map(({ src }) => src)).toEqual(['decide', 'compose'])
  })

  test('whom the bot has answered goes on with it for two minutes, the others for one', () => {
    const asked = (after: number, sender: string) => {
      const group = life({ decide: (n) => ({ outcome: { output: n === 1 ? yes : no }, afterMs: 500 }) })
      group.say(1_000, { mentioned: true, sender: 'ann' })
      group.host.runUntil(10_000)
      const sentAt = group.at('send', 'sent')[0]?.at ?? 0
      group.say(sentAt + after, { sender, relevance: 0 })
      group.host.runOut()
      return group.asked.filter(({ src }) => src === 'decide').length - 1
    }
    expect([asked(60_000, 'bo'), asked(60_001, 'bo'), asked(120_000, 'ann'), asked(120_001, 'ann')]).toEqual([
      1, 0, 1, 0,
    ])
  })
})

describe('the wait grows with judgements for nothing in a row', () => {
  const chatter = (group: ReturnType<typeof life>, until: number) => {
    for (let at = 1_000; at < until; at += 10_000) group.say(at, { relevance: 0.5 })
  }

  test('two cost nothing, then the cooldown doubles up to the longest wait', () => {
    const group = life(refuses)
    chatter(group, 1_500_000)
    const gaps = starts(group).map((at, i, all) => Math.round((at - (all[i - 1] ?? 0)) / 1_000))
    expect(gaps.slice(1, 9)).toEqual([31, 31, 61, 121, 241, 241, 241, 241])
  })

  test('the batch that waits, and until when, is told with the number of skips', () => {
    const group = life(refuses)
    chatter(group, 130_000)
    expect(
      group
        .at('patience')
        .map(({ outcome, why, numbers, messages }) => ({ outcome, why, numbers, size: messages.length })),
    ).toEqual([
      { outcome: 'wait', why: 'nothing was worth saying lately', numbers: { waitMs: 30_000, skipsInARow: 3 }, size: 3 },
    ])
  })

  test.each([
    { name: 'a mention', ref: { mentioned: true } },
    { name: 'what is strongly relevant', ref: { relevance: 0.7 } },
  ])('$name ends it', ({ ref }) => {
    const group = life(refuses)
    chatter(group, 400_000)
    const before = starts(group).length
    group.say(401_000, ref)
    group.host.runUntil(404_000)
    expect(starts(group).length).toBe(before + 1)
    group.say(440_000, { relevance: 0.5 })
    group.host.runUntil(443_000)
    expect(starts(group).at(-1)).toBe(443_000)
  })

  test('a reply ends it', () => {
    const group = life({ decide: (n) => ({ outcome: { output: n === 5 ? yes : no }, afterMs: 500 }) })
    chatter(group, 300_000)
    const replied = group.at('send', 'sent')[0]?.at ?? 0
    const next = starts(group).find((at) => at > replied) ?? 0
    expect(next - replied).toBeLessThan(40_000)
  })

  test('a refusal of something strongly relevant costs no patience', () => {
    const strong = { ...no, relevance: 0.9 }
    const group = life({ decide: () => ({ outcome: { output: strong }, afterMs: 500 }) })
    chatter(group, 300_000)
    expect(group.at('patience')).toEqual([])
  })

  test('it never grows where the longest wait is the cooldown', () => {
    const group = life(refuses, { dispatch: { cooldownMs: 30_000, maxPending: 500, maxWaitMs: 30_000 } })
    chatter(group, 300_000)
    expect(group.at('patience')).toEqual([])
  })

  test('what the words alone rule out costs no patience', () => {
    const group = life()
    for (let at = 1_000; at < 600_000; at += 40_000) group.say(at, { relevance: 0 })
    group.host.runOut()
    expect([group.at('patience').length, group.at('relevance').length]).toEqual([0, 15])
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
        why: 'the last turn has just ended',
        messages: ['m2'],
        numbers: { waitMs: 21_500 },
      },
    ])
  })
})
