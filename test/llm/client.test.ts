// The model client against a server that does what the test says: bodies, and what is given up after a rejection.
import { describe, expect, test } from 'vitest'
import { firstSpelling } from '../../src/llm/downgrade.ts'
import type { ChatRequest } from '../../src/llm/model.ts'
import type { ProviderName } from '../../src/llm/profiles.ts'
import { failureOf, messages, modelAt, mostOfTry, provider, request } from './calls.ts'
import { failure, says } from './fake-provider.ts'

const schema = { type: 'object' }

describe('each provider is asked in its own spelling', () => {
  const common = { model: 'm', messages }
  const object = { response_format: { type: 'json_object' } }
  const held = { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } } }
  const cold = { temperature: 0 }
  const probable = { logprobs: true, top_logprobs: 5 }
  const bodies: Record<ProviderName, { always: object; json: object; yesNo: object }> = {
    openai: {
      always: { ...common, max_tokens: 60, reasoning_effort: 'none' },
      json: { ...cold, ...held },
      yesNo: { ...cold, ...probable },
    },
    deepseek: {
      always: { ...common, max_tokens: 60, thinking: { type: 'disabled' } },
      json: { ...cold, ...object },
      yesNo: { ...cold, ...probable },
    },
    qwen: {
      always: { ...common, max_tokens: 60, enable_thinking: false },
      json: { ...cold, ...object },
      yesNo: cold,
    },
    ollama: {
      always: { ...common, max_tokens: 60, reasoning_effort: 'none' },
      json: { ...cold, ...held },
      yesNo: { ...cold, ...probable },
    },
    openrouter: {
      always: { ...common, max_tokens: 60, reasoning: { enabled: false } },
      json: { ...cold, ...held },
      yesNo: cold,
    },
    vllm: {
      always: { ...common, max_tokens: 60, chat_template_kwargs: { enable_thinking: false } },
      json: { ...cold, ...held },
      yesNo: { ...cold, ...probable },
    },
    rehearsal: { always: { ...common, max_tokens: 60 }, json: { ...cold, ...object }, yesNo: cold },
  }

  test.each(Object.entries(bodies))('%s', async (name, expected) => {
    const server = await provider(says('ok'))
    const model = modelAt(server.baseUrl, name as ProviderName)
    await model.ask(request())
    await model.ask(request({ format: 'json', schema }))
    await model.ask(request({ yesNo: true }))
    expect(server.bodies).toEqual([
      expected.always,
      { ...expected.always, ...expected.json },
      { ...expected.always, ...expected.yesNo },
    ])
    expect(model).toMatchObject({ name: 'm', rehearsal: name === 'rehearsal' })
  })
})

describe('what a model rejects is given up once and remembered', () => {
  const rejections: [string, ProviderName, Partial<ChatRequest>, string, object][] = [
    ['the format', 'openai', { format: 'json' }, 'response_format is not supported', { response_format: undefined }],
    [
      'the schema, for a bare object',
      'vllm',
      { format: 'json', schema },
      'json_schema is unavailable',
      { response_format: { type: 'json_object' } },
    ],
    [
      'the name of the token limit',
      'deepseek',
      {},
      "Unsupported parameter: 'max_tokens'",
      { max_tokens: undefined, max_completion_tokens: 60 },
    ],
    ['the thinking switch', 'qwen', {}, 'unknown field enable_thinking', { enable_thinking: undefined }],
    ['the temperature', 'openai', { format: 'json' }, 'temperature must be 1', { temperature: undefined }],
    [
      'logprobs',
      'openai',
      { yesNo: true },
      'logprobs are not allowed',
      { logprobs: undefined, top_logprobs: undefined },
    ],
  ]

  test.each(rejections)('%s', async (_what, name, asked, complaint, change) => {
    const server = await provider(failure(400, complaint), says('ok'))
    const model = modelAt(server.baseUrl, name)
    await model.ask(request(asked))
    await model.ask(request(asked))
    const [first, second, third] = server.bodies
    expect(server.bodies).toHaveLength(3)
    expect(second).toEqual(JSON.parse(JSON.stringify({ ...first, ...change })))
    expect(third).toEqual(second)
  })

  test('what a 500 refuses by name, as llama-cpp-python does, and nothing at any other 500', async () => {
    const complaint =
      "1 validation error: {'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'input': 'json_schema'}"
    const server = await provider(failure(500, complaint), says('{}'))
    await modelAt(server.baseUrl, 'vllm').ask(request({ format: 'json', schema }))
    expect(server.bodies.map((body) => body['response_format'])).toMatchObject([
      { type: 'json_schema' },
      { type: 'json_object' },
    ])
    const broken = await provider(failure(500, 'out of memory while compiling a grammar'), says('{}'))
    await modelAt(broken.baseUrl, 'vllm').ask(request({ format: 'json', schema }))
    expect(broken.bodies[1]).toEqual(broken.bodies[0])
  })

  test.each([
    ['openai', 'https://api.openai.com/v1', 'max_completion_tokens'],
    ['openai', 'https://eu.api.openai.com/v1', 'max_completion_tokens'],
    ['openai', 'https://lab.openai.azure.com/openai/v1', 'max_completion_tokens'],
    ['openai', 'http://127.0.0.1:8080/v1', 'max_tokens'],
    ['openai', 'https://openai.com.example.org/v1', 'max_tokens'],
    ['vllm', 'https://api.openai.com/v1', 'max_tokens'],
  ] as const)('%s at %s is told the limit as %s', (name, baseUrl, tokensParam) => {
    expect(firstSpelling({ provider: name, baseUrl }).tokensParam).toBe(tokensParam)
  })

  test('several things in a row, one after the other', async () => {
    const server = await provider(
      failure(400, 'max_tokens is unknown'),
      failure(422, 'reasoning_effort is unknown'),
      failure(422, 'reasoning_effort is unknown'),
      failure(422, 'reasoning_effort is unknown'),
      failure(400, 'response_format is unknown'),
      says('{}'),
    )
    await modelAt(server.baseUrl).ask(request({ format: 'json' }))
    expect(server.bodies.at(-1)).toEqual({ model: 'm', messages, max_completion_tokens: 60, temperature: 0 })
  })

  test('a complaint that a downgrade did not answer ends the call', async () => {
    const server = await provider(
      failure(400, 'max_tokens: \u001b[31mno,\u202e never, SK-very-secret, in "Answer in JSON"'),
    )
    expect(await failureOf(modelAt(server.baseUrl).ask(request()))).toEqual({
      kind: 'failed',
      message: `openai at ${new URL(server.baseUrl).host} rejected the request (400): “400 max_tokens:  [31mno,  never, ***, in "…"”`,
      tokens: mostOfTry,
    })
    expect(server.bodies).toHaveLength(2)
  })
})
