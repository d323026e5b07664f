// What the prompts cost beside their talk (I5).
import { describe, expect, test } from 'vitest'
import { loadConfig } from '../../src/channels/plugins.ts'
import { estimatePromptTokens as count } from '../../src/language/tokens.ts'
import { type DecisionMode, type DecisionPrompt, decisionPrompt } from '../../src/prompt/decision-prompt.ts'
import type { PromptParts } from '../../src/prompt/prompt-parts.ts'
import { type ReplyPrompt, replyPrompt } from '../../src/prompt/reply-prompt.ts'
import { iris, quiet as situation } from './iris.ts'
import { baseOf } from './prompts-of.ts'

const policy = { type: 'short', maxChars: 500, markdown: false } as const
const targets = [{ label: '5', name: 'Bob', text: 'Iris, which test is it?' }]

const whole = ({ system, header, footer }: PromptParts) => [system, header, footer].filter(Boolean).join('\n')
const decide = (over: Partial<DecisionPrompt> = {}) =>
  whole(decisionPrompt({ ...baseOf('compact'), mode: 'json', rejudging: false, ...over }))
const reply = (over: Partial<ReplyPrompt> = {}) =>
  whole(replyPrompt({ ...baseOf('compact'), policy, targets, ...over }))

describe('the cost of a prompt without its talk (I5)', () => {
  const wordy = {
    ...iris,
    expertise: Array.from({ length: 40 }, (_each, n) => ['statistics', 'survey', 'papers'][n % 3]).join(' '),
  }
  const busy = {
    ...situation,
    messages_in_5m: 199,
    last_speak_ago: 86_400,
    mention_count: 12,
    pending_batches_merged: 30,
  }
  const extreme = {
    ...iris,
    name: '很'.repeat(100),
    aliases: Array.from({ length: 20 }, (_each, n) => `${'别名'.repeat(9)}${n}`),
    role: '长'.repeat(500),
    expertise: '专'.repeat(2_000),
    persona: '人'.repeat(4_000),
  }
  const crowd = Array.from({ length: 300 }, (_each, n) => ({
    name: `名${n}`,
    id: `${n}`,
    role: '职',
    expertise: '专'.repeat(99),
  }))
  const compact = { ...baseOf('compact'), situation: busy }
  const cost = (profile: typeof iris, mode: DecisionMode, rejudging: boolean) =>
    count(decide({ ...compact, profile, mode, rejudging }))
  const headings = count('New:\n')

  test('a decision beside two colleagues takes 300 tokens at most, its headings included', () => {
    expect(count(decide({ ...compact, roster: compact.roster.slice(0, 3) })) + headings).toBeLessThanOrEqual(300)
  })

  const builtIn = loadConfig({ env: {}, cwd: '/' }).bots
  test.each(builtIn)('a decision of the built-in $name takes 300 tokens at most', (profile) => {
    const roster = builtIn.map(({ id, name, role, expertise }) => ({ id, name, role, expertise, bot: true }))
    expect(count(decide({ ...compact, profile, roster })) + headings).toBeLessThanOrEqual(300)
  })

  test.each([false, true])(
    'a decision takes 400 tokens at most, whatever its field; judging again: %s',
    (rejudging) => {
      expect(cost(wordy, 'json', rejudging)).toBeLessThanOrEqual(400)
    },
  )

  test.each([false, true])('a yes or a no takes 200 tokens at most; judging again: %s', (rejudging) => {
    expect(cost({ ...wordy, persona: 'word '.repeat(800) }, 'yesno', rejudging)).toBeLessThanOrEqual(200)
  })

  test('a typical reply takes 290 tokens at most', () => {
    expect(count(reply({ ...compact, targets }))).toBeLessThanOrEqual(290)
  })

  test('no profile and no crowd makes a prompt grow without end', () => {
    const big = { ...compact, profile: { ...extreme, persona: '' }, roster: crowd }
    const persona = count('人'.repeat(4_000))
    expect(count(decide(big))).toBeLessThanOrEqual(880)
    expect(count(reply(big))).toBeLessThanOrEqual(880)
    expect(count(decide({ ...big, profile: extreme }))).toBeLessThanOrEqual(900 + persona)
  })
})
