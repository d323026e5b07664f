import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { proxyAgent } from '../../src/channels/proxy.ts'

test('without a proxy, and on this machine with one, the way is straight', () => {
  const proxy = { HTTPS_PROXY: 'http://127.0.0.1:3128', HTTP_PROXY: 'http://127.0.0.1:3128' }
  expect([
    proxyAgent('https://open.feishu.cn', {}),
    proxyAgent('https://open.feishu.cn', { HTTPS_PROXY: '' }),
    proxyAgent('http://127.0.0.1:8080', proxy),
  ]).toEqual([undefined, undefined, undefined])
})

test('the long connection asks the proxy for its way, and NO_PROXY is heeded', async () => {
  const asked: string[] = []
  const proxy = createServer().on('connect', ({ url }, socket) => {
    asked.push(String(url))
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const agent = proxyAgent('https://open.feishu.invalid', { HTTPS_PROXY, NO_PROXY: '127.0.0.2' })
  for (const address of ['wss://msg-frontier.feishu.invalid/ws?device_id=1', 'wss://127.0.0.2:1/ws']) {
    const socket = new WebSocket(address, agent && { agent })
    // oxlint-disable-next-line no-await-in-loop -- neither gets through
    await new Promise((resolve) => socket.once('error', resolve))
  }
  proxy.close()
  expect(asked).toEqual(['msg-frontier.feishu.invalid:443'])
})
