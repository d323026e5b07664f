// What means this machine alone is one question with one answer, whoever asks it.
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { isLoopback, leadsToLoopback } from '../../src/config/loopback.ts'
import { makeHttp } from '../../src/http/app.ts'
import { loadYaml } from './load.ts'

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['localhost', true],
  ['LOCALHOST', true],
  ['::1', true],
  ['[::1]', true],
  ['127.1', false],
  ['127.0.0.1.example.org', false],
  ['localhost.example.org', false],
  ['0.0.0.0', false],
  ['::', false],
  ['', false],
])('%j is this machine: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

test.each([
  ['http://127.0.0.1:8080', true],
  ['xmpp://localhost', true],
  ['xmpps://[::1]:5222', true],
  ['https://open.feishu.cn', false],
  ['xmpp://127.0.0.1.evil.example', false],
  ['http://localhost.example.org', false],
  ['nothing', false],
])('%s leads to this machine: %s', (url, expected) => {
  expect(leadsToLoopback(url)).toBe(expected)
})

test('a host that the configuration takes without a token is served without one', async () => {
  const { host } = loadYaml('channels: { web: { host: 127.0.0.2 } }').channels.web
  const app = makeHttp({ routes: new Hono(), host, health: () => ({}) })
  expect((await app.request('/health', { headers: { host: '127.0.0.2:7171' } })).status).toBe(200)
})
