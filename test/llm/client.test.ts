// The model client against a server that does what the test says: bodies, downgrades, retries, time, bad answers.
import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { firstSpelling } from '../../src/llm/downgrade.ts'
import type { ChatRequest } from '../../src/llm/model.ts'
import type { ProviderName } from '../../src/llm/profiles.ts'
import { failureOf, messages, modelAt, provider, request } from './calls.ts'
import { failure, fakeProvider, says } from './fake-provider.ts'

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
    const server = await provider(failure(400, 'max_tokens: no, never, sk-very-secret, in "Answer in JSON"'))
    expect(await failureOf(modelAt(server.baseUrl).ask(request()))).toEqual({
      kind: 'failed',
      message: `openai at ${new URL(server.baseUrl).host} rejected the request (400): 400 max_tokens: no, never, ***, in "…"`,
      tokens: undefined,
    })
    expect(server.bodies).toHaveLength(2)
  })
})

describe('only a failure that came at once is tried again, and once (row 27)', () => {
  test.each([429, 500, 503])('a %i followed by an answer', async (status) => {
    const server = await provider(failure(status, 'busy', { 'retry-after': '0' }), says('here'))
    expect(await modelAt(server.baseUrl).ask(request())).toEqual({
      text: 'here',
      finish: 'stop',
      model: 'served-model',
      tokens: 42,
      promptTokens: 40,
    })
    expect(server.bodies).toHaveLength(2)
  })

  const lasting: [number, Record<string, string>, number, object][] = [
    [429, { 'retry-after': '0' }, 2, { kind: 'rateLimited', message: 'is out of quota or rate limited (429)' }],
    [429, { 'retry-after': '30' }, 1, { kind: 'rateLimited', message: 'is out of quota or rate limited (429)' }],
    [500, { 'retry-after': '0' }, 2, { kind: 'unavailable', message: 'failed (500)' }],
    [401, {}, 1, { kind: 'permanent', message: 'rejected the API key (401): check the key of this model', tokens: 0 }],
    [
      404,
      {},
      1,
      { kind: 'permanent', message: 'knows no model m (404): check model.name and model.baseUrl', tokens: 0 },
    ],
    [400, {}, 1, { kind: 'failed', message: 'rejected the request (400): 400 no' }],
  ]
  test.each(lasting)('a lasting %i with %j is asked %i times', async (status, headers, times, expected) => {
    const server = await provider(failure(status, 'no', headers))
    const { message, ...rest } = expected as { message: string }
    expect(await failureOf(modelAt(server.baseUrl).ask(request()))).toEqual({
      tokens: undefined,
      ...rest,
      message: `openai at ${new URL(server.baseUrl).host} ${message}`,
    })
    expect(server.bodies).toHaveLength(times)
  })

  test('a refused connection is charged like every failed call (fail closed) and names the next step', async () => {
    const server = await fakeProvider(says('never'))
    await server.stop()
    expect(await failureOf(modelAt(server.baseUrl, 'ollama').ask(request()))).toEqual({
      kind: 'unreachable',
      message: `ollama at ${new URL(server.baseUrl).host} cannot be reached: start it or correct model.baseUrl`,
      tokens: undefined,
    })
  })

  test('a connection cut in the middle is not tried again', async () => {
    const server = await provider((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"choices"')
      response.destroy()
    })
    expect(await failureOf(modelAt(server.baseUrl).ask(request()))).toMatchObject({ kind: 'unreachable' })
    expect(server.bodies).toHaveLength(1)
  })

  test.each([
    ['before the headers', () => {}],
    [
      'in the middle of the body',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices":')
      },
    ],
  ])('a hang %s ends at the timeout', async (_where, hang) => {
    const server = await provider(hang)
    expect(await failureOf(modelAt(server.baseUrl).ask(request({ timeoutMs: 200 })))).toEqual({
      kind: 'timeout',
      message: 'm did not answer within 200 ms',
      tokens: undefined,
    })
    expect(server.bodies).toHaveLength(1)
  })

  test('the caller can call a hanging request off', async () => {
    const calledOff = new AbortController()
    const server = await provider(() => calledOff.abort())
    const call = modelAt(server.baseUrl).ask(request({ signal: calledOff.signal, timeoutMs: 60_000 }))
    expect(await failureOf(call)).toEqual({
      kind: 'interrupted',
      message: 'the call to m was called off',
      tokens: undefined,
    })
  })
})
