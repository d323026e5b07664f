// The reply job: what it sends on and what it keeps to itself (T3–T5, rows 7 and 30).
import { describe, expect, test } from 'vitest'
import { makeCompose } from '../../src/jobs/compose.ts'
import type { JobDeps } from '../../src/jobs/prompt-talk.ts'
import { type ChatAnswer, ModelError } from '../../src/llm/model.ts'
import { failureOf } from '../llm/calls.ts'
import { context, depsWith, scripted, toCompose } from './jobs.ts'

function compose(text: string, answer: Partial<ChatAnswer> = {}, deps: Partial<JobDeps> = {}, input = toCompose) {
  return makeCompose(depsWith(scripted(text, answer), deps))(input, context)
}

const recentReplies = (group: string) => ({
  own: group === 'web:lobby' ? ['Welch. It needs no equal variances.'] : [],
  peers: [],
})

const refused = (message: string) => ({ kind: 'refused', message, tokens: 123 })

test('a reply is asked for in plain text, shaped and compared', async () => {
  const model = scripted('**Welch**. It needs no equal variances. And a third. @all')
  expect(await makeCompose(depsWith(model, { recentReplies }))(toCompose, context)).toEqual({
    text: 'Welch. It needs no equal variances.',
    type: 'short',
    similarity: 1,
    like: 'own',
    model: 'scripted-1',
    rehearsal: false,
    tokens: 123,
    askedAt: toCompose.at,
  })
  expect(model.asked).toEqual([
    {
      messages: [
        { role: 'system', content: expect.stringMatching(/^You are Iris [\s\S]*\[Reply Policy\] reply_type=short/) },
        { role: 'user', content: expect.stringMatching(/^Earlier:\n.*\nNew \(1\):\n.*which test then\?\nSince then/) },
      ],
      maxTokens: 60,
      reservedTokens: 900,
      format: 'text',
      timeoutMs: 12_000,
      signal: context.signal,
    },
  ])
})

test('a reply that a peer gave lately says so (T5)', async () => {
  const peers = ['A Welch test needs no equal variances.', 'ok']
  const reply = { deps: { recentReplies: () => ({ own: [], peers }) } }
  expect(await compose('Welch test needs no equal variances!', {}, reply.deps)).toMatchObject({
    similarity: 1,
    like: 'peer',
  })
  expect(await compose('ok', {}, reply.deps)).toMatchObject({ similarity: 0 })
})

test('without usage it costs the whole reservation (U3)', async () => {
  const model = { ...scripted(''), ask: async () => ({ text: 'Welch.', finish: 'stop', model: 'm' }) }
  expect(await makeCompose(depsWith({ ...model, rehearsal: true }))(toCompose, context)).toEqual({
    text: 'Welch.',
    type: 'short',
    similarity: 0,
    model: 'm',
    rehearsal: true,
    tokens: 900,
    askedAt: toCompose.at,
  })
})

describe('a cut answer', () => {
  test('is sent as far as its sentences are whole', async () => {
    expect((await compose('It is 3.5 percent. Then the sec', { finish: 'length' })).text).toBe('It is 3.5 percent.')
    expect((await compose('第一句。第二句没有说', { finish: 'length' })).text).toBe('第一句。')
  })
  test('without a whole sentence is not sent', async () => {
    expect(await failureOf(compose('It is 3.5 per', { finish: 'length' }))).toEqual({
      kind: 'unparsable',
      message: 'the reply was cut before its first sentence ended',
      tokens: 123,
    })
  })
})

test('a reply of which shaping leaves nothing is not sent (row 30)', async () => {
  expect(await failureOf(compose('![chart](http://x.y/z.png)'))).toEqual(refused('nothing is left of the reply'))
})

test('a failure of the model is passed on as it is', async () => {
  const model = { ...scripted(''), ask: () => Promise.reject(new ModelError('timeout', { why: 'timeout' })) }
  expect(await failureOf(makeCompose(depsWith(model))(toCompose, context))).toEqual({
    kind: 'timeout',
    message: 'the model did not answer in time',
    tokens: undefined,
  })
})

test.each([
  ['👍', 'reaction'],
  [' 👩‍💻 ', 'reaction'],
  ['👍 done', 'short'],
  ['👍👍', 'short'],
  ['4', 'short'],
])('a reply that is one emoji is a reaction, whatever was asked for: %j', async (text, type) => {
  expect(await makeCompose(depsWith(scripted(text)))(toCompose, context)).toMatchObject({ text: text.trim(), type })
})

test('a sign that was given before is no repetition (T5)', async () => {
  const before = () => ({ own: ['👍'], peers: [] })
  expect(await makeCompose(depsWith(scripted('👍'), { recentReplies: before }))(toCompose, context)).toMatchObject({
    type: 'reaction',
    similarity: 0,
  })
})
