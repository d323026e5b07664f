// Calls go by the proxy of the environment, and never to this machine.
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openApp } from '../../../src/channels/discord/sdk.ts'
import { listening } from '../../world/loopback.ts'
import { discord } from './one-bot.ts'

test('calls go through HTTP_PROXY; those to this machine do not', async () => {
  const { fake } = await discord()
  const through: string[] = []
  const onTestEnd: (() => void)[] = []
  const proxy = createServer()
  proxy.on('connect', ({ url = '' }, socket) => {
    through.push(url)
    const there = connect(Number(new URL(fake.url).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      there.pipe(socket).pipe(there)
      onTestEnd.push(() => socket.destroy())
    })
  })
  const { url, stop } = await listening(proxy)
  onTestFinished(() => {
    for (const end of onTestEnd) end()
    return stop()
  })
  vi.stubEnv('HTTP_PROXY', url)
  onTestFinished(() => void vi.unstubAllEnvs())
  const open = (apiRoot: string) =>
    openApp({ apiRoot, cdn: fake.cdn, token: fake.token('iris'), log: { debug: () => {} } })
  const me = { id: fake.idOf('iris'), username: 'Iris' }
  expect(await open('http://discord.test/api').call('get', '/users/@me')).toMatchObject(me)
  expect(await open(fake.apiRoot).call('get', '/users/@me')).toMatchObject(me)
  expect(through).toEqual(['discord.test:80'])
})
