// The decision job: what it asks, what it takes from the answer, what a failure costs (I1–I5, L3, U3).
import { LLMock } from '@copilotkit/aimock'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideRequest, makeDecide, readDecision } from '../../src/jobs/decide.ts'
import { composeRequest } from '../../src/jobs/compose.ts'
import { promptOverhead } from '../../src/jobs/prompt-overhead.ts'
import { openModel } from '../../src/llm/client.ts'
import { decisionSchema, verdictSchema } from '../../src/llm/parse-decision.ts'
import { rehearseNow } from '../../src/llm/rehearsal.ts'
import { estimateTokens } from '../../src/llm/tokens.ts'
import { failureOf } from '../llm/calls.ts'
import { colleagues, iris, quiet, said } from '../prompt/iris.ts'
import { linesIn } from '../prompt/prompts-of.ts'
import { context, depsWith, scripted, toCompose, toDecide, toRejudge } from './jobs.ts'

const yes = '{"want_to_reply":true,"relevance":0.7,"reply_type":"normal","delay_hint":"fast"}'

describe('a decision', () => {
  test('is asked for with the talk, and read', async () => {
    const model = scripted(yes)
    expect(await makeDecide(depsWith(model))(toDecide, context)).toEqual({
      want: true,
      reason: '',
      type: 'normal',
      hint: 'fast',
      relevance: 0.7,
      tokens: 123,
    })
    expect(model.asked).toEqual([
      {
        messages: [
          {
            role: 'system',
            content: expect.stringMatching(/^You are Iris [\s\S]*want_to_reply[\s\S]*\[Group Vitality\]/),
          },
          {
            role: 'user',
            content: [
              'Earlier:',
              '[msg_id:1] [14:30:01] Ann: we have 20 samples',
              'New (1):',
              '[msg_id:5] [14:30:05] Bob: which test then?',
              'Since then (1):',
              '[msg_id:9] [14:30:09] Rex: no idea',
            ].join('\n'),
          },
        ],
        maxTokens: 60,
        reservedTokens: 900,
        format: 'json',
        schema: decisionSchema('documents'),
        timeoutMs: 12_000,
        signal: context.signal,
      },
    ])
  })

  test('with a draft is a judgement of the draft (L3)', async () => {
    const model = scripted('{"verdict":"shorten"}')
    expect(await makeDecide(depsWith(model))(toRejudge, context)).toEqual({
      want: true,
      reason: '',
      type: 'short',
      hint: 'normal',
      verdict: 'shorten',
      tokens: 123,
    })
    expect(model.asked[0]).toMatchObject({ schema: verdictSchema, maxTokens: 60 })
    expect(model.asked[0]?.messages[1]?.content).toContain('\nYour draft: A Welch test.\nSince then (1):')
  })

  test('in yes or no costs three tokens out and takes its relevance from the probability (I5)', async () => {
    const model = scripted('YES', { yes: 0.83 })
    const decide = makeDecide(depsWith(model, { mode: 'yesno' }))
    const expected = { want: true, reason: '', type: 'short', hint: 'normal', tokens: 123 }
    expect(await decide(toDecide, context)).toEqual({ ...expected, relevance: 0.83 })
    expect(await decide(toRejudge, context)).toEqual({ ...expected, verdict: 'send' })
    const bare = { maxTokens: 3, format: 'text', yesNo: true }
    expect(model.asked).toMatchObject([bare, bare])
  })

  test('in yes or no without a probability has no relevance', () => {
    const answer = { text: '否', finish: 'stop', model: 'm' }
    const expected = { want: false, reason: '', type: 'short', hint: 'normal', tokens: 900 }
    expect(readDecision({ mode: 'yesno' }, answer, toDecide)).toEqual(expected)
    expect(readDecision({ mode: 'yesno' }, answer, toRejudge)).toEqual({ ...expected, verdict: 'drop' })
  })

  test('without usage costs the whole reservation (U3, row 26)', () => {
    expect(readDecision({ mode: 'json' }, { text: yes, finish: 'stop', model: 'm' }, toDecide).tokens).toBe(900)
  })

  test.each([
    ['json', 'YES, I think', 'no JSON object in it'],
    ['yesno', yes, 'neither yes nor no'],
  ] as const)('in the other form is unparsable and still charged: %s', async (mode, text, why) => {
    expect(await failureOf(makeDecide(depsWith(scripted(text), { mode }))(toDecide, context))).toEqual({
      kind: 'unparsable',
      message: `the model's answer cannot be read: ${why}`,
      tokens: 123,
    })
  })

  test('asked with too small a reservation is not asked at all', async () => {
    const model = scripted(yes)
    expect(await failureOf(makeDecide(depsWith(model))({ ...toDecide, maxTokens: 300 }, context))).toEqual({
      kind: 'failed',
      message: '300 tokens leave no room for any talk: raise the limits of the short window',
      tokens: 0,
    })
    expect(model.asked).toEqual([])
  })

  test('goes through a real client', async () => {
    const server = new LLMock({ port: 0 })
    server.onMessage(/which test then/, { content: `\`\`\`json\n${yes}\n\`\`\`` })
    await server.start()
    try {
      const model = openModel({ provider: 'deepseek', baseUrl: `${server.url}/v1`, apiKey: 'k', model: 'm' })
      expect(await makeDecide(depsWith(model))(toDecide, context)).toMatchObject({ want: true, relevance: 0.7 })
      expect(server.getLastRequest()?.body).toMatchObject({ max_tokens: 60, response_format: { type: 'json_object' } })
    } finally {
      await server.stop()
    }
  })

  test('can be made without a promise, for replays', () => {
    const deps = depsWith(scripted('never asked'))
    const answer = rehearseNow(decideRequest(deps, toDecide, context))
    expect(readDecision(deps, answer, toDecide)).toEqual({
      want: false,
      reason: 'no shared words',
      type: 'short',
      hint: 'slow',
      relevance: 0.1,
      to: 'all',
      tokens: answer.tokens,
    })
  })
})

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
