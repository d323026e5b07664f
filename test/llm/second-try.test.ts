// A call that fails is made a second time where that may help, and never outside its time.
import type { ServerResponse } from 'node:http'
import { describe, expect, test } from 'vitest'
import { failureOf, modelAt, mostOfTry, provider, request } from './calls.ts'
import { failure, fakeProvider, says } from './fake-provider.ts'

describe('what a second try may mend is tried again, once and within the time of the call (row 27)', () => {
  test.each([
    [429, 0],
    [500, mostOfTry],
    [503, mostOfTry],
  ])('a %i followed by an answer', async (status, cost) => {
    const server = await provider(failure(status, 'busy', { 'retry-after': '0' }), says('here'))
    expect(await modelAt(server.baseUrl).ask(request())).toEqual({
      text: 'here',
      finish: 'stop',
      model: 'served-model',
      tokens: 42 + cost,
      promptTokens: 40,
    })
    expect(server.bodies).toHaveLength(2)
  })

  const limited = 'is out of quota or rate limited (429)'
  const lasting: [number, Record<string, string>, number, object][] = [
    [429, { 'retry-after': '0' }, 2, { kind: 'rateLimited', message: limited, tokens: 0 }],
    [429, { 'retry-after': '30' }, 1, { kind: 'rateLimited', message: limited, tokens: 0 }],
    [500, { 'retry-after': '0' }, 2, { kind: 'unavailable', message: 'failed (500)', tokens: 2 * mostOfTry }],
    [401, {}, 1, { kind: 'permanent', message: 'rejected the API key (401): check the key of this model', tokens: 0 }],
    [
      404,
      {},
      1,
      { kind: 'permanent', message: 'knows no model m (404): check model.name and model.baseUrl', tokens: 0 },
    ],
    [400, {}, 1, { kind: 'failed', message: 'rejected the request (400): “400 no”', tokens: mostOfTry }],
  ]
  test.each(lasting)('a lasting %i with %j is asked %i times', async (status, headers, times, expected) => {
    const server = await provider(failure(status, 'no', headers))
    const { message, ...rest } = expected as { message: string }
    expect(await failureOf(modelAt(server.baseUrl).ask(request()))).toEqual({
      ...rest,
      message: `openai at ${new URL(server.baseUrl).host} ${message}`,
    })
    expect(server.bodies).toHaveLength(times)
  })

  test('a refused connection is free and names the next step', async () => {
    const server = await fakeProvider(says('never'))
    await server.stop()
    expect(await failureOf(modelAt(server.baseUrl, 'ollama').ask(request()))).toEqual({
      kind: 'unreachable',
      message: `ollama at ${new URL(server.baseUrl).host} cannot be reached: it refused the connection (ECONNREFUSED): start it or correct model.baseUrl`,
      tokens: 0,
    })
  })

  const cut = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"choices"')
    response.destroy()
  }
  const reset = (response: ServerResponse): void => void response.destroy()
  const silent = (): void => undefined
  const stuck = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"choices":')
  }
  const drips = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drop = setInterval(() => response.write(' '), 20)
    response.once('close', () => clearInterval(drop))
  }

  test.each([
    ['a connection cut in the middle of the body', cut, 5_000],
    ['a connection cut before the headers', reset, 5_000],
    ['a hang before the headers', silent, 1_000],
    ['a hang in the middle of the body', stuck, 1_000],
    ['a body that drips', drips, 1_000],
  ] as const)('%s, followed by an answer', async (_what, fault, timeoutMs) => {
    const server = await provider(fault, says('here'))
    expect(await modelAt(server.baseUrl).ask(request({ timeoutMs }))).toMatchObject({ text: 'here' })
    expect(server.bodies).toHaveLength(2)
  })

  test.each([
    ['a connection that is cut', cut],
    ['a hang', silent],
  ] as const)('%s is asked once where another model can be', async (_what, fault) => {
    const server = await provider(fault)
    await failureOf(modelAt(server.baseUrl).ask(request({ once: true, timeoutMs: 300 })))
    expect(server.bodies).toHaveLength(1)
  })

  test('a hang that was held for once is waited for to the end', async () => {
    const server = await provider(silent, says('here'))
    const once = request({ timeoutMs: 300, reservedTokens: 150 })
    expect(await failureOf(modelAt(server.baseUrl).ask(once))).toMatchObject({ kind: 'timeout' })
    expect(server.bodies).toHaveLength(1)
  })

  test.each([
    ['before the headers', silent],
    ['in the middle of the body', stuck],
    ['drop by drop', drips],
  ] as const)('a hang %s ends at the timeout, after two tries', async (_where, hang) => {
    const server = await provider(hang)
    expect(await failureOf(modelAt(server.baseUrl).ask(request({ timeoutMs: 200 })))).toEqual({
      kind: 'timeout',
      message: 'm did not answer within 200 ms',
      tokens: 2 * mostOfTry,
    })
    expect(server.bodies).toHaveLength(2)
  })

  test('a connection that is cut again and again is named', async () => {
    const server = await provider(reset)
    expect(await failureOf(modelAt(server.baseUrl).ask(request()))).toEqual({
      kind: 'unreachable',
      message: `openai at ${new URL(server.baseUrl).host} broke off the call (UND_ERR_SOCKET)`,
      tokens: 2 * mostOfTry,
    })
    expect(server.bodies).toHaveLength(2)
  })

  test('the caller can call a hanging request off', async () => {
    const calledOff = new AbortController()
    const server = await provider(() => calledOff.abort())
    const call = modelAt(server.baseUrl).ask(request({ signal: calledOff.signal, timeoutMs: 60_000 }))
    expect(await failureOf(call)).toEqual({
      kind: 'interrupted',
      message: 'the call to m was called off',
      tokens: mostOfTry,
    })
  })
})
