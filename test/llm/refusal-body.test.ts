// What a server says of its refusal: its words, however deep they stand, and what it charges all the same.
import { expect, test } from 'vitest'
import { flatRefusal } from '../../src/llm/refusal-body.ts'
import { failureOf, modelAt, provider, request } from './calls.ts'
import { json, says } from './fake-provider.ts'

const nested = (depth: number): unknown =>
  JSON.parse(`${'{"error":'.repeat(depth)}{"message":"deep"}${'}'.repeat(depth)}`)

test.each([
  ['within another body', { error: { message: { error: { message: 'no such voice', code: 'x1' } } } }, 'no such voice'],
  ['as a text of its own', { detail: '{"error":{"message":"no such voice"}}' }, 'no such voice'],
  ['as the error itself', { error: 'no such voice' }, 'no such voice'],
  ['in a list', [{ error: { message: 'no such voice' } }], 'no such voice'],
])('the words of a refusal are found %s', async (_what, body, words) => {
  const server = await provider(json(400, body))
  expect(await failureOf(modelAt(server.baseUrl).ask(request()))).toMatchObject({
    kind: 'failed',
    message: expect.stringMatching(new RegExp(`rejected the request \\(400\\): .400 ${words}.$`)),
  })
})

test('a body that is nested for no reason is a refusal as any other', async () => {
  const deep = `{"error":${'{"error":'.repeat(5_000)}1${'}'.repeat(5_001)}`
  const server = await provider((response) => {
    response.writeHead(400, { 'content-type': 'application/json' }).end(deep)
  })
  expect(await failureOf(modelAt(server.baseUrl).ask(request()))).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('rejected the request (400)'),
  })
  expect(flatRefusal(JSON.stringify(nested(7)))).toBe('{"error":{"message":"deep"}}')
  expect(flatRefusal('<html>no</html>')).toBe('<html>no</html>')
})

test('a call that was turned away is booked with what its server charges for it, else with nothing', async () => {
  const limited = (usage?: object) => json(429, { error: { message: 'slow down', code: 'insufficient_quota' }, usage })
  const booked = []
  for (const usage of [undefined, { prompt_tokens: 0, total_tokens: 0 }, { prompt_tokens: 12, completion_tokens: 3 }]) {
    // oxlint-disable-next-line no-await-in-loop -- one server after the other
    const server = await provider(limited(usage))
    // oxlint-disable-next-line no-await-in-loop
    booked.push(await failureOf(modelAt(server.baseUrl).ask(request())))
  }
  expect(booked.map((each) => (each as { tokens: number }).tokens)).toEqual([0, 0, 15])
})

test('what it charged for the first try counts beside the answer to the second', async () => {
  const limited = json(429, { error: { message: 'slow down' }, usage: { total_tokens: 9 } }, { 'retry-after': '0' })
  const server = await provider(limited, says('ok'))
  const marks: number[] = []
  const answer = await modelAt(server.baseUrl).ask(request({ mayCost: (tokens) => void marks.push(tokens) }))
  expect(answer.tokens).toBe(9 + 42)
  expect(marks).toContain(9)
})
