// What an answered try is charged: the provider's count where it can be true, else what was reserved for each part.
import { describe, expect, test } from 'vitest'
import { promptTokens } from '../../src/language/tokens.ts'
import { costOf } from '../../src/llm/usage.ts'
import { messages, modelAt, mostOfTry, provider, request } from './calls.ts'
import { says } from './fake-provider.ts'

const prompt = promptTokens(messages)
const ofUsage = async (usage: unknown, content = 'ok') => {
  const server = await provider(says(content, {}, { usage }))
  const { tokens, promptTokens: ofPrompt, estimated } = await modelAt(server.baseUrl).ask(request())
  return [tokens, ofPrompt, estimated]
}

describe('a usage that tells enough is believed', () => {
  test.each([
    ['whole', { prompt_tokens: 40, completion_tokens: 2, total_tokens: 42 }, [42, 40]],
    ['without a total: the sum of the parts', { prompt_tokens: 40, completion_tokens: 2 }, [42, 40]],
    ['with nothing but a total', { total_tokens: 42 }, [42, undefined]],
    [
      'with a total that counts more than the parts',
      { prompt_tokens: 40, completion_tokens: 2, total_tokens: 50 },
      [50, 40],
    ],
    ['with a total below its parts', { prompt_tokens: 40, completion_tokens: 2, total_tokens: 3 }, [42, 40]],
    [
      'with an absurd total',
      { prompt_tokens: 40, completion_tokens: 2, total_tokens: Number.MAX_SAFE_INTEGER },
      [42, 40],
    ],
    ['with an absurd part', { prompt_tokens: 1e15, completion_tokens: 2, total_tokens: 42 }, [42, undefined]],
    ['for a longer answer than was asked for', { prompt_tokens: 40, completion_tokens: 900 }, [940, 40]],
  ])('%s', async (_what, usage, expected) => {
    expect(await ofUsage(usage)).toEqual([...expected, undefined])
  })
})

describe('a part that is missing, or cannot be true, counts as what was reserved for it', () => {
  test.each([
    undefined,
    null,
    [],
    {},
    'many',
    { total_tokens: 0 },
    { total_tokens: -5 },
    { total_tokens: '9' },
    { total_tokens: 1.5 },
    { total_tokens: null },
    { total_tokens: Number.MAX_SAFE_INTEGER },
    { total_tokens: 1e300 },
    { prompt_tokens: -1, completion_tokens: -1 },
    { prompt_tokens: 0, completion_tokens: 1e9 },
  ])('%j', async (usage) => {
    expect(await ofUsage(usage)).toEqual([mostOfTry, undefined, true])
  })

  test('each for itself', async () => {
    expect(await ofUsage({ prompt_tokens: 11 })).toEqual([11 + 60, 11, true])
    expect(await ofUsage({ completion_tokens: 2, total_tokens: 1e12 })).toEqual([prompt + 2, undefined, true])
  })

  test('or as what came back, if that is more than was asked for, thoughts that are shown included', () => {
    const said = { content: 'word '.repeat(100), reasoning_content: 'word '.repeat(100), reasoning: 7 }
    const { tokens, estimated } = costOf({ choices: [{ message: said }] }, request())
    expect([tokens, estimated]).toEqual([prompt + Math.ceil(201 * 1.25), true])
  })

  test('of every choice that can be read, whatever stands between them', () => {
    const message = { content: 'word '.repeat(100) }
    const { tokens } = costOf({ choices: [{ message }, null, 0, { message: null }, { message }] }, request())
    expect(tokens).toBe(prompt + Math.ceil(201 * 1.25))
  })
})
