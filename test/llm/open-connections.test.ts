// Connections to a model server stay open between calls, and one that the server closed meanwhile costs nothing.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { modelAt, provider, request } from './calls.ts'
import { says } from './fake-provider.ts'

/** A model server that shows its connections. */
async function watched(): Promise<{ baseUrl: string; sockets: Socket[]; server: Server }> {
  const sockets: Socket[] = []
  const server = createServer((asked, response) => {
    asked.resume().once('end', () => says('here')(response, {}))
  })
  server.on('connection', (socket: Socket) => sockets.push(socket)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  await once(server, 'listening')
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, sockets, server }
}

const answered = { text: 'here', finish: 'stop', model: 'served-model', tokens: 42, promptTokens: 40 }

test('calls one after the other share a connection', async () => {
  const { baseUrl, sockets } = await watched()
  const model = modelAt(baseUrl)
  expect([await model.ask(request()), await model.ask(request())]).toEqual([answered, answered])
  expect(sockets).toHaveLength(1)
})

test.each([
  ['ended', (socket: Socket) => void socket.end()],
  ['cut', (socket: Socket) => void socket.destroy()],
  ['reset', (socket: Socket) => void socket.resetAndDestroy()],
])('a connection that the server %s just now is not asked, and no try is lost or booked', async (_how, close) => {
  const { baseUrl, sockets } = await watched()
  const model = modelAt(baseUrl)
  await model.ask(request({ once: true }))
  sockets.forEach(close)
  expect(await model.ask(request({ once: true }))).toEqual(answered)
  expect(sockets).toHaveLength(2)
})

test('a connection that the server closed while the process was busy is not asked either', async () => {
  const { baseUrl, sockets } = await watched()
  const model = modelAt(baseUrl)
  await model.ask(request({ once: true }))
  // Right behind what the poll for input brought: the next look at the connections is a turn of the loop away.
  const { promise: input, resolve } = Promise.withResolvers<void>()
  const pipe = spawn(process.execPath, ['-e', 'process.stdout.write("x")'], { stdio: ['ignore', 'pipe', 'inherit'] })
  pipe.stdout.once('data', () => {
    sockets.forEach((socket) => socket.destroy())
    resolve()
  })
  await input
  expect(await model.ask(request({ once: true }))).toEqual(answered)
  expect(sockets).toHaveLength(2)
})

test('what comes before the answer is no answer', async () => {
  const server = await provider((response, body) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' }, () => says('here')(response, body))
  })
  expect(await modelAt(server.baseUrl).ask(request())).toEqual(answered)
})

test('the proxy of the environment is asked where Node is told to', async () => {
  const asked: string[] = []
  const proxy = createServer().on('connect', ({ url }, socket) => {
    asked.push(String(url))
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  proxy.listen(0, '127.0.0.1')
  onTestFinished(() => void proxy.close())
  await once(proxy, 'listening')
  const client = fileURLToPath(new URL('../../src/llm/bounded-fetch.ts', import.meta.url))
  const call = `import { boundedFetch } from ${JSON.stringify(client)}
    await boundedFetch('https://models.invalid/v1/chat').catch(() => undefined)
    process.stdout.write('asked')`
  const environment = {
    HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    NODE_USE_ENV_PROXY: '1',
  }
  const child = spawn(process.execPath, ['--input-type=module', '-e', call], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  expect([await text(child.stdout), asked]).toEqual(['asked', ['models.invalid:443']])
})
