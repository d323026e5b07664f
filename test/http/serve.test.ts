import { request } from 'node:http'
import { connect } from 'node:net'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
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

test('an address of another machine is an error that says what to do', async () => {
  await expect(listen(new Hono(), { host: '192.0.2.1', port: 0 })).rejects.toThrow(
    '192.0.2.1 is no address of this machine (EADDRNOTAVAIL): set CHIME_HOST to 127.0.0.1, or to one that it has',
  )
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

test('an answer that does not wait for the body says that the connection ends, and it ends', async () => {
  const app = new Hono()
    .post('/refused', (c) => c.text('no', 403))
    .post('/limited', bodyLimit({ maxSize: 1000, onError: (c) => c.text('too large', 413) }), async (c) =>
      c.text(await c.req.text()),
    )
    .post('/read', async (c) => c.text(await c.req.text(), 400))
    .get('/read', (c) => c.text('here'))
  const server = await listen(app, loopback)
  const head = (path: string, more: string): string => `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n\r\n`
  /** The status and the connection's outcome as the answer tells it; sent as it is. */
  const told = async (raw: string): Promise<string> => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    let text = ''
    const connection = (): string | undefined => /\r\nConnection: ([\w-]+)[^]*?\r\n\r\n/i.exec(text)?.[1]
    const answer = (): void => resolve(`${text.slice(9, 12)} ${connection()}`)
    socket.on('error', reject).on('close', answer)
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += String(chunk)
      if (connection() === 'keep-alive') answer()
    })
    socket.write(raw)
    return promise.finally(() => socket.destroy())
  }
  const [part, chunk] = ['a'.repeat(10), `${(2000).toString(16)}\r\n${'a'.repeat(2000)}\r\n`]
  expect(
    await Promise.all(
      [
        head('/refused', 'Content-Length: 100') + part,
        head('/limited', 'Content-Length: 5000') + part,
        head('/limited', 'Transfer-Encoding: chunked') + chunk,
        head('/nowhere', 'Content-Length: 100') + part,
        head('/read', 'Content-Length: 10') + part,
        'GET /read HTTP/1.1\r\nHost: localhost\r\n\r\n',
      ].map(told),
    ),
  ).toEqual(['403 close', '413 close', '413 close', '404 close', '400 keep-alive', '200 keep-alive'])
  await server.stop()
})

test('a request whose body is cut short is no failure of the service', async () => {
  const failed: unknown[] = []
  const arrived = Promise.withResolvers<void>()
  const routes = new Hono().post('/', async (c) => {
    arrived.resolve()
    return c.json((await c.req.arrayBuffer()).byteLength)
  })
  const app = makeHttp({ routes, host: '127.0.0.1', health: () => ({}), onError: (error) => failed.push(error) })
  const answered = Promise.withResolvers<unknown>()
  const watched = new Hono().all('*', async (c) => {
    const answer = await app.fetch(c.req.raw, c.env)
    answered.resolve([answer.status, await answer.clone().json()])
    return answer
  })
  const server = await listen(watched, loopback)
  const port = Number(new URL(server.url).port)
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `POST / HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`,
  )
  await arrived.promise
  socket.destroy()
  expect(await answered.promise).toMatchObject([400, { detail: 'the connection ended before the body did' }])
  expect(failed).toEqual([])
  await server.stop()
})
