// What a model's answer is worth: the bad ones become errors with their cost, the good ones are trusted in part.
import { describe, expect, test } from 'vitest'
import { failureOf, modelAt, provider, request } from './calls.ts'
import { json, says } from './fake-provider.ts'

type Bad = [string, Parameters<typeof says>, object]

describe('an answer that is none becomes an error with its cost (row 26)', () => {
  const cut = 'the model used up 60 tokens without an answer: choose one that does not think, or raise maxOutputTokens'
  const bad: Bad[] = [
    ['blank', ['  \n'], { kind: 'unparsable', message: 'the model answered with nothing', tokens: 42 }],
    ['missing', [null], { kind: 'unparsable', message: 'the model answered with nothing', tokens: 42 }],
    [
      'eaten by thinking',
      ['<think>hmm', { finish_reason: 'length' }],
      { kind: 'unparsable', message: cut, tokens: 42 },
    ],
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
      'broken off by its server',
      ['Half a sent', { finish_reason: 'error' }],
      { kind: 'unparsable', message: 'the model server broke off its answer (error)', tokens: 42 },
    ],
    ...['Incorrect API key provided: sk-very-secret.', '**sk**-\u200bvery-SECRET', btoa('sk-very-secret')].map(
      (content): Bad => [
        `the key: ${content}`,
        [content],
        { kind: 'refused', message: 'the answer holds the key of its server', tokens: 42 },
      ],
    ),
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

  test.each([
    ['served\n\u001b[31m\u202emodel', 'served [31m model'],
    ['echo of sk-very-secret', 'm'],
    [' \u0000 ', 'm'],
    ['x'.repeat(101), 'x'.repeat(100)],
  ])('the name %j, as the server calls the model, is told as %j', async (told, model) => {
    const server = await provider(says('hello', {}, { model: told }))
    expect(await modelAt(server.baseUrl).ask(request())).toMatchObject({ text: 'hello', model })
  })

  test('the first choice is read, whatever else stands beside it', async () => {
    const choices = [{ message: { content: 'hello' } }, null, 0, { message: { content: 7 } }]
    const server = await provider(says('', {}, { choices }))
    expect(await modelAt(server.baseUrl).ask(request())).toMatchObject({ text: 'hello', tokens: 42 })
  })

  test('the probability of a yes stands in the first token, whatever comes after it', async () => {
    const logprobs = { content: [{ top_logprobs: [{ token: 'yes', logprob: 0 }] }, 0, null] }
    const server = await provider(says('YES', { logprobs }))
    expect(await modelAt(server.baseUrl).ask(request({ yesNo: true }))).toMatchObject({ text: 'YES', yes: 1 })
  })

  test('a body that is no object is told as such', async () => {
    const server = await provider(json(200, null))
    expect(await failureOf(modelAt(server.baseUrl).ask(request()))).toMatchObject({ kind: 'unparsable' })
  })
})
