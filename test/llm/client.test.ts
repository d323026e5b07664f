// The model client against a server that does what the test says: bodies, downgrades, retries, time, bad answers.
import { afterEach, describe, expect, test } from 'vitest'
import { openModel } from '../../src/llm/client.ts'
import type { ChatAnswer, ChatRequest } from '../../src/llm/model.ts'
import type { ProviderName } from '../../src/llm/profiles.ts'
import { failure, type FakeProvider, fakeProvider, json, says } from './fake-provider.ts'

const messages: ChatRequest['messages'] = [
  { role: 'system', content: 'Answer in JSON' },
  { role: 'user', content: 'New (1):' },
]
const schema = { type: 'object' }

const running: FakeProvider[] = []

async function provider(...answers: Parameters<typeof fakeProvider>): Promise<FakeProvider> {
  const started = await fakeProvider(...answers)
  running.push(started)
  return started
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()))
})

function request(over: Partial<ChatRequest> = {}): ChatRequest {
  return { messages, maxTokens: 60, format: 'text', timeoutMs: 5_000, signal: new AbortController().signal, ...over }
}

function modelAt(baseUrl: string, name: ProviderName = 'openai') {
  return openModel({ provider: name, baseUrl, apiKey: 'sk-very-secret', model: 'm' })
}

/** The failure of a call as plain values. */
async function failureOf(call: Promise<ChatAnswer>): Promise<object> {
  const error = await call.then(
    (answer) => ({ answered: answer.text }),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Error)) return error as object
  const { kind, tokens } = error as Error & { kind?: string; tokens?: number }
  return { kind, message: error.message, tokens }
}

describe('each provider is asked in its own spelling', () => {
  const common = { model: 'm', messages }
  const object = { response_format: { type: 'json_object' } }
  const held = { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } } }
  const cold = { temperature: 0 }
  const probable = { logprobs: true, top_logprobs: 5 }
  const bodies: Record<ProviderName, { always: object; json: object; yesNo: object }> = {
    openai: {
      always: { ...common, max_completion_tokens: 60, reasoning_effort: 'minimal' },
      json: { ...cold, ...object },
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
      json: { ...cold, ...object },
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
    ['logprobs', 'openai', { yesNo: true }, 'logprobs are not allowed', { logprobs: undefined, top_logprobs: undefined }],
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

  test('several things in a row, one after the other', async () => {
    const server = await provider(
      failure(400, 'max_completion_tokens is unknown'),
      failure(422, 'reasoning_effort is unknown'),
      failure(400, 'response_format is unknown'),
      says('{}'),
    )
    await modelAt(server.baseUrl).ask(request({ format: 'json' }))
    expect(server.bodies.at(-1)).toEqual({ model: 'm', messages, max_tokens: 60, temperature: 0 })
  })

  test('a complaint that a downgrade did not answer ends the call', async () => {
    const server = await provider(failure(400, 'max_tokens: no, never, sk-very-secret'))
    expect(await failureOf(modelAt(server.baseUrl).ask(request()))).toEqual({
      kind: 'failed',
      message: `openai at ${new URL(server.baseUrl).host} rejected the request (400): 400 max_tokens: no, never, ***`,
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

  test('a refused connection costs nothing and names the next step', async () => {
    const server = await fakeProvider(says('never'))
    await server.stop()
    expect(await failureOf(modelAt(server.baseUrl, 'ollama').ask(request()))).toEqual({
      kind: 'unreachable',
      message: `ollama at ${new URL(server.baseUrl).host} cannot be reached: start it or correct model.baseUrl`,
      tokens: 0,
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
    ['in the middle of the body', (response: import('node:http').ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices":')
    }],
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
    const call = modelAt(server.baseUrl).ask(request({ signal: calledOff.signal }))
    expect(await failureOf(call)).toEqual({
      kind: 'interrupted',
      message: 'the call to m was called off',
      tokens: undefined,
    })
  })
})

describe('an answer that is none becomes an error with its cost (row 26)', () => {
  const cut = 'the model used up 60 tokens without an answer: choose one that does not think, or raise maxOutputTokens'
  const bad: [string, Parameters<typeof says>, object][] = [
    ['blank', ['  \n'], { kind: 'unparsable', message: 'the model answered with nothing', tokens: 42 }],
    ['missing', [null], { kind: 'unparsable', message: 'the model answered with nothing', tokens: 42 }],
    ['eaten by thinking', ['<think>hmm', { finish_reason: 'length' }], { kind: 'unparsable', message: cut, tokens: 42 }],
    [
      'a refusal',
      ['', { message: { role: 'assistant', content: null, refusal: 'I will not' } }],
      { kind: 'refused', message: 'the model refused to answer', tokens: 42 },
    ],
    [
      'filtered',
      ['part of it', { finish_reason: 'content_filter' }],
      { kind: 'refused', message: 'the model refused to answer', tokens: 42 },
    ],
    [
      'a tool call',
      ['', { finish_reason: 'tool_calls', message: { role: 'assistant', content: null, tool_calls: [{ id: 't' }] } }],
      { kind: 'unparsable', message: 'the model called a tool where none was offered', tokens: 42 },
    ],
    [
      'no choices',
      ['', {}, { choices: [] }],
      { kind: 'unparsable', message: 'the model server sent no chat completion: check its base URL', tokens: 42 },
    ],
    [
      'a content of the wrong type',
      ['', { message: { role: 'assistant', content: { a: 1 } } }],
      { kind: 'unparsable', message: 'the model server sent no chat completion: check its base URL', tokens: 42 },
    ],
  ]
  test.each(bad)('%s', async (_what, answer, expected) => {
    const server = await provider(says(...answer))
    expect(await failureOf(modelAt(server.baseUrl).ask(request()))).toEqual(expected)
    expect(server.bodies).toHaveLength(1)
  })

  test('a page instead of a completion', async () => {
    const server = await provider((response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>')
    })
    expect(await failureOf(modelAt(server.baseUrl).ask(request()))).toMatchObject({ kind: 'unparsable' })
  })

  test('broken JSON', async () => {
    const server = await provider((response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":')
    })
    expect(await failureOf(modelAt(server.baseUrl).ask(request()))).toMatchObject({ kind: 'unparsable' })
  })
})

describe('an answer is taken with what can be trusted of it', () => {
  const usages = [undefined, {}, { total_tokens: 0 }, { total_tokens: -5 }, { total_tokens: '9' }, { total_tokens: 1.5 }]
  test.each(usages)('a usage of %j is none', async (usage) => {
    const server = await provider(says('ok', {}, { usage }))
    expect(await modelAt(server.baseUrl).ask(request())).toEqual({ text: 'ok', finish: 'stop', model: 'served-model' })
  })

  test('reasoning is no part of the text', async () => {
    const server = await provider(says('<think>who asks?</think>\n\nhello'))
    expect(await modelAt(server.baseUrl).ask(request())).toMatchObject({ text: 'hello' })
  })

  test('a cut answer says so', async () => {
    const server = await provider(says('One. Tw', { finish_reason: 'length' }))
    expect(await modelAt(server.baseUrl).ask(request())).toMatchObject({ text: 'One. Tw', finish: 'length' })
  })

  test('the probability of a yes comes from the first token (I5)', async () => {
    const top = [
      { token: ' YES', logprob: Math.log(0.6), bytes: null },
      { token: 'No', logprob: Math.log(0.2), bytes: null },
      { token: 'Maybe', logprob: Math.log(0.1), bytes: null },
    ]
    const logprobs = { content: [{ token: ' YES', logprob: 0, bytes: null, top_logprobs: top }] }
    const server = await provider(says('YES', { logprobs }))
    const { yes } = await modelAt(server.baseUrl).ask(request({ yesNo: true }))
    expect(yes).toBeCloseTo(0.75)
  })

  test('a body that is no object is told as such', async () => {
    const server = await provider(json(200, null))
    expect(await failureOf(modelAt(server.baseUrl).ask(request()))).toMatchObject({ kind: 'unparsable' })
  })
})
