import { request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { expect, test, vi } from 'vitest'
import { makeHttp } from '../../src/http/app.ts'
import { listen } from '../../src/http/serve.ts'

const loopback = { host: '127.0.0.1', port: 0 }

test('a free port is found, and told', async () => {
  const server = await listen(
    new Hono().get('/', (c) => c.text('here')),
    loopback,
  )
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(await (await fetch(server.url)).text()).toBe('here')
  await server.stop()
  await expect(fetch(server.url)).rejects.toThrow('fetch failed')
})

test('a taken port is an error that says what to do', async () => {
  const server = await listen(new Hono(), loopback)
  const port = Number(new URL(server.url).port)
  await expect(listen(new Hono(), { ...loopback, port })).rejects.toThrow(
    `port ${port} is taken: stop the other program or set CHIME_PORT`,
  )
  await server.stop()
})

test('stopping cuts event streams at once and lets a request under way finish', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const answer = Promise.withResolvers<void>()
  const cancelled = vi.fn<() => void>()
  const stream = () =>
    new ReadableStream({ start: (c) => c.enqueue(new TextEncoder().encode(': open\n\n')), cancel: cancelled })
  const app = new Hono()
    .get('/stream', (c) => c.body(stream(), 200, { 'content-type': 'text/event-stream' }))
    .get('/slow', async (c) => answer.promise.then(() => c.text('done')))
  const server = await listen(app, loopback)
  const streaming = await fetch(`${server.url}/stream`)
  const arrived = vi.spyOn(answer.promise, 'then')
  const slow = fetch(`${server.url}/slow`)
  await vi.waitFor(() => expect(arrived).toHaveBeenCalled())
  const stopped = server.stop()
  await expect(streaming.text()).rejects.toThrow('terminated')
  await vi.waitFor(() => expect(cancelled).toHaveBeenCalledOnce())
  answer.resolve()
  const { headers, told } = await slow.then(async (response) => ({
    headers: response.headers,
    told: await response.text(),
  }))
  // A kept connection would hold the stop back until it times out.
  expect([told, headers.get('connection')]).toEqual(['done', 'close'])
  await stopped
  vi.useRealTimers()
})

test('a body without a length is limited too', async () => {
  const app = new Hono().post('/', bodyLimit({ maxSize: 1000, onError: (c) => c.text('too large', 413) }), async (c) =>
    c.text(await c.req.text()),
  )
  const server = await listen(app, loopback)
  const send = (chunks: string[]) =>
    new Promise<string>((resolve, reject) => {
      const sent = request(server.url, { method: 'POST' }, (response) => {
        response.setEncoding('utf8').on('data', (told: string) => resolve(`${response.statusCode} ${told}`))
      })
      sent.on('error', reject)
      for (const chunk of chunks) sent.write(chunk)
      sent.end()
    })
  expect(await send(['a', 'b'])).toBe('200 ab')
  expect(await send(['a'.repeat(900), 'b'.repeat(200)])).toBe('413 too large')
  await server.stop()
})

test('who sends too much is told that the connection is closed, and it is', async () => {
  const routes = new Hono().post('/', bodyLimit({ maxSize: 1000, onError: tooLong }), (c) => c.text('ok'))
  const server = await listen(makeHttp({ routes, health: () => ({}), host: '127.0.0.1' }), loopback)
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  const head = ['POST / HTTP/1.1', 'host: 127.0.0.1', 'content-type: application/json', 'content-length: 70000']
  socket.write(`${head.join('\r\n')}\r\n\r\n${'a'.repeat(10_000)}`)
  const answer = await text(socket)
  expect([answer.split('\r\n')[0], /^connection: .*$/im.exec(answer)?.[0]]).toEqual([
    'HTTP/1.1 413 Payload Too Large',
    'connection: close',
  ])
  await server.stop()
})

const tooLong = (): never => {
  throw new HTTPException(413, { message: 'too long' })
}
