// From draft to send: the human pause, and who may break into it (L1–L5, L7).
import { describe, expect, test } from 'vitest'
import type { DeliverInput } from '../../machines/group/children.ts'
import { typingDelayFor } from '../../machines/rules/pace.ts'
import { defaultSettings } from '../../src/config/default-settings.ts'
import { groupLife, inputWith, yes } from '../fakes/group-life.ts'

type Life = ReturnType<typeof groupLife>

const waitsOf = (life: Life) => life.at('delay', 'wait').map(({ numbers }) => numbers)
const sentTexts = (life: Life) =>
  life.asked.filter(({ src }) => src === 'deliver').map(({ input }) => (input as DeliverInput).text)
// A follow-up at 1 000 is decided at 1 500, drafted at 2 500, due at 6 500, sent at 6 600.
const fourSeconds = { batching: { intervalMs: 0 }, delay: { fastMs: [4_000, 4_000] as [number, number] } }

describe('a draft waits as a person would (L1)', () => {
  test.each([
    { hint: 'fast' as const, from: 2_000, to: 6_000 },
    { hint: 'normal' as const, from: 8_000, to: 20_000 },
    { hint: 'slow' as const, from: 20_000, to: 60_000 },
  ])('$hint: between $from and $to ms, all over the range', ({ hint, from, to }) => {
    const waits = Array.from({ length: 500 }, (_, seed) => typingDelayFor(defaultSettings.delay, { hint }, seed).ms)
    const tenth = (to - from) / 10
    expect(waits.every((ms) => ms >= from && ms <= to)).toBe(true)
    expect(new Set(waits.map((ms) => Math.min(9, Math.floor((ms - from) / tenth)))).size).toBe(10)
  })

  test('without a judgement there is no hint: normal', () => {
    const life = groupLife(inputWith({ policy: 'open', batching: { intervalMs: 0 } }))
    life.say(1_000)
    life.host.runUntil(3_000)
    expect(waitsOf(life)).toEqual([{ waitMs: expect.any(Number) as number, pace: 'hint', hint: 'normal' }])
    const [wait] = waitsOf(life)
    expect(Number(wait?.['waitMs'])).toBeGreaterThanOrEqual(8_000)
  })

  test('who asks the bot by name is answered fast, though nothing was judged', () => {
    const life = groupLife()
    life.say(1_000, { mentioned: true })
    life.host.runUntil(3_000)
    expect(waitsOf(life)).toEqual([{ waitMs: expect.any(Number) as number, pace: 'hint', hint: 'fast' }])
    expect(Number(waitsOf(life)[0]?.['waitMs'])).toBeLessThanOrEqual(6_000)
  })
})

describe('at the pace of colleagues the better suited goes first (L2)', () => {
  const waitsAt = (relevance?: number) => {
    const wish = { hint: 'slow' as const, ...(relevance !== undefined && { relevance }) }
    const delay = { ...defaultSettings.delay, pace: 'colleague' as const }
    return Array.from({ length: 500 }, (_, seed) => typingDelayFor(delay, wish, seed * 7_919).ms)
  }

  test.each([
    { relevance: 1, from: 1_000, to: 1_500 },
    { relevance: 0.75, from: 1_500, to: 2_000 },
    { relevance: undefined, from: 2_000, to: 2_500 },
    { relevance: 0.1, from: 2_800, to: 3_000 },
  ])('relevance $relevance: between $from and $to ms', ({ relevance, from, to }) => {
    const waits = waitsAt(relevance)
    expect([Math.min(...waits) >= from, Math.max(...waits) <= to]).toEqual([true, true])
    expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan((to - from) * 0.9)
  })

  test('of two that are equally suited rarely both speak within a twentieth of a second', () => {
    const waits = waitsAt(0.8)
    const pairs = waits.slice(1).map((ms, n) => Math.abs(ms - (waits[n] ?? 0)))
    expect(pairs.filter((gap) => gap < 50).length / pairs.length).toBeLessThan(0.25)
  })

  test('who alone was chosen by one judgement of the room waits for no rival, at either pace', () => {
    const { delay } = defaultSettings
    const wish = { hint: 'normal' as const, relevance: 0.75, isAlone: true }
    const byHint = Array.from({ length: 500 }, (_, seed) => typingDelayFor(delay, wish, seed).ms)
    expect([Math.min(...byHint) >= 8_000, Math.max(...byHint) <= 17_000, Math.max(...byHint) > 16_500]).toEqual([
      true,
      true,
      true,
    ])
    const colleagues = { ...delay, pace: 'colleague' as const }
    expect(new Set(Array.from({ length: 9 }, (_, seed) => typingDelayFor(colleagues, wish, seed).ms))).toEqual(
      new Set([1_500]),
    )
  })

  test('a draft waits so, whatever the hint says', () => {
    const life = groupLife(inputWith({ delay: { pace: 'colleague' } }))
    life.say(1_000, { mentioned: true })
    life.host.runUntil(3_000)
    const [wait] = waitsOf(life)
    expect(wait).toEqual({ waitMs: expect.any(Number) as number, pace: 'colleague', hint: 'fast' })
    expect(Number(wait?.['waitMs'])).toBeLessThanOrEqual(3_000)
  })
})

describe('somebody answers first: the draft is judged again (L3)', () => {
  const judged = (verdict: 'send' | 'shorten' | 'drop' | undefined, text = 'One. Two.') =>
    groupLife(inputWith(fourSeconds), {
      compose: () => ({ outcome: { output: { ...written, text } }, afterMs: 1_000 }),
      rejudge: () => ({ outcome: { output: verdict === undefined ? yes : { ...yes, verdict } }, afterMs: 500 }),
    })

  test.each([
    { verdict: 'send' as const, sent: ['One. Two.'] },
    { verdict: 'shorten' as const, sent: ['One.'] },
    { verdict: 'drop' as const, sent: [] },
    { verdict: undefined, sent: [] },
  ])('$verdict', ({ verdict, sent }) => {
    const life = judged(verdict)
    life.say(1_000, { asked: 'followUp' })
    life.say(3_000, { kind: 'peer', sender: 'max' })
    life.host.runUntil(8_000)
    expect({ sent: sentTexts(life), rejudged: life.at('rejudge') }).toEqual({
      sent,
      rejudged: [
        {
          turn: 1,
          at: 7_000,
          gate: 'rejudge',
          outcome: verdict ?? 'drop',
          why: verdict === 'send' ? 'modelSends' : verdict === 'shorten' ? 'modelShortens' : 'modelDrops',
          messages: [],
          tokens: 100,
          numbers: { moved: 1 },
          reason: 'asked',
        },
      ],
    })
  })

  test.each([
    { name: 'a peer', who: { kind: 'peer', sender: 'max' }, again: true },
    { name: 'a person who asked nothing', who: { sender: 'bo' }, again: true },
    { name: 'the asker, to somebody else,', who: { sender: 'ann', addressedToOther: true }, again: false },
    { name: 'the asker, with thanks,', who: { sender: 'ann', closing: true }, again: true },
    { name: 'the asker, with thanks for somebody else,', who: { closing: true, addressedToOther: true }, again: false },
    { name: 'the bot itself', who: { kind: 'self', sender: 'iris' }, again: false },
  ] as const)('$name speaks: judged again is $again', ({ who, again }) => {
    const life = judged('send')
    life.say(1_000, { id: 'q', asked: 'followUp' })
    life.say(3_000, who)
    life.host.runUntil(6_999)
    expect(life.asked.map(({ src }) => src).includes('rejudge')).toBe(again)
  })

  test('a judgement that fails or does not come is a drop (I3)', () => {
    const answers = [
      { outcome: { error: { kind: 'refused', message: 'no' } }, afterMs: 500 },
      { outcome: { output: { ...yes, verdict: 'send' } }, afterMs: 12_001 },
    ]
    const stories = answers.map((answer) => {
      const life = groupLife(inputWith(fourSeconds), { rejudge: () => answer })
      life.say(1_000, { asked: 'followUp' })
      life.say(3_000, { kind: 'peer', sender: 'max' })
      life.host.runUntil(20_000)
      return life.story('rejudge', 'send')
    })
    expect(stories).toEqual([['7000 rejudge failed'], ['18500 rejudge failed']])
  })
})

describe('a stale draft is judged again (L4)', () => {
  test('when it is older than it may be', () => {
    const life = groupLife(inputWith({ ...fourSeconds, delay: { ...fourSeconds.delay, maxAgeMs: 3_999 } }))
    life.say(1_000, { asked: 'followUp' })
    life.host.runUntil(8_000)
    expect(life.story('rejudge', 'send')).toEqual(['7000 rejudge send', '7100 send sent'])
  })

  test.each([
    { messages: 8, story: ['6600 send sent'] },
    { messages: 9, story: ['7000 rejudge send', '7100 send sent'] },
  ])('when the talk moved on by more than eight messages: $messages', ({ messages, story }) => {
    const life = groupLife(inputWith(fourSeconds))
    life.say(1_000, { asked: 'followUp' })
    life.batch(3_000, messages, { addressedToOther: true })
    life.host.runUntil(8_000)
    expect(life.story('rejudge', 'send')).toEqual(story)
  })
})

describe('a mention during the wait starts the turn over, once (L5, B4)', () => {
  test('the draft is dropped, and one reply answers everything, three seconds after the start of the turn', () => {
    const life = groupLife(inputWith(fourSeconds))
    life.say(1_000, { id: 'a', asked: 'followUp' })
    life.say(2_700, { id: 'b', mentioned: true })
    life.host.runUntil(20_000)
    expect(life.verdicts.filter(({ gate }) => ['dispatch', 'delay', 'send'].includes(gate)).map(brief)).toEqual([
      '1000 dispatch start a',
      '2500 delay wait ',
      '2700 delay superseded ',
      '4000 dispatch restart a,b',
      '5000 delay wait ',
      '9100 send sent b',
      '9100 dispatch end ',
    ])
    expect(sentTexts(life)).toEqual(['answer 2'])
  })

  test('a mention later than three seconds after the start restarts at once; what was buffered comes with it', () => {
    const life = groupLife(inputWith(fourSeconds))
    life.say(1_000, { id: 'a', asked: 'followUp' })
    life.say(4_500, { id: 'b', sender: 'bo' })
    life.say(5_000, { id: 'c', mentioned: true })
    expect(life.at('dispatch').map(brief)).toEqual(['1000 dispatch start a', '5000 dispatch restart a,b,c'])
  })

  test('a second mention waits in the queue and gets the next turn', () => {
    const life = groupLife(inputWith(fourSeconds))
    life.say(1_000, { id: 'a', asked: 'followUp' })
    life.say(4_000, { id: 'b', mentioned: true })
    life.say(6_000, { id: 'c', mentioned: true })
    life.host.runUntil(30_000)
    expect(life.at('dispatch').map(brief)).toEqual([
      '1000 dispatch start a',
      '4000 dispatch restart a,b',
      '9600 dispatch end ',
      '12600 dispatch start c',
      '17700 dispatch end ',
    ])
    expect(sentTexts(life)).toEqual(['answer 2', 'answer 3'])
  })
})

describe('chance comes from the seed (L7)', () => {
  const verdictsWith = (seed: number, reload = false) => {
    const life = groupLife(inputWith({ dispatch: { cooldownMs: 0 } }, { seed }), {}, reload)
    for (let i = 0; i < 4; i += 1) life.say(1_000 + i * 100_000)
    life.host.runOut()
    return life.verdicts
  }

  test('the same seed lives the same life, also when it is reloaded before every event', () => {
    expect(verdictsWith(7)).toEqual(verdictsWith(7))
    expect(verdictsWith(7, true)).toEqual(verdictsWith(7))
  })

  test('another seed waits otherwise, and so does every turn of one life', () => {
    const waits = [7, 8].flatMap((seed) =>
      verdictsWith(seed)
        .filter(({ gate, outcome }) => gate === 'delay' && outcome === 'wait')
        .map(({ numbers }) => numbers?.['waitMs']),
    )
    expect({ waits: waits.length, different: new Set(waits).size }).toEqual({ waits: 8, different: 8 })
  })
})

const written = { text: 'One.', type: 'short', similarity: 0, model: 'scripted', rehearsal: true, tokens: 100 }

const brief = ({ at, gate, outcome, messages }: { at: number; gate: string; outcome: string; messages: string[] }) =>
  `${at} ${gate} ${outcome} ${messages.join(',')}`
