// The gateway is reached through the proxy of the environment: its first address, and the one where a session goes on.
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { openApp } from '../../../src/channels/discord/sdk.ts'
import { makeGatewayWay } from '../../../src/channels/discord/gateway-way.ts'
import { cert, key } from '../../fakes/discord/certificate.ts'
import { listening } from '../../world/loopback.ts'
import { discord, hears, online, opened, until } from './one-bot.ts'

const gateways = { first: 'wss://gateway.discord.test', resume: 'wss://resume.discord.test' }

/** A proxy on the way to the fake, which stands behind TLS there; `hosts`: what the gateway is asked as. */
async function proxied() {
  const { fake, lab } = await discord({ gateways })
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, cert])
  onTestFinished(() => setDefaultCACertificates(trusted))
  const asked: { to: string; as?: string | undefined }[] = []
  const hosts: (string | undefined)[] = []
  let isClosed = false
  const secure = createTlsServer({ key, cert }, (socket) => {
    socket.once('data', (first: Buffer) => {
      hosts.push(/^host: (.*)\r$/im.exec(String(first))?.[1])
      const fakes = connect(Number(new URL(fake.url).port), '127.0.0.1')
      fakes.write(first)
      socket.pipe(fakes).pipe(socket)
      socket.on('error', () => fakes.destroy()).on('close', () => fakes.destroy())
      fakes.on('error', () => socket.destroy()).on('close', () => socket.destroy())
    })
    socket.on('error', () => {})
  })
  const there = await listening(secure)
  const proxy = createServer((_, response) => response.writeHead(400).end())
  const open = new Set<() => void>()
  proxy.on('connect', ({ url = '', headers }, socket) => {
    asked.push({ to: url, as: headers['proxy-authorization'] })
    if (isClosed) {
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
      return
    }
    const onward = connect(there.port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(onward).pipe(socket)
    })
    open.add(() => socket.destroy())
    socket.on('error', () => onward.destroy()).on('close', () => onward.destroy())
    onward.on('error', () => socket.destroy())
  })
  const { port, stop } = await listening(proxy)
  onTestFinished(async () => {
    for (const end of open) end()
    await stop()
    await there.stop()
  })
  vi.stubEnv('HTTPS_PROXY', `http://chime:s3cret@127.0.0.1:${port}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  return { fake, lab, asked, hosts, close: (is: boolean): void => void (isClosed = is) }
}

const encoded = (url: string): string => Buffer.from(url).toString('base64url')
const as = `Basic ${Buffer.from('chime:s3cret').toString('base64')}`

test('the bot hears through the proxy, and takes its session up through it where the gateway says', async () => {
  const { fake, lab, asked, hosts } = await proxied()
  const bot = await online(fake)
  const first = fake.say('ann', lab, 'Iris?')
  await hears(bot, first)
  fake.cutLine('iris')
  await until('the session', () => fake.seen.resumed === 1)
  const second = fake.say('ann', lab, 'And now?')
  await hears(bot, second)
  await bot.close()
  expect(asked).toEqual([
    { to: 'gateway.discord.test:443', as },
    { to: 'resume.discord.test:443', as },
  ])
  expect(hosts).toEqual(['gateway.discord.test', 'resume.discord.test'])
  expect(fake.seen.identified).toBe(1)
  await until('the line is closed', () => fake.lines('iris') === 0)
})

test('a new line takes the session up through a relay of its own', async () => {
  const { fake, lab, asked } = await proxied()
  const app = openApp({ apiRoot: fake.apiRoot, cdn: fake.cdn, token: fake.token('iris'), log: { debug: () => {} } })
  const told: string[] = []
  const listen = () =>
    app.listen({
      onReady: () => told.push('ready'),
      onReconnecting: () => told.push('reconnecting'),
      onError: ({ message }) => told.push(message),
      onEvent: (type) => told.push(type),
    })
  const first = listen()
  await until('the line', () => told.includes('ready'))
  fake.say('ann', lab, 'One.')
  await until('the message', () => told.includes('MESSAGE_CREATE'))
  fake.refuseLines(true)
  fake.cutLine('iris')
  await until('the break', () => told.includes('reconnecting'))
  await first.stop()
  fake.refuseLines(false)
  const before = asked.length
  const second = listen()
  onTestFinished(() => second.stop())
  await until('the session', () => told.filter((each) => each === 'ready').length === 2)
  expect(asked.slice(before)).toEqual([{ to: 'resume.discord.test:443', as }])
  expect([fake.seen.identified, fake.seen.resumed]).toEqual([1, 1])
})

test('a proxy that refuses is told with what it answers, and without its password', async () => {
  const { fake, asked, close } = await proxied()
  close(true)
  const bot = await opened(fake)
  const end = await bot.connect()
  await until('the line is given up', () => bot.told.some((each) => each.startsWith('down')))
  await end()
  expect(bot.told.at(-1)).toMatch(/^down: the gateway cannot be reached: through the proxy: .* via it HTTP\/1\.1 403/)
  expect(bot.told.join('\n')).not.toContain('s3cret')
  expect(asked.length).toBeGreaterThan(0)
  expect(fake.seen.identified).toBe(0)
})

test('this machine, what is not encrypted, and a world without a proxy are reached straight', async () => {
  const HTTPS_PROXY = 'http://127.0.0.1:1'
  const straight = async (environment: Record<string, string>, url: string): Promise<string> => {
    const way = makeGatewayWay(environment)
    await way.open(url)
    await way.stop()
    return way.to(url)
  }
  expect([
    await straight({ HTTPS_PROXY }, 'wss://127.0.0.1:8443'),
    await straight({ HTTPS_PROXY }, 'ws://relay.example.org'),
    await straight({}, 'wss://gateway.discord.test'),
    await straight({ HTTPS_PROXY }, 'wss://gateway.discord.test'),
  ]).toEqual([
    'wss://127.0.0.1:8443',
    'ws://relay.example.org',
    'wss://gateway.discord.test',
    expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/[\w-]{36}\/[\w-]+$/),
  ])
})

test('whoever does not know the key of the relay gets nowhere by it', async () => {
  const way = makeGatewayWay({ HTTPS_PROXY: 'http://127.0.0.1:1' })
  onTestFinished(() => way.stop())
  const gateway = 'wss://gateway.discord.test'
  await way.open(gateway)
  const { origin, pathname } = new URL(way.to(gateway).replace('ws:', 'http:'))
  const secret = pathname.split('/')[1] ?? ''
  const answers = async (path: string): Promise<number | undefined> => {
    const socket = new WebSocket(`${origin.replace('http:', 'ws:')}${path}`)
    const { promise, resolve } = Promise.withResolvers<number | undefined>()
    socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode))
    socket.on('error', () => {})
    return promise
  }
  expect(await answers(`/${secret.replace(/^./, 'x')}/${encoded(gateway)}`)).toBe(502)
  expect(await answers(`/${secret}/${encoded('http://127.0.0.1')}`)).toBe(502)
  expect(await answers(`/${secret}/%`)).toBe(502)
  expect((await fetch(origin)).status).toBe(404)
  expect(way.trouble()).toBe('it is asked for something that is no gateway')
})
