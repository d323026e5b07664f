// Prompts keep to what is held for their calls, and the chart knows what stands around the talk (U2).
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { composeRequest } from '../../src/jobs/compose.ts'
import { decideRequest } from '../../src/jobs/decide.ts'
import { promptOverhead } from '../../src/jobs/prompt-overhead.ts'
import { estimateTokens } from '../../src/language/tokens.ts'
import { colleagues, iris, quiet, said } from '../prompt/iris.ts'
import { linesIn } from '../prompt/prompts-of.ts'
import { context, depsWith, scripted, toCompose, toDecide, toRejudge } from './jobs.ts'

describe('a prompt keeps to its reservation (U2)', () => {
  const text = fc.oneof(
    fc.constant('word '.repeat(900)),
    fc.constant('长'.repeat(4_000)),
    fc.string({ unit: 'binary' }),
  )
  const messages = fc
    .array(fc.tuple(text, fc.boolean()), { minLength: 1, maxLength: 20 })
    .map((all) => all.map(([each, mentioned], n) => said(n, 'Bob', each, { mentioned })))

  const styled = fc.constantFrom('compact' as const, 'documents' as const)

  test('whatever is said', () => {
    fc.assert(
      fc.property(messages, fc.integer({ min: 700, max: 3_000 }), styled, (batch, maxTokens, style) => {
        const recalled = batch.map((message) => ({ ...message, id: `old ${message.id}` }))
        const deps = depsWith(scripted(''), {
          talk: () => ({ before: [], batch, after: [] }),
          prompt: () => ({ style, timeZone: 'UTC' }),
          memory: { note: () => undefined, forgot: () => undefined, recall: () => recalled },
        })
        for (const request of [
          decideRequest(deps, { ...toDecide, maxTokens }, context),
          decideRequest(deps, { ...toRejudge, maxTokens, draft: { text: '长'.repeat(500), at: 0 } }, context),
          composeRequest(deps, { ...toCompose, maxTokens }, context),
        ]) {
          const prompt = request.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)
          expect(prompt * 1.25 + request.maxTokens).toBeLessThanOrEqual(maxTokens)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('and leaves room for the thoughts of a model that cannot do without', () => {
    const batch = Array.from({ length: 40 }, (_each, n) => said(n, 'Bob', 'word '.repeat(50)))
    const model = { ...scripted(''), thoughtTokens: () => 240 }
    const deps = depsWith(model, { talk: () => ({ before: [], batch, after: [] }) })
    const roomy = { maxTokens: 1_200, maxTalkTokens: 9_000 }
    for (const request of [
      decideRequest(deps, { ...toDecide, ...roomy }, context),
      composeRequest(deps, { ...toCompose, ...roomy }, context),
    ]) {
      const prompt = request.messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)
      expect(prompt * 1.25 + request.maxTokens + 240).toBeLessThanOrEqual(1_200)
    }
  })

  test('and to the most talk that the settings allow', () => {
    const batch = Array.from({ length: 20 }, (_each, n) => said(n, 'Bob', 'word '.repeat(50)))
    const deps = depsWith(scripted(''), { talk: () => ({ before: [], batch, after: [] }) })
    const request = decideRequest(deps, { ...toDecide, maxTokens: 9_000, maxTalkTokens: 100 }, context)
    const lines = request.messages[1]?.content.split('\n').slice(1).join('\n') ?? ''
    expect(estimateTokens(lines)).toBeLessThanOrEqual(100)
    expect(estimateTokens(lines)).toBeGreaterThan(40)
  })
})

describe('the overhead told to the chart', () => {
  const nobody: typeof colleagues = []
  const cases = (['compact', 'documents'] as const).flatMap((style) =>
    (['json', 'yesno'] as const).map((mode) => ({ style, mode })),
  )
  const busy = {
    ...quiet,
    state: 'DORMANT' as const,
    messages_in_5m: 20,
    last_speak_ago: 3_600,
    mentioned_in_context: true,
    mention_count: 3,
    budget_usage_ratio: 0.7,
  }

  test.each(cases)(
    'is what a prompt takes beyond its lines, or at most 20 % more: $style, $mode',
    ({ style, mode }) => {
      const prompt = { style, timeZone: 'Europe/Berlin' }
      for (const roster of [colleagues, nobody]) {
        const overhead = promptOverhead(iris, roster, mode, prompt)
        const line = (id: string) => said(5, 'Bob', '', { id })
        const deps = depsWith(scripted(''), {
          mode,
          prompt: () => prompt,
          roster: () => roster,
          talk: () => ({ before: [line('a')], batch: [line('5')], after: [line('c')] }),
        })
        const lines = linesIn(decideRequest(deps, toDecide, context).messages)
        // The protocol's own 8 tokens stand in no message.
        const beyond = ({ messages }: ReturnType<typeof decideRequest>) =>
          messages.reduce((sum, { content }) => sum + estimateTokens(content), 8) - estimateTokens(lines.join('\n'))
        const asked = { situation: busy, maxTokens: 2_000 }
        const first = beyond(decideRequest(deps, { ...toDecide, ...asked }, context))
        const again = beyond(decideRequest(deps, { ...toRejudge, ...asked, draft: { text: '', at: 0 } }, context))
        const reply = beyond(composeRequest(deps, { ...toCompose, ...asked, mentioned: ['5'] }, context))
        const most = Math.max(first, again)
        expect(overhead.decide).toBeGreaterThanOrEqual(most)
        expect(overhead.decide).toBeLessThanOrEqual(most * 1.2)
        expect(overhead.compose).toBeGreaterThanOrEqual(reply)
        expect(overhead.compose).toBeLessThanOrEqual(reply * 1.25)
      }
    },
  )

  test('counts no note of the room: what it takes the talk does without, and where there is no room it stays out', () => {
    const note = 'Ann wants Fridays free. '.repeat(60)
    const talk = () => ({ before: [], batch: [said(5, 'Bob', 'word '.repeat(2_000))], after: [] })
    const memory = { note: () => note, forgot: () => undefined, recall: () => [] }
    const prompt = () => ({ style: 'compact', timeZone: 'UTC' }) as const
    const deps = depsWith(scripted(''), { prompt, talk, memory })
    for (const maxTokens of [600, 700, 1_000]) {
      const { messages } = decideRequest(deps, { ...toDecide, maxTokens }, context)
      const tokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 8)
      expect(tokens * 1.25 + 60).toBeLessThanOrEqual(maxTokens)
      expect(messages[0]?.content.includes('Ann wants Fridays free.')).toBe(maxTokens === 1_000)
      expect(linesIn(messages)).toHaveLength(1)
    }
  })
})
