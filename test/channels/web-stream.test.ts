import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { tellRoom } from '../../src/channels/web/event-stream.ts'
import { listen } from '../../src/http/serve.ts'
import { get, makeReply, makeVerdict, makeWeb, signal } from './web-fixture.ts'

const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(cleanups.splice(0).map((cleanup) => cleanup()))
})

async function listening() {
  const web = makeWeb()
  await web.channel.start(web.intake)
  const server = await listen(web.app, { host: '127.0.0.1', port: 0 })
  cleanups.push(() => server.stop())
  return { ...web, ...server }
}

/** Reads a stream's text until it holds `wanted`, or its end. */
async function readUntil(body: ReadableStream<Uint8Array> | null, wanted: string) {
  const decoder = new TextDecoder()
  const reader = (body ?? new ReadableStream()).getReader()
  let text = ''
  let isOpen = true
  while (isOpen && !text.includes(wanted)) {
    // oxlint-disable-next-line no-await-in-loop -- chunk by chunk
    const { done, value } = await reader.read()
    text += decoder.decode(value, { stream: true })
    isOpen = !done
  }
  reader.releaseLock()
  return text
}

const events = (text: string) =>
  text
    .split('\n\n')
    .filter((event) => event.includes('event:'))
    .map((event) => /^id: (\d+)/m.exec(event)?.[1] ?? JSON.parse(event.split('data: ')[1] ?? '').turn)

const say = (web: Awaited<ReturnType<typeof listening>>, id: string) =>
  web.channel.post('lobby', { name: 'Dana', text: id, id })

describe('the stream of a room', () => {
  test('carries people, bots and verdicts over a real connection', async () => {
    const web = await listening()
    await say(web, 'm1')
    const response = await fetch(`${web.url}/api/rooms/lobby/stream`)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    let text = await readUntil(response.body, 'id: 1\n')
    await web.channel.send(makeReply(), signal())
    text += await readUntil(response.body, 'id: 2\n')
    web.tell(makeVerdict(7, 'relevance 0.12 < 0.50'))
    text += await readUntil(response.body, 'event: verdict')
    expect(text.startsWith('retry: 2000\n\n')).toBe(true)
    const [first, second] = web.channel.list('lobby', { limit: 9 })
    expect(text.split('\n\n').slice(1)).toEqual([
      `event: message\ndata: ${JSON.stringify(first)}\nid: 1`,
      `event: message\ndata: ${JSON.stringify(second)}\nid: 2`,
      `event: verdict\ndata: ${JSON.stringify(makeVerdict(7, 'relevance 0.12 < 0.50'))}`,
      '',
    ])
    expect([...web.listeners.values()]).toEqual(['web:lobby'])
    await response.body?.cancel()
    await vi.waitFor(() => expect(web.listeners.size).toBe(0))
  })

  test('resumes after the Last-Event-ID, which goes before the query', async () => {
    const web = await listening()
    await Promise.all(Array.from({ length: 60 }, (_, n) => say(web, `m${n}`)))
    const headers = { 'last-event-id': '3' }
    const response = await fetch(`${web.url}/api/rooms/lobby/stream?after=50`, { headers })
    const text = await readUntil(response.body, 'id: 60\n')
    expect(events(text)).toEqual(Array.from({ length: 57 }, (_, n) => String(n + 4)))
    await response.body?.cancel()
  })

  test('refuses a Last-Event-ID that is no number, and everybody once the channel stopped', async () => {
    const { app, channel, intake } = makeWeb()
    expect((await get(app, '/api/rooms/lobby/stream')).status).toBe(503)
    await channel.start(intake)
    expect((await get(app, '/api/rooms/lobby/stream', { 'last-event-id': 'x' })).status).toBe(400)
  })

  test('ends when the channel stops', async () => {
    const { app, channel, intake, listeners } = makeWeb()
    await channel.start(intake)
    const response = await get(app, '/api/rooms/lobby/stream')
    await channel.stop()
    expect(await response.text()).toBe('retry: 2000\n\n')
    expect(listeners.size).toBe(0)
  })

  test('sends a comment every 15 s', async () => {
    vi.useFakeTimers()
    const { app, channel, intake } = makeWeb()
    await channel.start(intake)
    const response = await get(app, '/api/rooms/lobby/stream')
    const read = response.text()
    await vi.advanceTimersByTimeAsync(45_000)
    await channel.stop()
    expect(await read).toBe(`retry: 2000\n\n${': still here\n\n'.repeat(3)}`)
  })
})

describe('a reader that does not read', () => {
  const long = 'x'.repeat(4000)

  async function stalled() {
    const web = makeWeb()
    await web.channel.start(web.intake)
    const disconnect = vi.fn<() => void>()
    const subscribe = (listener: Parameters<typeof web.listeners.set>[0]) => {
      web.listeners.set(listener, 'web:lobby')
      return () => void web.listeners.delete(listener)
    }
    const options = {
      channel: web.channel,
      room: 'lobby',
      after: 0,
      subscribe: (_: string, listener: Parameters<typeof subscribe>[0]) => subscribe(listener),
      disconnect,
    }
    const app = new Hono().get('/', (c) => streamSSE(c, (told) => tellRoom(told, options)))
    const { body: stream } = await app.request('/')
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => web.channel.post('lobby', { name: 'Dana', text: long, id: `m${n}` })),
    )
    return { ...web, disconnect, stream }
  }

  test('is disconnected at the second heartbeat, having cost no more than a message', async () => {
    vi.useFakeTimers()
    const { disconnect, listeners, stream } = await stalled()
    await vi.advanceTimersByTimeAsync(29_999)
    expect(disconnect).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(disconnect).toHaveBeenCalledOnce()
    expect([listeners.size, vi.getTimerCount()]).toEqual([0, 0])
    const kept = await readUntil(stream, 'no such text')
    expect(kept.length).toBeGreaterThan(4_000)
    expect(kept.length).toBeLessThan(3 * 4_000)
  })

  test('is disconnected when 256 verdicts wait for it, and the teller does not notice', async () => {
    const { disconnect, listeners, tell } = await stalled()
    for (let turn = 1; turn <= 256; turn++) tell(makeVerdict(turn))
    expect(disconnect).not.toHaveBeenCalled()
    tell(makeVerdict(257))
    expect([disconnect.mock.calls.length, listeners.size]).toEqual([1, 0])
    tell(makeVerdict(258))
  })

  test('but comes back gets everything, messages before verdicts', async () => {
    const { stream, tell } = await stalled()
    tell(makeVerdict(7))
    const text = await readUntil(stream, 'event: verdict')
    expect(events(text)).toEqual([...Array.from({ length: 100 }, (_, n) => String(n + 1)), 7])
  })

  test('loses its socket, over a real connection', async () => {
    const web = await listening()
    const socket = connect(Number(new URL(web.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.pause()
    socket.write('GET /api/rooms/lobby/stream HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await vi.waitFor(() => expect(web.listeners.size).toBe(1))
    const why = 'y'.repeat(64 * 1024)
    for (let turn = 0; turn < 2000 && web.listeners.size > 0; turn++) {
      web.tell(makeVerdict(turn, why))
      // oxlint-disable-next-line no-await-in-loop -- lets the socket take what it can
      await new Promise(setImmediate)
    }
    expect(web.listeners.size).toBe(0)
    socket.resume()
    await once(socket, 'close')
    await expect(say(web, 'm1')).resolves.toMatchObject({ created: true })
  })
})
