// Models that think, and requests that no spelling would mend: what is learnt of them, and what is asked no second time.
import { describe, expect, test } from 'vitest'
import { promptTokens } from '../../src/language/tokens.ts'
import { failureOf, messages, modelAt, mostOfTry, provider, request } from './calls.ts'
import { failure, json, says } from './fake-provider.ts'

describe('thinking that cannot be switched off', () => {
  const efforts = (bodies: Record<string, unknown>[]) => bodies.map((body) => body['reasoning_effort'])
  const rejected = failure(400, "Unsupported value: 'reasoning_effort' does not support it")

  test('is turned down step by step, once for the model', async () => {
    const server = await provider(rejected, says('ok'))
    const model = modelAt(server.baseUrl)
    await model.ask(request())
    await model.ask(request())
    expect(efforts(server.bodies)).toEqual(['none', 'minimal', 'minimal'])
  })

  test('is left as it is where no step is taken', async () => {
    const server = await provider(rejected, rejected, rejected, says('ok'))
    await modelAt(server.baseUrl).ask(request())
    expect(efforts(server.bodies)).toEqual(['none', 'minimal', 'low', undefined])
  })

  test('costs one step, however many calls are rejected at once', async () => {
    const asked: unknown[] = []
    const server = await provider((response, body) => {
      asked.push(body['reasoning_effort'])
      const answer = body['reasoning_effort'] === 'none' ? rejected : says('ok')
      answer(response, body)
    })
    const model = modelAt(server.baseUrl)
    await Promise.all([model.ask(request()), model.ask(request()), model.ask(request())])
    expect(asked.filter((effort) => effort !== 'none')).toEqual(['minimal', 'minimal', 'minimal'])
  })

  const thoughtAway = says(
    '',
    { finish_reason: 'length' },
    {
      usage: {
        prompt_tokens: 40,
        completion_tokens: 60,
        total_tokens: 100,
        completion_tokens_details: { reasoning_tokens: 60 },
      },
    },
  )
  const limits = (bodies: Record<string, unknown>[]) => bodies.map((body) => body['max_tokens'])
  const eaten = { kind: 'unparsable', tokens: 100 }

  test('gets tokens of its own from the next call on, more where they do not do, and no end of them', async () => {
    const server = await provider(...Array.from({ length: 5 }, () => thoughtAway), says('ok'))
    const model = modelAt(server.baseUrl)
    for (let call = 0; call < 5; call += 1) {
      // oxlint-disable-next-line no-await-in-loop -- each learns from the one before
      expect(await failureOf(model.ask(request({ reservedTokens: 4_000 })))).toMatchObject(eaten)
    }
    await model.ask(request({ reservedTokens: 4_000 }))
    expect(limits(server.bodies)).toEqual([60, 300, 1_020, 2_108, 2_108, 2_108])
    expect(model.thoughtTokens?.()).toBe(2_048)
  })

  test('never takes more than was held for the call', async () => {
    const server = await provider(thoughtAway, thoughtAway, says('ok'))
    const model = modelAt(server.baseUrl)
    await failureOf(model.ask(request({ reservedTokens: 200 })))
    expect(await failureOf(model.ask(request({ reservedTokens: 200 })))).toMatchObject(eaten)
    await model.ask(request({ reservedTokens: 1_000 }))
    expect(limits(server.bodies)).toEqual([60, 200 - promptTokens(messages), 300])
  })

  test('is no matter of an answer that is only long', async () => {
    const server = await provider(says('One. Tw', { finish_reason: 'length' }), says('ok'))
    const model = modelAt(server.baseUrl)
    await model.ask(request())
    await model.ask(request())
    expect(limits(server.bodies)).toEqual([60, 60])
  })
})

describe('what no other spelling would mend is not asked twice', () => {
  const named: [string, ReturnType<typeof failure>, object][] = [
    [
      'a prompt that is too long',
      failure(400, "This model's maximum context length is 512 tokens, reduce the length or max_tokens"),
      {
        kind: 'failed',
        message: 'the prompt is longer than m reads (400): lower maxTalkTokens, or choose a longer context',
        tokens: 0,
      },
    ],
    [
      'a content filter',
      failure(400, 'The response was filtered by the content management policy'),
      { kind: 'refused', message: 'the content filter of SERVER stopped the call (400)', tokens: mostOfTry },
    ],
    [
      'an empty account',
      failure(402, 'Insufficient Balance'),
      { kind: 'rateLimited', message: 'SERVER wants to be paid first (402): top up its account', tokens: 0 },
    ],
  ]
  test.each(named)('%s', async (_what, answer, expected) => {
    const server = await provider(answer)
    const host = `openai at ${new URL(server.baseUrl).host}`
    expect(await failureOf(modelAt(server.baseUrl).ask(request()))).toEqual(
      JSON.parse(JSON.stringify(expected).replaceAll('SERVER', host), (_key, value: unknown) => value),
    )
    expect(server.bodies).toHaveLength(1)
  })

  test('a quota that is used up', async () => {
    const server = await provider(json(429, { error: { message: 'quota', code: 'insufficient_quota' } }))
    expect(await failureOf(modelAt(server.baseUrl).ask(request()))).toMatchObject({ kind: 'rateLimited' })
    expect(server.bodies).toHaveLength(1)
  })
})
