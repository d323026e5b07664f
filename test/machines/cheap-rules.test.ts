import { describe, expect, test } from 'vitest'
import type { DecideInput } from '../../machines/group/children.ts'
import type { MessageRef } from '../../machines/group/types.ts'
import { groupLife, inputWith, no, type Overrides, type Script } from '../fakes/group-life.ts'

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
    expect(skipped({ addressedToOther: true }, { addressedToOther: true })).toEqual(['skip: addressedToOther'])
  })

  test('but not when one is open to all, or names the bot', () => {
    expect(skipped({ addressedToOther: true }, {})).toEqual([])
    expect(skipped({ addressedToOther: true }, { mentioned: true, how: 'called' })).toEqual([])
  })

  test('nor where every batch is answered, or the rule is switched off', () => {
    const open = life({}, { policy: 'open' })
    open.say(1_000, { addressedToOther: true })
    open.host.runUntil(6_000)
    expect(open.asked.map(({ src }) => src)).toEqual(['compose'])
    const off = groupLife(inputWith({ decision: { skipElsewhere: false, relevanceFloor: none } }))
    off.say(1_000, { addressedToOther: true })
    off.host.runUntil(6_000)
    expect(off.asked.map(({ src }) => src)).toEqual(['decide', 'compose'])
  })

  test('what only seems to go on with somebody else is left alone, too, unless it is strongly relevant', () => {
    expect(skipped({ continuesOtherExchange: true, relevance: 0.6 })).toEqual(['skip: addressedToOther'])
    expect(skipped({ continuesOtherExchange: true, relevance: 0.7 })).toEqual([])
  })

  test('it outranks a running conversation with the bot', () => {
    const group = life()
    group.say(1_000, { mentioned: true })
    group.host.runUntil(20_000)
    group.say(40_000, { addressedToOther: true, relevance: 0.2 })
    group.host.runUntil(60_000)
    expect(group.story('send', 'addressee').map((line) => line.replace(/^\d+ /, ''))).toEqual([
      'send sent',
      'addressee skip',
    ])
  })
})

const none = { DORMANT: 0, COOLING: 0, ACTIVE: 0, HEATED: 0 }

describe('without a configured floor no words in common are needed', () => {
  test.each([
    { vitality: 'COOLING', others: 1 },
    { vitality: 'ACTIVE', others: 8 },
    { vitality: 'HEATED', others: 16 },
  ])('a plain problem and a plain question are judged in a group that is $vitality', ({ vitality, others }) => {
    for (const relevance of [0, 0.25]) {
      const group = life({}, { ...rich })
      for (let i = 0; i < others; i += 1) group.say(1_000, { sender: `s${i % 2}`, relevance })
      group.host.runUntil(20_000)
      expect(group.at('relevance')).toEqual([])
      const first = group.asked.slice(0, 1)
      const asked = first.map(({ src, input }) => [src, (input as DecideInput).situation.state])
      expect(asked).toEqual([['decide', vitality]])
    }
  })
})

describe('a floor of words in common may be configured, and leans with the group (V6)', () => {
  const floors: Overrides = { decision: { relevanceFloor: { DORMANT: 0.3, COOLING: 0.2, ACTIVE: 0.2, HEATED: 0.3 } } }

  test.each([
    { vitality: 'COOLING', others: 1, relevance: 0.19, floor: 0.2 },
    { vitality: 'ACTIVE', others: 8, relevance: 0.19, floor: 0.2 },
    { vitality: 'HEATED', others: 16, relevance: 0.29, floor: 0.3 },
  ])(
    '$relevance is below the floor of $floor in a group that is $vitality',
    ({ vitality, others, relevance, floor }) => {
      const batch = Array.from({ length: others }, () => ({ relevance: 0 }))
      const heard = (least: number) => {
        const group = life({}, floors)
        for (const ref of [...batch.slice(1), { relevance: least }]) group.say(1_000, ref)
        group.host.runUntil(others < 8 ? 7_200 : 4_200)
        return [...group.at('relevance').map(({ numbers }) => numbers), ...group.asked.map(({ src }) => src)]
      }
      expect(heard(relevance)).toEqual([{ relevance, floor, vitality }])
      expect(heard(floor)).toEqual(['decide'])
    },
  )

  test.each([
    { name: 'a mention', ref: { mentioned: true }, calls: ['compose'] },
    { name: 'a follow-up', ref: { asked: 'followUp' }, calls: ['decide'] },
    { name: 'a question to the bots of the room', ref: { toBots: true }, calls: ['decide'] },
  ] as const)('$name is worth a call whatever its words are', ({ name, ref, calls }) => {
    const group = life({}, floors)
    group.say(1_000, { ...ref, relevance: 0 })
    group.host.runUntil(name === 'a mention' ? 1_500 : 4_200)
    expect(group.asked.map(({ src }) => src)).toEqual(calls)
  })
})

describe('a turn that asked no model and said nothing starts no cooldown (D3)', () => {
  test('what is aimed at somebody else holds up no question right after it', () => {
    const group = life(refuses)
    group.say(1_000, { addressedToOther: true })
    group.say(4_500, { relevance: 0.8 })
    group.host.runUntil(10_000)
    expect(group.story('dispatch', 'addressee', 'decide', 'cooldown')).toEqual([
      '4000 dispatch start',
      '4000 addressee skip',
      '4000 dispatch end',
      '7500 dispatch start',
      '8000 decide skip',
      '8000 dispatch end',
    ])
    expect(group.at('dispatch', 'end').map(({ numbers }) => numbers?.['cooldownMs'])).toEqual([0, 30_000])
  })

  test('nor does what has too little to do with the bot', () => {
    const group = life(refuses, { decision: { relevanceFloor: { ...none, COOLING: 0.2 }, lullMs: 0 } })
    group.say(1_000, { relevance: 0.1 })
    group.say(4_500, { relevance: 0.8 })
    group.host.runUntil(10_000)
    expect(group.story('dispatch', 'relevance', 'decide')).toEqual([
      '4000 dispatch start',
      '4000 relevance skip',
      '4000 dispatch end',
      '7500 dispatch start',
      '8000 decide skip',
      '8000 dispatch end',
    ])
  })

  test('nor does it end one that runs', () => {
    const group = life(refuses)
    group.say(1_000, { relevance: 0.8 })
    group.say(10_000, { addressedToOther: true })
    group.say(50_000, { relevance: 0.8 })
    group.host.runUntil(60_000)
    expect(starts(group)).toEqual([4_000, 34_500, 53_000])
  })
})
