// The decision job: what it asks, what it takes from the answer, what a failure costs (I1–I5, L3, U3).
import { LLMock } from '@copilotkit/aimock'
import { describe, expect, test } from 'vitest'
import { decideRequest, makeDecide, readDecision } from '../../src/jobs/decide.ts'
import { openModel } from '../../src/llm/client.ts'
import { decisionSchema, verdictSchema } from '../../src/llm/parse-decision.ts'
import { rehearseNow } from '../../src/llm/rehearsal.ts'
import { failureOf } from '../llm/calls.ts'
import { context, depsWith, scripted, toDecide, toRejudge } from './jobs.ts'

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
      message: `the model’s answer cannot be parsed: ${why}`,
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
