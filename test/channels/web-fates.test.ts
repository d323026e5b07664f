import { expect, test } from 'vitest'
import { type BotVerdict, makeFates } from '../../src/channels/web/page/fates.js'
import { words } from '../../src/channels/web/page/words.js'

const verdict = (change: Partial<BotVerdict>): BotVerdict => ({
  bot: 'rex',
  turn: 1,
  at: 1000,
  gate: 'dispatch',
  outcome: 'start',
  why: 'batchReady',
  messages: ['m1'],
  ...change,
})

const start = verdict({ messages: ['m1', 'm2'] })
const decided = verdict({
  gate: 'decide',
  outcome: 'reply',
  messages: [],
  numbers: { relevance: 0.81, threshold: 0.5 },
})
const paused = verdict({ gate: 'delay', outcome: 'wait', messages: [], numbers: { waitMs: 5800 } })
const sent = verdict({ gate: 'send', outcome: 'sent', messages: [] })
const end = verdict({ outcome: 'end', why: 'silent', messages: [] })

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
    'm2 typing…',
    'm2 waiting 6 s',
    'm2 replied',
    'm2 replied',
  ])
})

test('a mention during the pause moves the turn to the newer message', () => {
  const superseded = verdict({ gate: 'delay', outcome: 'superseded', messages: [] })
  const restart = verdict({ outcome: 'restart', messages: ['m1', 'm2', 'm3'] })
  const again = verdict({ gate: 'rejudge', outcome: 'send', messages: [] })
  expect(told([start, paused, superseded, restart, again])).toEqual([
    'm2 reading…',
    'm2 waiting 6 s',
    'm2 reading…',
    'm3 reading…',
    'm3 thinking again…',
  ])
})

test('what waits for the budget, or meets it spent, is told until when', () => {
  const clock = (language: string) =>
    new Date(121_000).toLocaleTimeString(language, {
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
    })
  const hold = verdict({ gate: 'budget', outcome: 'hold', messages: ['m1'], numbers: { waitMs: 120_000 } })
  const skip = verdict({ gate: 'budget', outcome: 'skip', messages: [], numbers: { freesInMs: 120_000 } })
  const sign = verdict({ gate: 'budget', outcome: 'sign', messages: ['m1'] })
  const restart = verdict({ outcome: 'restart', messages: ['m1', 'm3'] })
  const held = `m1 waits for budget until ${clock('en')}`
  expect(told([start, hold, sign, restart])).toEqual(['m2 reading…', held, held, 'm3 reading…'])
  expect(told([start, hold], 'zh').at(-1)).toBe(`m1 等预算，到 ${clock('zh')}`)
  expect(told([start, skip, sign, end]).at(-1)).toBe(`m2 silent — the budget is spent until ${clock('en')}`)
  expect(told([start, skip, sign, end], 'zh').at(-1)).toBe(`m2 不说话 — 预算已用完，${clock('zh')} 恢复`)
})

test.each([
  ['decide', 'skip', 'notRelevantEnough', 'relevance 0.12 < 0.50', { relevance: 0.12, threshold: 0.5 }],
  ['decide', 'skip', 'modelDeclines', 'modelDeclines', { relevance: 0.8, threshold: 0.5 }],
  ['decide', 'failed', 'timeout', 'timeout', {}],
  ['budget', 'skip', 'budgetSpent', 'budgetSpent', {}],
  ['rejudge', 'drop', 'modelDrops', 'modelDrops', {}],
  ['send', 'skip', 'expiredWhileWaiting', 'expiredWhileWaiting', {}],
] as const)('a turn that ends unsent after %s %s is silent and says why', (gate, outcome, why, said, numbers) => {
  const last = verdict({ gate, outcome, why, numbers, messages: [] })
  expect(told([start, decided, paused, last, end]).at(-1)).toBe(`m2 silent — ${said} (${gate})`)
  expect(told([start, last, end], 'zh').at(-1)).toBe(`m2 不说话 — ${said} (${gate})`)
})

test('verdicts read again after newer ones change nothing, and bots and turns are apart', () => {
  const later = { ...end, at: 2000 }
  const other = verdict({ bot: 'iris' })
  expect(told([start, sent, later, start, other, { ...start, turn: 2, at: 3000 }])).toEqual([
    'm2 reading…',
    'm2 replied',
    'm2 replied',
    undefined,
    'm1 reading…',
    'm2 reading…',
  ])
})

test('before a turn a message is queued, or dropped for a reason', () => {
  const flushed = verdict({ turn: null, gate: 'buffer', outcome: 'flush', why: 'intervalOver' })
  const dropped = verdict({ turn: null, outcome: 'drop', why: 'queueFull' })
  expect(told([flushed, dropped])).toEqual(['m1 will read it soon', 'm1 silent — queueFull (dispatch)'])
})
