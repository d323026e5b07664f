// What kept a call from its answer is named: the name service, TLS, a refusal, the network, a cut.
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { Agent, type Dispatcher } from 'undici'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { connectionTrouble } from '../../src/llm/connection-trouble.ts'
import { openModel } from '../../src/llm/client.ts'
import { failureOf, modelAt, mostOfTry, provider, request } from './calls.ts'
import { says } from './fake-provider.ts'

/** As a fetch wraps what the system said. */
const fetchFailed = (code: string, message = code): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) })

describe('the code of the system tells', () => {
  test.each([
    ['ENOTFOUND', 'dns'],
    ['EAI_AGAIN', 'dns'],
    ['ECONNREFUSED', 'refused'],
    ['EHOSTUNREACH', 'noRoute'],
    ['ENETUNREACH', 'noRoute'],
    ['ETIMEDOUT', 'connectTimeout'],
    ['UND_ERR_CONNECT_TIMEOUT', 'connectTimeout'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['UND_ERR_BODY_TIMEOUT', 'timeout'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['ECONNRESET', 'cut'],
    ['UND_ERR_SOCKET', 'cut'],
  ])('%s: %s', (code, trouble) => {
    expect(connectionTrouble(fetchFailed(code))).toEqual({ trouble, code })
  })

  test('a reset during the handshake is TLS', () => {
    const message = 'Client network socket disconnected before secure TLS connection was established'
    expect(connectionTrouble(fetchFailed('ECONNRESET', message))).toEqual({ trouble: 'tls', code: 'ECONNRESET' })
  })

  test('what fails for another reason has none, and a cause of itself is no endless search', () => {
    const circle = new Error('round and round')
    circle.cause = circle
    expect([new Error('a bug'), circle, 'text', undefined].map(connectionTrouble)).toEqual(Array(4).fill(undefined))
  })
})

describe('the failure says it, with the next step', () => {
  const asked = (baseUrl: string) => failureOf(modelAt(baseUrl).ask(request()))

  /** No connection comes about until the test ends. */
  function noConnection(code: string) {
    const dispatch = vi.spyOn(Agent.prototype, 'dispatch').mockImplementation((_asked, handler) => {
      const error = Object.assign(new Error(code), { code })
      handler.onResponseError?.(undefined as unknown as Dispatcher.DispatchController, error)
      return true
    })
    onTestFinished(() => dispatch.mockRestore())
    return dispatch
  }

  test('a name that does not exist', async () => {
    noConnection('ENOTFOUND')
    expect(await asked('https://models.example/v1')).toEqual({
      kind: 'unreachable',
      message:
        'openai at models.example cannot be reached: DNS found no address for its name (ENOTFOUND): correct model.baseUrl, or check the network',
      tokens: 0,
    })
  })

  test.each([
    [
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'its certificate is not trusted: give NODE_EXTRA_CA_CERTS the file of its authority',
    ],
    ['CERT_HAS_EXPIRED', 'its certificate is not valid today: renew it, or set the clock'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is not for models.example: correct model.baseUrl'],
  ])('a certificate: %s', async (code, step) => {
    const calls = noConnection(code)
    expect(await asked('https://models.example/v1')).toEqual({
      kind: 'unreachable',
      message: `openai at models.example cannot be reached: TLS failed (${code}): ${step}`,
      tokens: 0,
    })
    expect(calls).toHaveBeenCalledOnce()
  })

  test('https where http is spoken', async () => {
    const { baseUrl } = await provider(says('never'))
    expect(await asked(baseUrl.replace('http:', 'https:'))).toEqual({
      kind: 'unreachable',
      message: `openai at ${new URL(baseUrl).host} cannot be reached: TLS failed (ERR_SSL_WRONG_VERSION_NUMBER): does it speak https? correct model.baseUrl`,
      tokens: 0,
    })
  })

  test('a server that is no web server breaks off', async () => {
    const server = createServer((socket) => void socket.end('220 mail ready\r\n')).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const model = openModel({ provider: 'vllm', baseUrl: `http://127.0.0.1:${port}/v1`, model: 'm' })
    expect(await failureOf(model.ask(request()))).toEqual({
      kind: 'unreachable',
      message: `vllm at 127.0.0.1:${port} broke off the call (HTTPParserError)`,
      tokens: 2 * mostOfTry,
    })
  })
})
