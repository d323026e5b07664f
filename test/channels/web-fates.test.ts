import { expect, test } from 'vitest'
import { type BotVerdict, makeFates } from '../../src/channels/web/page/fates.js'
import { words } from '../../src/channels/web/page/words.js'

const verdict = (change: Partial<BotVerdict>): BotVerdict => ({
  bot: 'rex',
  turn: 1,
  at: 1000,
  gate: 'dispatch',
  outcome: 'start',
  why: '',
  messages: ['m1'],
  ...change,
})

const start = verdict({ messages: ['m1', 'm2'] })
const decided = verdict({ gate: 'decide', outcome: 'pass', why: 'relevance 0.81 ≥ 0.50' })
const paused = verdict({ gate: 'delay', outcome: 'wait', numbers: { hint: 'fast', delayMs: 5800 } })
const sent = verdict({ gate: 'send', outcome: 'sent' })
const end = verdict({ outcome: 'end', messages: [] })

function told(verdicts: BotVerdict[], language: 'en' | 'zh' = 'en') {
  const fates = makeFates()
  return verdicts.map((each) => {
    const next = fates.add(each)
    return next && `${next.fate.message} ${words[language].fate(next.fate)}`
  })
}

test('a turn is told step by step under the newest message of its batch', () => {
  expect(told([start, decided, paused, sent, end])).toEqual([
    'm2 reading…',
    'm1 typing…',
    'm1 waiting 6 s',
    'm1 replied',
    'm1 replied',
  ])
})

test('a turn that ends unsent says which gate ended it, in both languages', () => {
  const skipped = verdict({ gate: 'decide', outcome: 'skip', why: 'relevance 0.12 < 0.50' })
  expect(told([start, skipped, end]).at(-1)).toBe('m1 silent — relevance 0.12 < 0.50 (decide)')
  expect(told([start, skipped, end], 'zh').at(-1)).toBe('m1 不说话 — relevance 0.12 < 0.50 (decide)')
  const blocked = verdict({ gate: 'budget', outcome: 'blocked', why: '5 of 5 messages in 5 min' })
  expect(told([start, decided, blocked, end]).at(-1)).toBe('m1 silent — 5 of 5 messages in 5 min (budget)')
})

test('a send that failed is no reply', () => {
  const failed = verdict({ gate: 'send', outcome: 'expired', why: '300 s after the message' })
  expect(told([start, decided, paused, failed, end]).at(-1)).toBe('m1 silent — 300 s after the message (send)')
})

test('verdicts read again after newer ones change nothing, and bots and turns are apart', () => {
  const later = { ...end, at: 2000 }
  const other = verdict({ bot: 'iris' })
  expect(told([start, sent, later, start, other, { ...start, turn: 2, at: 3000 }])).toEqual([
    'm2 reading…',
    'm1 replied',
    'm1 replied',
    undefined,
    'm1 reading…',
    'm2 reading…',
  ])
})

test('a verdict outside a turn is a note under its message', () => {
  const dropped = verdict({ turn: null, gate: 'buffer', outcome: 'dropped', why: 'more than 500 pending' })
  expect(told([dropped])).toEqual(['m1 more than 500 pending (buffer)'])
})
