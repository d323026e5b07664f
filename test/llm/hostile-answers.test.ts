// A model server that sends too much, too slowly, too deeply packed, in its own charset, or elsewhere.
import type { ServerResponse } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { failureOf, modelAt, mostOfTry, provider, request } from './calls.ts'
import { type Answer, json, says } from './fake-provider.ts'

const longest = 1_048_576
const tooLong = 'sent more than 1048576 bytes: that is no answer'
const plenty = 32 * longest

/** However busy the machine is, no time ends these calls. */
const longRequest = () => request({ timeoutMs: 120_000 })

/** What `says` sends, as text. */
const completion = (content: string) =>
  JSON.stringify({ choices: [{ finish_reason: 'stop', message: { role: 'assistant', content } }] })

const sends =
  (body: Uint8Array, headers: Record<string, string> = {}, status = 200): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)

const unusable = (baseUrl: string, message: string) => ({
  kind: 'unparsable',
  message: `openai at ${new URL(baseUrl).host} ${message}`,
  tokens: mostOfTry,
})

describe('what is longer than any answer is not read', () => {
  test('an endless body ends the call, and the connection', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<number>()
    const server = await provider((response) => {
      let written = 0
      response.once('close', () => resolve(written))
      response.writeHead(200, { 'content-type': 'application/json' })
      const go = (): void => {
        do written += 65_536
        while (response.write(Buffer.alloc(65_536, ' ')) && written < plenty)
        if (written < plenty) response.once('drain', go)
      }
      go()
    })
    expect(await failureOf(modelAt(server.baseUrl).ask(longRequest()))).toEqual(unusable(server.baseUrl, tooLong))
    expect(await closed).toBeLessThan(plenty)
    expect(server.bodies).toHaveLength(1)
  })

  const packed = completion(' '.repeat(plenty))
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const)('32 MiB in some kilobytes of %s', async (encoding, pack) => {
    const server = await provider(sends(pack(packed), { 'content-encoding': encoding }))
    expect(await failureOf(modelAt(server.baseUrl).ask(longRequest()))).toEqual(unusable(server.baseUrl, tooLong))
  })

  test('an answer that is packed once is read, one that is packed twice is not', async () => {
    const once = gzipSync(completion('here'))
    const server = await provider(
      sends(once, { 'content-encoding': 'gzip' }),
      sends(gzipSync(once), { 'content-encoding': 'gzip, gzip' }),
    )
    const model = modelAt(server.baseUrl)
    expect(await model.ask(longRequest())).toMatchObject({ text: 'here' })
    expect(await failureOf(model.ask(longRequest()))).toEqual(
      unusable(server.baseUrl, 'compressed its answer 2 times: it is not read'),
    )
  })

  test.each([
    ['gzip', gzipSync],
    ['X-GZip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['identity', (text: string) => Buffer.from(text)],
  ] as const)('an answer in %s is read', async (encoding, pack) => {
    const server = await provider(sends(pack(completion('Grüße')), { 'content-encoding': encoding }))
    expect(await modelAt(server.baseUrl).ask(longRequest())).toMatchObject({ text: 'Grüße' })
  })

  test.each(['gzip', 'deflate', 'br', 'zstd'])(
    'an answer that is no %s though it says so is none',
    async (encoding) => {
      const server = await provider(sends(Buffer.from(completion('here')), { 'content-encoding': encoding }))
      expect(await failureOf(modelAt(server.baseUrl).ask(longRequest()))).toEqual({
        kind: 'unreachable',
        message: `openai at ${new URL(server.baseUrl).host} broke off the call`,
        tokens: mostOfTry,
      })
    },
  )

  test('a refusal that is packed is read, and one that would be endless is one all the same', async () => {
    const refusal = (message: string) => gzipSync(JSON.stringify({ error: { message } }))
    const server = await provider(
      sends(refusal('no'), { 'content-encoding': 'gzip' }, 422),
      sends(refusal('x'.repeat(plenty)), { 'content-encoding': 'gzip' }, 422),
    )
    const model = modelAt(server.baseUrl)
    const rejected = `openai at ${new URL(server.baseUrl).host} rejected the request (422):`
    expect(await failureOf(model.ask(longRequest()))).toMatchObject({ message: `${rejected} “422 no”` })
    expect(await failureOf(model.ask(longRequest()))).toMatchObject({ kind: 'failed', tokens: mostOfTry })
  })

  test('an answer in more pieces than any server needs', async () => {
    const server = await provider((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const go = (): void => {
        if (response.destroyed) return
        response.write(' ')
        setImmediate(go)
      }
      go()
    })
    expect(await failureOf(modelAt(server.baseUrl).ask(longRequest()))).toEqual(unusable(server.baseUrl, tooLong))
  })

  test('a refusal of any length is one', async () => {
    const server = await provider(json(401, { error: { message: 'x'.repeat(plenty) } }))
    expect(await failureOf(modelAt(server.baseUrl).ask(longRequest()))).toEqual({
      kind: 'permanent',
      message: `openai at ${new URL(server.baseUrl).host} rejected the API key (401): check the key of this model`,
      tokens: 0,
    })
  })

  test('more text than the tokens could be is no answer', async () => {
    const server = await provider(says('word '.repeat(20_000)))
    expect(await failureOf(modelAt(server.baseUrl).ask(longRequest()))).toEqual({
      kind: 'unparsable',
      message: 'the model answered with 99999 characters, where 60 tokens were asked for',
      tokens: 42,
    })
  })
})

describe('an answer is read in its charset', () => {
  const latin = Buffer.from(completion('Grüße aus Köln'), 'latin1')
  // 你好
  const chinese = Buffer.concat([
    Buffer.from('{"choices":[{"message":{"content":"'),
    Buffer.from([0xc4, 0xe3, 0xba, 0xc3]),
    Buffer.from('"}}]}'),
  ])
  test.each([
    ['iso-8859-1', latin, 'Grüße aus Köln'],
    ['"Windows-1252"', latin, 'Grüße aus Köln'],
    ['GBK', chinese, '你好'],
    ['gb18030', chinese, '你好'],
    ['utf-8', Buffer.from(completion('Grüße')), 'Grüße'],
  ])('%s', async (charset, body, text) => {
    const server = await provider(sends(body, { 'content-type': `application/json; charset=${charset}` }))
    expect(await modelAt(server.baseUrl).ask(longRequest())).toMatchObject({ text })
  })

  test.each([
    ['that it does not name', 'application/json', 'utf-8'],
    ['that it names wrongly', 'application/json; charset=utf-8', 'utf-8'],
    ['that nobody knows', 'application/json; charset=klingon', 'klingon'],
  ])('one %s is no answer', async (_what, type, charset) => {
    const server = await provider(sends(latin, { 'content-type': type }))
    expect(await failureOf(modelAt(server.baseUrl).ask(longRequest()))).toEqual(
      unusable(server.baseUrl, `answered in bytes that are no ${charset}: it must send UTF-8, or name its charset`),
    )
  })
})

describe('a redirect takes no prompt elsewhere', () => {
  const to =
    (location: string, status = 307): Answer =>
    (response: ServerResponse) =>
      void response.writeHead(status, { location }).end()
  const refused = (baseUrl: string, where: string, status: number) => ({
    kind: 'permanent',
    message: `openai at ${new URL(baseUrl).host} redirects to ${where} (${status}), which is not followed: give model.baseUrl the address where it answers itself`,
    tokens: 0,
  })

  test.each([301, 302, 303, 307, 308])('a %i to another origin is refused', async (status) => {
    const thief = await provider(says('thanks'))
    const server = await provider(to(`${thief.baseUrl}/chat/completions?key=secret`, status))
    expect(await failureOf(modelAt(server.baseUrl).ask(longRequest()))).toEqual(
      refused(server.baseUrl, new URL(thief.baseUrl).origin, status),
    )
    expect([server.bodies.length, thief.bodies.length]).toEqual([1, 0])
  })

  test('the key in the name of a host is not told', async () => {
    const server = await provider(to('https://SK-very-secret.example.com/v1'))
    expect(await failureOf(modelAt(server.baseUrl).ask(longRequest()))).toEqual(
      refused(server.baseUrl, 'https://***.example.com', 307),
    )
  })

  test('a 308 within the origin is followed with the same request', async () => {
    const server = await provider(to('/v2/chat/completions', 308), says('here'))
    expect(await modelAt(server.baseUrl).ask(longRequest())).toMatchObject({ text: 'here' })
    expect(server.bodies[1]).toEqual(server.bodies[0])
  })

  test.each([
    ['that would make it another request', 302, 1],
    ['that goes in a circle', 307, 4],
  ])('one within the origin %s is refused', async (_what, status, calls) => {
    const server = await provider(to('/v1/chat/completions', status))
    expect(await failureOf(modelAt(server.baseUrl).ask(longRequest()))).toEqual(
      refused(server.baseUrl, new URL(server.baseUrl).origin, status),
    )
    expect(server.bodies).toHaveLength(calls)
  })
})
