// A turn must find what its own calls need, and what is kept for requests leaves room for one unasked turn (U1, U5).
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { capacityOf, shortagesOf } from '../../src/cli/doctor/budgets.ts'
import { budgetBlock, keptTokens } from '../../machines/rules/budget.ts'
import { unaskedNeed } from '../../machines/rules/reservation.ts'
import { limitPresets } from '../../src/config/default-settings.ts'
import { promptOverhead } from '../../src/jobs/prompt-overhead.ts'
import type { RosterMember } from '../../src/prompt/roster.ts'
import { groupLife, inputWith, no, type Script, yes } from '../fakes/group-life.ts'

// Three bots of a lab where two languages are spoken, and the four members of its roster.
const member = (id: string, role: string, expertise: string): RosterMember => ({ id, name: id, role, expertise })
const bots = [
  member(
    'Iris',
    'research assistant 研究助理',
    'papers, literature search, statistics, experiments, data; 论文、文献、统计、实验、数据',
  ),
  member(
    'Rex',
    'code reviewer 代码审查',
    'bugs, tests, TypeScript, refactoring, performance; 代码、审查、缺陷、测试、重构、性能',
  ),
  member(
    'Ops',
    'operations engineer 运维工程师',
    'deployment, servers, monitoring, incidents, backups, networks; 部署、服务器、监控、故障、备份、网络',
  ),
]
const roster = [...bots, member('Ann', 'head of the lab 实验室负责人', 'planning, reviews, money; 计划、评审、经费')]
const persona =
  'You know the lab since its first day, you are brief, and you never guess. 你从建组第一天就在，说话简短，从不瞎猜。'
const overheads = bots.map((bot) => promptOverhead({ ...bot, aliases: ['小研'], persona }, roster, 'json'))
const costs = { decide: 410, compose: 473 }
const usual: Script = {
  decide: () => ({ outcome: { output: { ...yes, tokens: costs.decide } }, afterMs: 900 }),
  compose: (n) => ({
    outcome: {
      output: {
        text: `answer ${n}`,
        type: 'short',
        similarity: 0,
        model: 'm',
        rehearsal: false,
        tokens: costs.compose,
      },
    },
    afterMs: 2_500,
  }),
}
const refusing: Script = {
  ...usual,
  decide: () => ({ outcome: { output: { ...no, tokens: costs.decide } }, afterMs: 900 }),
}
const sent = (life: ReturnType<typeof groupLife>): number => life.at('send', 'sent').length

describe('a turn finds what its own calls need, and no more is asked of the window', () => {
  test.each(['balanced', 'documents'] as const)('bilingual bots with a roster speak unasked under %s', (preset) => {
    for (const overhead of overheads) {
      const life = groupLife(inputWith({ limits: limitPresets[preset] }, { overhead }), usual)
      life.say(1_000)
      life.host.runOut()
      expect(sent(life)).toBe(1)
    }
  })

  test('after two answered mentions the third person gets an answer, too', () => {
    const [overhead = { decide: 0, compose: 0 }] = overheads
    const life = groupLife(inputWith({}, { overhead }), usual)
    for (const [i, sender] of ['ann', 'bob', 'cleo'].entries())
      life.say(1_000 + i * 30_000, { sender, mentioned: true })
    life.host.runOut()
    expect(sent(life)).toBe(3)
  })

  test('one "no" does not end open talk for five minutes', () => {
    const [overhead = { decide: 0, compose: 0 }] = overheads
    const life = groupLife(inputWith({}, { overhead }), refusing)
    life.say(1_000)
    life.say(60_000)
    life.host.runUntil(90_000)
    expect(life.at('decide', 'skip').length).toBe(2)
    expect(life.at('budget')).toEqual([])
  })

  test('a talk of twenty lines in three minutes that names the bot twice: both are answered for at most 6 000 tokens', () => {
    const life = groupLife(inputWith({}, { overhead: overheads[0] ?? { decide: 0, compose: 0 } }), {
      ...usual,
      decide: (n) => ({ outcome: { output: { ...(n % 3 === 0 ? yes : no), tokens: costs.decide } }, afterMs: 900 }),
    })
    for (let i = 0; i < 20; i += 1) {
      const mentioned = i === 7 || i === 16
      life.say(1_000 + i * 9_000, {
        id: `line-${i}`,
        sender: `p${i % 5}`,
        ...(mentioned && { mentioned, how: 'called' }),
      })
      if (mentioned) life.host.runUntil(1_001 + i * 9_000)
    }
    life.host.runOut()
    const answered = life.asked.flatMap(({ src, input }) =>
      src === 'deliver' ? [(input as { replyTo: string }).replyTo] : [],
    )
    const spent = life.verdicts.reduce((sum, { tokens = 0 }) => sum + tokens, 0)
    expect(answered).toEqual(expect.arrayContaining(['line-7', 'line-16']))
    expect(spent).toBeLessThanOrEqual(6_000)
  })

  test('what is kept is a share, and never more than leaves room for one unasked turn', () => {
    const window = { durationMs: 300_000, maxMessages: 5, maxTokens: 2_000 }
    expect([600, 1_700, 2_500].map((need) => keptTokens(window, 0.2, need))).toEqual([400, 300, 0])
  })

  test('in an empty window an unasked turn always finds room, if a window can hold it at all', () => {
    fc.assert(
      fc.property(
        fc.nat(5_000),
        fc.double({ min: 0, max: 0.9, noNaN: true }),
        fc.nat(600),
        (maxTokens, ratio, size) => {
          const limit = { durationMs: 300_000, maxMessages: 5, maxTokens }
          const limits = { shortWindow: limit, mediumWindow: limit, longWindow: limit }
          const input = inputWith({ limits, reserveBudgetRatio: ratio }, { overhead: { decide: size, compose: size } })
          const tokens = unaskedNeed(input)
          const ask = { mayUseReserve: false, tokens, turnTokens: tokens }
          const block = budgetBlock({ sends: [], calls: [] }, input.settings, 1_000, ask)
          expect(block === undefined).toBe(tokens <= maxTokens)
        },
      ),
    )
  })
})

describe('the capacity of a budget', () => {
  test.each(['balanced', 'documents', 'generous'] as const)('of %s is what a life under it gets', (preset) => {
    // Every call costs what a full prompt costs.
    const dispatch = { cooldownMs: 0, maxPending: 500, maxWaitMs: 0 }
    const input = inputWith({ limits: limitPresets[preset], batching: { intervalMs: 100 }, dispatch })
    const { maxTalkTokens: talk } = input.settings.decision
    const decided = 200 + talk + 30
    const life = groupLife(input, {
      decide: (_, held) => ({ outcome: { output: { ...no, tokens: Math.min(held, decided) } }, afterMs: 10 }),
    })
    const { judgements } = capacityOf(input).short
    for (let i = 0; i < judgements + 5; i += 1) life.say(1_000 + i * 3_000, { relevance: 1 })
    life.host.runUntil(290_000)
    expect(life.at('decide', 'skip').length).toBe(judgements)
  })

  test('a window that cannot hold so many answers is named, with what it would take', () => {
    const short = { durationMs: 300_000, maxMessages: 0, maxTokens: 100 }
    const tooSmall = inputWith({ limits: { shortWindow: short } })
    expect(shortagesOf(tooSmall)).toEqual([
      { window: 'short', what: 'maxMessages', found: 0, needed: 1 },
      { window: 'short', what: 'maxTokens', found: 100, needed: 713 },
    ])
    const [messages, tokens] = shortagesOf(tooSmall, 3)
    expect(messages).toEqual({ window: 'short', what: 'maxMessages', found: 0, needed: 3 })
    const answers = [0, 1].map((fewer) => {
      const maxTokens = (tokens?.needed ?? 0) - fewer
      return capacityOf(inputWith({ limits: { shortWindow: { ...short, maxMessages: 5, maxTokens } } })).short.answers
    })
    expect(answers).toEqual([3, 2])
  })
})
