// A failed try is free where its request cannot have come to a model, and charged where it may have.
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isFree } from '../../src/llm/reached.ts'
import { failureOf, modelAt, mostOfTry, provider, request } from './calls.ts'
import { json, says } from './fake-provider.ts'

const fetchFailed = (cause: object) =>
  new Error('Connection error.', {
    cause: new TypeError('fetch failed', { cause: Object.assign(new Error('no'), cause) }),
  })
const answered = (status: number, message = 'no') => Object.assign(new Error(message), { status })

describe('by the failure', () => {
  test.each([
    'ECONNREFUSED',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'UND_ERR_CONNECT_TIMEOUT',
    'CERT_HAS_EXPIRED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER',
  ])('%s is free', (code) => {
    expect(isFree(fetchFailed({ code }))).toBe(true)
  })

  test.each([
    'ECONNRESET',
    'EPIPE',
    'UND_ERR_SOCKET',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
    'HTTPParserError',
    'EPROTO',
    'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
    'ETIMEDOUT',
  ])('%s is charged', (code) => {
    expect(isFree(fetchFailed({ code }))).toBe(false)
  })

  test('a time-out is free while it was connecting', () => {
    expect(isFree(fetchFailed({ code: 'ETIMEDOUT', syscall: 'connect' }))).toBe(true)
  })

  test.each([
    [301, true],
    [307, true],
    [400, false],
    [401, true],
    [402, true],
    [403, true],
    [404, true],
    [408, false],
    [413, true],
    [422, false],
    [429, true],
    [500, false],
    [502, false],
    [503, false],
    [504, false],
  ])('of status %i: %j', (status, expected) => {
    expect(isFree(answered(status))).toBe(expected)
  })

  test('a prompt that is too long is free, one that the filter stopped is not', () => {
    expect(isFree(answered(400, 'maximum context length is 512 tokens'))).toBe(true)
    expect(isFree(answered(403, 'flagged by moderation'))).toBe(false)
  })
})

describe('by whether the request has left', () => {
  /** Takes connections and says nothing. */
  async function silent(): Promise<string> {
    const server = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await new Promise((resolve) => server.once('listening', resolve))
    return `127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  }
  const asked = (baseUrl: string, over = {}) =>
    failureOf(modelAt(baseUrl).ask(request({ timeoutMs: 200, once: true, ...over })))

  test('a TLS handshake that never ends is free', async () => {
    expect(await asked(`https://${await silent()}`)).toMatchObject({ kind: 'timeout', tokens: 0 })
  })

  test('a request that nobody answers is charged', async () => {
    expect(await asked(`http://${await silent()}`)).toMatchObject({ kind: 'timeout', tokens: mostOfTry })
  })

  test('one that is called off before it leaves is free, and one that was asked for when it was too late', async () => {
    const server = await provider(says('never'))
    const off = new AbortController()
    const call = asked(server.baseUrl, { signal: off.signal, mayCost: () => off.abort() })
    expect(await call).toMatchObject({ kind: 'interrupted', tokens: 0 })
    expect(await asked(server.baseUrl, { signal: AbortSignal.abort() })).toMatchObject({
      kind: 'interrupted',
      tokens: 0,
    })
    expect(server.bodies).toEqual([])
  })

  test('of two at the same time each is known apart', async () => {
    const [mute, open] = [await silent(), await provider(json(503, {}))]
    const both = await Promise.all([asked(`https://${mute}`), asked(open.baseUrl), asked(`http://${mute}`)])
    expect(both).toMatchObject([{ tokens: 0 }, { tokens: mostOfTry }, { tokens: mostOfTry }])
  })
})
