// Answers are spread over what is left of a long window, so that requests are answered together and none is lost for haste.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SignInput } from '../../machines/group/children.ts'
import type { Ledger } from '../../machines/group/context.ts'
import type { MessageRef } from '../../machines/group/types.ts'
import { messagesFor, personBlock } from '../../machines/rules/person-share.ts'
import { spreadBlock } from '../../machines/rules/spread.ts'
import { groupLife, inputWith, type Overrides, settingsWith } from '../fakes/group-life.ts'

const minute = 60_000
const hour = 60 * minute
type Life = ReturnType<typeof groupLife>

const ask = (life: Life, at: number, id: string, sender = 'ann'): void => {
  life.say(at, { id, sender, mentioned: true, how: 'called' })
}
const sentAt = (life: Life): number[] => life.at('send', 'sent').map(({ at }) => at)
const answeredIn = (life: Life): Set<string> =>
  new Set(life.asked.flatMap(({ src, input }) => (src === 'compose' ? (input as { batch: string[] }).batch : [])))
const budgetOf = (life: Life): string[] =>
  life.at('budget').map(({ outcome, messages }) => [outcome, ...messages].join(' '))
const rich: Overrides = {
  limits: {
    shortWindow: { durationMs: 5 * minute, maxMessages: 5, maxTokens: 1_000_000 },
    mediumWindow: { durationMs: 3 * hour, maxMessages: 30, maxTokens: 1_000_000 },
    longWindow: { durationMs: 24 * hour, maxMessages: 100, maxTokens: 1_000_000 },
    maxPersonShare: 0.34,
    spreadFrom: 0.33,
  },
}
const request = (sender: string): MessageRef => ({
  id: 'q',
  ts: 0,
  kind: 'person',
  sender,
  mentioned: true,
  tokens: 10,
})

describe('the pause after an answer', () => {
  const settings = settingsWith()
  // One answer a minute from 0 on, the last one just now.
  const pauseAfter = (sends: number): number | undefined => {
    const ledger = { sends: Array.from({ length: sends }, (_, i) => i * minute), calls: [] }
    return spreadBlock(ledger, settings, (sends - 1) * minute, { batch: [request('ann')], holdEnd: Infinity })?.pauseMs
  }

  test('grows from nothing, at a third of the window, to the longest that a request can be held', () => {
    expect([0, 5, 9].map(pauseAfter)).toEqual([undefined, undefined, undefined])
    expect([11, 13, 15, 17, 29].map(pauseAfter)).toEqual([29_379, 91_448, 168_477, 267_371, 289_000])
  })

  test('is no longer than what makes the messages left last, and what frees soon is not spread', () => {
    const ledger = { sends: Array.from({ length: 25 }, (_, i) => i * 1_000), calls: [] }
    const at = 3 * hour - 10_000
    const last = { ...ledger, sends: [...ledger.sends, at] }
    const block = spreadBlock(last, settings, at, { batch: [request('ann')], holdEnd: Infinity })
    expect(block?.pauseMs).toBeLessThanOrEqual(10_000 / 4)
  })

  test('ends where the request could be held no longer', () => {
    const ledger = { sends: Array.from({ length: 29 }, (_, i) => i * 1_000), calls: [] }
    const until = (holdEnd: number) =>
      spreadBlock(ledger, settings, 30_000, { batch: [request('ann')], holdEnd })?.freesAt
    expect([until(100_000), until(30_000), until(Infinity)]).toEqual([100_000, undefined, 28_000 + 289_000])
  })

  test('is measured by what is left to whoever asks', () => {
    const spent = Array.from({ length: 12 }, (_, i): [number, number, number] => [i * minute, 1, 0])
    const ledger: Ledger = {
      sends: spent.map(([at]) => at),
      calls: [],
      persons: [
        { sender: 'bob', asked: 0, spent: [] },
        { sender: 'ann', asked: 11 * minute, spent },
      ],
    }
    const { mediumWindow } = settings.limits
    const left = (...senders: string[]) =>
      messagesFor(senders.map(request), ledger, settings, 12 * minute, mediumWindow)
    expect([left('ann'), left('bob'), left('ann', 'bob'), left()]).toEqual([24, 30, 30, 30])
  })
})

describe('requests in a talk that would spend the window', () => {
  test('are answered together, and none is lost: one a minute for an hour', () => {
    const life = groupLife(inputWith(rich, { canReact: true }))
    const ids = Array.from({ length: 60 }, (_, i) => `q${i}`)
    for (const [i, id] of ids.entries()) ask(life, (i + 1) * minute, id, `person-${i % 9}`)
    life.host.runOut()
    expect(ids.filter((id) => !answeredIn(life).has(id))).toEqual([])
    expect(sentAt(life).length).toBeLessThanOrEqual(30)
  })

  test('bear a sign while they wait, and the verdict tells the pause', () => {
    const life = groupLife(inputWith(rich, { canReact: true }))
    for (let i = 0; i < 11; i += 1) ask(life, (i + 1) * 90_000, `q${i}`, `person-${i}`)
    ask(life, 11 * 90_000 + 20_000, 'q11', 'cleo')
    life.host.runOut()
    const [hold] = life.at('budget', 'hold')
    expect(hold).toMatchObject({
      why: 'repliesSpread',
      messages: ['q11'],
    })
    expect(life.asked.flatMap(({ src, input }) => (src === 'sign' ? (input as SignInput).messages : []))).toEqual([
      'q11',
    ])
    expect(answeredIn(life).size).toBe(12)
  })

  test('are answered at once in a chat with one person, and where spreadFrom is 1', () => {
    for (const life of [
      groupLife(inputWith(rich, { oneToOne: true })),
      groupLife(inputWith({ ...rich, limits: { ...rich.limits, spreadFrom: 1 } })),
    ]) {
      for (let i = 0; i < 29; i += 1) ask(life, (i + 1) * 2 * minute, `q${i}`, `person-${i}`)
      life.host.runOut()
      expect([budgetOf(life), sentAt(life).length]).toEqual([[], 29])
    }
  })

  test('keep to every ceiling, and none is turned away while the windows have room', () => {
    const gaps = fc.array(fc.integer({ min: 1_000, max: 6 * minute }), { minLength: 20, maxLength: 120 })
    fc.assert(
      fc.property(gaps, fc.integer({ min: 1, max: 6 }), (waits, people) => {
        const input = inputWith(rich, { canReact: true })
        const life = groupLife(input)
        let at = 0
        for (const [i, wait] of waits.entries()) ask(life, (at += wait), `q${i}`, `person-${(i * 7) % people}`)
        life.host.runOut()
        const sends = sentAt(life)
        const { limits } = input.settings
        for (const { durationMs, maxMessages } of [limits.shortWindow, limits.mediumWindow, limits.longWindow]) {
          const most = Math.max(...sends.map((end) => sends.filter((ts) => ts > end - durationMs && ts <= end).length))
          expect(most).toBeLessThanOrEqual(maxMessages)
        }
        expect(life.at('budget', 'skip').filter(({ numbers }) => numbers?.['pauseMs'] !== undefined)).toEqual([])
        const told = new Set(life.at('dispatch').flatMap(({ messages }) => messages))
        expect(waits.filter((_, i) => !told.has(`q${i}`))).toEqual([])
      }),
      { numRuns: 40 },
    )
  })
})

describe('what is kept for others (U5)', () => {
  const settings = settingsWith(rich)
  // ann used 24 of the 30 within an hour; bob asked once at its start.
  const spent = Array.from({ length: 24 }, (_, i): [number, number, number] => [i * 2 * minute, 1, 0])
  const ledger: Ledger = {
    sends: spent.map(([at]) => at),
    calls: [],
    persons: [
      { sender: 'bob', asked: 0, spent: [] },
      { sender: 'ann', asked: 46 * minute, spent },
    ],
  }
  const freesAt = (at: number): number | undefined =>
    personBlock(ledger, settings, at, { batch: [request('ann')], tokens: 100 })?.freesAt

  test('is given away evenly until the window frees, once the others ask no more', () => {
    // 134 minutes until the window frees, six messages left: one every 22 minutes.
    const even = Math.ceil((3 * hour - 46 * minute) / 6)
    expect(freesAt(46 * minute)).toBe(46 * minute + even)
    expect(freesAt(46 * minute + even)).toBe(undefined)
  })

  test('stays kept while they ask', () => {
    const asking = { ...ledger, persons: ledger.persons?.map((each) => ({ ...each, asked: 70 * minute })) ?? [] }
    const block = personBlock(asking, settings, 71 * minute, { batch: [request('ann')], tokens: 100 })
    expect(block).toMatchObject({ window: 'medium', used: 24, limit: 11, freesAt: 75 * minute })
  })
})

test('a request that needs no judgement is held as long as its call and its short pause allow', () => {
  const one: Overrides = {
    limits: { shortWindow: { durationMs: 5 * minute, maxMessages: 1, maxTokens: 12_000 }, maxPersonShare: 1 },
  }
  const life = groupLife(inputWith(one))
  ask(life, 1_000, 'first')
  life.host.runUntil(20_000)
  const [first = 0] = sentAt(life)
  // 285 s before the window frees: a call and a pause of 6 s fit before the reply expires.
  ask(life, first + 15_000, 'second')
  life.host.runOut()
  expect([...answeredIn(life)]).toEqual(['first', 'second'])
  expect(budgetOf(life)).toEqual(['hold second'])
})
