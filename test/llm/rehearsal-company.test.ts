// Rehearsals that share a room: each has lines of its own, and a busy room gets few words (V6, T1, T5).
import { describe, expect, test } from 'vitest'
import { similarity } from '../../src/language/repetition.ts'
import { rehearse } from '../../src/llm/rehearsal.ts'
import type { BotProfile } from '../../src/prompt/identity.ts'
import { replyPrompt } from '../../src/prompt/reply-prompt.ts'
import type { PromptParts } from '../../src/prompt/prompt-parts.ts'
import type { PromptMessage } from '../../src/prompt/talk.ts'
import { quiet as situation, said } from '../prompt/iris.ts'
import { baseOf, messagesOf, styles, talkIn } from '../prompt/prompts-of.ts'

type PromptMessages = { before?: PromptMessage[]; batch: PromptMessage[] }

describe.each(styles)('two of them, and a busy room, in style %s', (style) => {
  const answer = (parts: PromptParts, talk: PromptMessages): string =>
    rehearse({ messages: messagesOf(parts, talkIn(style, talk, { allowance: 400 })) }).choices[0]?.message.content ?? ''

  const bots = ['Iris', 'Rex', 'Zoe'].map((name) => ({
    id: name.toLowerCase(),
    name,
    aliases: [],
    role: 'colleague',
    expertise: 'papers, tests, statistics; 论文、测试、统计',
  }))
  const questions = [
    'Do the tests pass?',
    'How do I read papers?',
    'Which statistics fit?',
    'Any papers on bees?',
    'Why are the tests red?',
    'How many papers are enough?',
    'thanks all',
    'The statistics look fine to me',
    'hello',
    'Who wants lunch today?',
    '测试过了吗？',
    '统计怎么做？',
    '用哪种统计？',
    '谁有论文？',
    '测试为什么红了？',
    '要多少论文？',
    '谢谢',
    '统计看着没问题',
    '在吗',
    '中午吃什么好呢大家',
  ]
  const line = (bot: BotProfile, text: string, state: 'ACTIVE' | 'HEATED', type: 'short' | 'normal' | 'reaction') => {
    const policy = { type, maxChars: 500, markdown: false }
    const at = { profile: bot, roster: bots, situation: { ...situation, state } }
    return answer(replyPrompt({ ...baseOf(style), ...at, policy, targets: [] }), { batch: [said(1, 'Cleo', text)] })
  }

  test.each(['ACTIVE', 'HEATED'] as const)('never say the same: %s', (state) => {
    for (const type of ['short', 'normal', 'reaction'] as const) {
      for (const question of questions) {
        expect(new Set(bots.map((bot) => line(bot, question, state, type))).size).toBe(bots.length)
      }
    }
  })

  test('not even to different questions', () => {
    const [first, second] = bots.map((bot) => new Set(questions.map((each) => line(bot, each, 'ACTIVE', 'short'))))
    expect([...(first ?? [])].filter((each) => second?.has(each))).toEqual([])
  })

  test('are brief in a busy room (V6, T1)', () => {
    for (const bot of bots) {
      for (const question of questions.slice(0, 6)) {
        const [calm, busy] = (['ACTIVE', 'HEATED'] as const).map((state) => line(bot, question, state, 'normal').length)
        expect(busy).toBeLessThanOrEqual(50)
        expect(calm).toBeGreaterThan(busy ?? 0)
      }
    }
  })

  test('name one thing of the line and leave no gap for it', () => {
    for (const question of questions) {
      for (const bot of bots) expect(line(bot, question, 'ACTIVE', 'normal')).not.toMatch(/\{\}|undefined|  /)
    }
  })

  test('do not tell the same line again to the next question', () => {
    const [bot] = bots
    const policy = { type: 'short', maxChars: 500, markdown: false } as const
    const parts = replyPrompt({ ...baseOf(style), profile: bot as BotProfile, roster: bots, policy, targets: [] })
    const spoken: PromptMessage[] = []
    for (const [n, question] of ['Any papers on bees?', 'Any papers on ants?', 'Any papers on wasps?'].entries()) {
      const next = answer(parts, { before: spoken, batch: [said(2 * n, 'Cleo', question)] })
      expect(
        similarity(
          next,
          spoken.map(({ text }) => text),
        ),
      ).toBeLessThan(0.8)
      spoken.push(said(2 * n + 1, 'Iris', next, { own: true }))
    }
  })
})
