// The intent gate: what the model is asked, and what its answer, failure or silence leads to (I3, I4, I6, V6).
import { describe, expect, test } from 'vitest'
import type { Ledger } from '../../machines/group/context.ts'
import { groupLife, inputWith, no, yes } from '../fakes/group-life.ts'

const ledgerOf = (life: ReturnType<typeof groupLife>) => (life.context() as { budget: Ledger }).budget

// (200 of the prompt + 400 of talk) × 1.25 + 60 of the answer.
const wholeReservation = 810

test('the decision is asked with the batch, the situation and what it may cost (I4)', () => {
  const life = groupLife()
  life.say(1_000, { id: 'a' })
  life.say(2_000, { id: 'b', sender: 'bo', asked: 'followUp' })
  life.host.runUntil(5_000)
  expect(life.asked).toEqual([
    {
      at: 5_000,
      src: 'decide',
      input: {
        turn: 1,
        batch: ['a', 'b'],
        mentioned: [],
        addressed: [],
        asked: ['b'],
        at: 5_000,
        situation: {
          state: 'COOLING',
          messages_in_5m: 2,
          unique_speakers_in_5m: 2,
          last_speak_ago: -1,
          my_messages_in_5m: 0,
          budget_usage_ratio: 0,
          mentioned_in_context: false,
          mention_count: 0,
          pending_batches_merged: 1,
        },
        maxTokens: wholeReservation,
        maxOutputTokens: 60,
        maxTalkTokens: 400,
        timeoutMs: 12_000,
      },
    },
  ])
})

describe('the wish to speak without a mention must be relevant enough for the state (V6)', () => {
  test.each([
    { state: 'COOLING', messages: 1, least: 0.6 },
    { state: 'ACTIVE', messages: 10, least: 0.5 },
    { state: 'HEATED', messages: 20, least: 0.6 },
  ])('$state: $least', ({ messages, least, state }) => {
    const outcomes = [least, least - 0.01].map((relevance) => {
      const life = groupLife(inputWith(), {
        decide: () => ({ outcome: { output: { ...yes, relevance } }, afterMs: 500 }),
      })
      life.batch(1_000, messages)
      life.host.runUntil(5_000)
      return life.at('decide').map(({ outcome, why, reason, numbers }) => ({ outcome, why, reason, numbers }))
    })
    const numbers = { threshold: least, vitality: state, type: 'short', hint: 'fast' }
    expect(outcomes).toEqual([
      [{ outcome: 'reply', why: 'modelWants', reason: 'asked', numbers: { ...numbers, relevance: least } }],
      [
        {
          outcome: 'skip',
          why: 'notRelevantEnough',
          reason: 'asked',
          numbers: { ...numbers, relevance: least - 0.01 },
        },
      ],
    ])
  })

  test('DORMANT: 0.7, when the talk fell asleep while the batch waited', () => {
    const outcomes = [0.7, 0.69].map((relevance) => {
      const vitality = { windowMs: 2_000 }
      const life = groupLife(inputWith({ vitality }), {
        decide: () => ({ outcome: { output: { ...yes, relevance } }, afterMs: 500 }),
      })
      life.say(1_000)
      life.host.runUntil(5_000)
      return life.at('decide').map(({ outcome, numbers }) => ({ outcome, vitality: numbers?.['vitality'] }))
    })
    expect(outcomes).toEqual([[{ outcome: 'reply', vitality: 'DORMANT' }], [{ outcome: 'skip', vitality: 'DORMANT' }]])
  })

  test('a provider that gives no relevance is taken at its word', () => {
    const { relevance: _, ...bare } = yes
    const life = groupLife(inputWith(), { decide: () => ({ outcome: { output: bare }, afterMs: 500 }) })
    life.say(1_000)
    life.host.runUntil(5_000)
    expect(life.at('decide').map(({ outcome, numbers }) => ({ outcome, numbers }))).toEqual([
      { outcome: 'reply', numbers: { vitality: 'COOLING', type: 'short', hint: 'fast' } },
    ])
  })
})

const atOnce = { batching: { intervalMs: 0 } }

describe('a mention goes to the reply call at once, which may still keep silent (I6)', () => {
  test.each([
    { name: 'a mention of a person', ref: { mentioned: true, how: 'mention' } },
    { name: 'a mention of a peer', ref: { kind: 'peer', sender: 'max', mentioned: true, how: 'called' } },
    { name: 'a reply to the bot', ref: { mentioned: true, how: 'reply' } },
    { name: 'a word said where nobody else is', ref: { asked: 'alone' } },
  ] as const)('$name', ({ ref }) => {
    const life = groupLife(inputWith(atOnce))
    life.say(1_000, ref)
    life.host.runUntil(1_500)
    expect(life.asked.map(({ src }) => src)).toEqual(['compose'])
  })

  test('what the model leaves unsaid is a skip, and no failure', () => {
    const silent = {
      text: '',
      silent: true,
      type: 'short',
      similarity: 0,
      model: 'scripted',
      rehearsal: true,
      tokens: 70,
    }
    const life = groupLife(inputWith(), { compose: () => ({ outcome: { output: silent }, afterMs: 1_000 }) })
    life.say(1_000, { mentioned: true })
    life.host.runUntil(3_000)
    expect(life.at('compose').map(({ outcome, why, tokens }) => ({ outcome, why, tokens }))).toEqual([
      { outcome: 'skip', why: 'modelSilent', tokens: 70 },
    ])
    expect(life.at('dispatch', 'end').map(({ why }) => why)).toEqual(['silent'])
  })
})

describe('a follow-up among others needs no relevance, only that the model finds it directed at the bot (I6)', () => {
  test('wanted, though hardly relevant', () => {
    const life = groupLife(inputWith(atOnce), {
      decide: () => ({ outcome: { output: { ...yes, relevance: 0 } }, afterMs: 500 }),
    })
    life.say(1_000, { asked: 'followUp' })
    life.host.runUntil(2_000)
    expect(life.story('decide')).toEqual(['1500 decide reply'])
  })

  test('not wanted', () => {
    const life = groupLife(inputWith(atOnce), { decide: () => ({ outcome: { output: no }, afterMs: 500 }) })
    life.say(1_000, { asked: 'followUp' })
    life.host.runUntil(2_000)
    expect(life.story('decide', 'dispatch')).toEqual(['1000 dispatch start', '1500 decide skip', '1500 dispatch end'])
  })
})

describe('what fails is a skip, and is charged (I3)', () => {
  const failing = (kind: string, tokens?: number) =>
    groupLife(inputWith(atOnce), {
      decide: () => ({
        outcome: { error: { kind, message: 'as scripted', ...(tokens === undefined ? {} : { tokens }) } },
        afterMs: 500,
      }),
    })

  test.each([
    ['refused', 'modelRefused'],
    ['timeout', 'timeout'],
    ['unreachable', 'unreachable'],
    ['rateLimited', 'rateLimited'],
    ['failed', 'failed'],
  ])('%s', (kind, why) => {
    const life = failing(kind)
    life.say(1_000, { asked: 'followUp' })
    life.host.runUntil(2_000)
    expect(life.at('decide')).toEqual([
      {
        turn: 1,
        at: 1_500,
        gate: 'decide',
        outcome: 'failed',
        why,
        reason: 'as scripted',
        messages: [],
        tokens: wholeReservation,
      },
    ])
    expect({ calls: ledgerOf(life).calls, held: ledgerOf(life).reserved, turn: life.state() }).toMatchObject({
      calls: [[1_500, wholeReservation]],
      held: undefined,
      turn: { turn: { cooling: 'resting' } },
    })
  })

  test('a failure that says what it cost is charged that', () => {
    const life = failing('refused', 33)
    life.say(1_000, { asked: 'followUp' })
    life.host.runUntil(2_000)
    expect(ledgerOf(life)).toMatchObject({ sends: [], calls: [[1_500, 33]] })
  })

  test('a model that does not answer is given up after 12 s to the millisecond, and its late answer is ignored', () => {
    const life = groupLife(inputWith(atOnce), { decide: () => ({ outcome: { output: yes }, afterMs: 12_001 }) })
    life.say(1_000, { asked: 'followUp' })
    life.host.runUntil(12_999)
    expect(life.story('decide')).toEqual([])
    life.host.runUntil(60_000)
    expect(life.at('decide')).toEqual([
      {
        turn: 1,
        at: 13_000,
        gate: 'decide',
        outcome: 'failed',
        why: 'timeout',
        messages: [],
        tokens: wholeReservation,
        numbers: { timeoutMs: 12_000 },
      },
    ])
    expect(life.asked.map(({ src }) => src)).toEqual(['decide'])
  })

  test('a reply that is not written in time, blank, or a repetition is not sent', () => {
    const written = { text: 'One.', type: 'short', similarity: 0.8, model: 'scripted', rehearsal: true, tokens: 50 }
    const compose = [
      { outcome: { output: written }, afterMs: 60_001 },
      { outcome: { output: { ...written, text: ' \n', similarity: 0 } }, afterMs: 1_000 },
      { outcome: { output: written }, afterMs: 1_000 },
    ]
    const whys = compose.map((answer) => {
      const life = groupLife(inputWith(), { compose: () => answer })
      life.say(1_000)
      life.host.runUntil(100_000)
      expect(life.asked.map(({ src }) => src)).toEqual(['decide', 'compose'])
      return life.at('compose').map(({ at, outcome, why }) => `${at} ${outcome}: ${why}`)
    })
    expect(whys).toEqual([['64500 failed: timeout'], ['5500 skip: emptyReply'], ['5500 skip: repeated']])
  })
})
