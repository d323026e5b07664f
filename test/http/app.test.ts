import { Hono } from 'hono'
import { describe, expect, test, vi } from 'vitest'
import { makeHttp } from '../../src/http/app.ts'

const token = 'a-token-that-is-long-enough'
const health = () => ({ status: 'ok' })

function makeApp(change: { host?: string; token?: string } = {}) {
  const errors: unknown[] = []
  const routes = new Hono()
  routes.get('/', (c) => c.text('page'))
  routes.get('/broken', () => {
    throw new Error('SELECT secret FROM vault failed')
  })
  routes.post('/say', async (c) => c.json(await c.req.json()))
  return {
    errors,
    app: makeHttp({ routes, health, host: '127.0.0.1', onError: (error) => errors.push(error), ...change }),
  }
}

const local = { host: '127.0.0.1:7171' }
const say = async (app: Hono, headers: Record<string, string>) =>
  app.request('/say', {
    method: 'POST',
    headers: { ...local, 'content-type': 'application/json', ...headers },
    body: '{"a":1}',
  })

test('health is JSON for everybody', async () => {
  const { app } = makeApp({ host: '0.0.0.0', token })
  const response = await app.request('/health', { headers: { host: 'chime.example' } })
  expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }])
})

test('health is a 503 until something can be posted, so that a balancer sends nobody there', async () => {
  const codeAt = async (status: string) =>
    (
      await makeHttp({ routes: new Hono(), health: () => ({ status }), host: '127.0.0.1' }).request('/health', {
        headers: local,
      })
    ).status
  expect(await Promise.all(['starting', 'ok', 'degraded'].map(codeAt))).toEqual([503, 200, 200])
})

test('a stream that is asked for its head alone is called off', async () => {
  const cancel = vi.fn<() => void>()
  const routes = new Hono().get('/feed', (c) => c.body(new ReadableStream({ cancel })))
  const app = makeHttp({ routes, health, host: '127.0.0.1' })
  const { status, body } = await app.request('/feed', { method: 'HEAD', headers: local })
  expect([status, body, cancel.mock.calls.length]).toEqual([200, null, 1])
})

test('every answer forbids framing, sniffing and foreign content, errors too', async () => {
  const { app } = makeApp()
  for (const path of ['/', '/nowhere', '/broken', '/health']) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { headers } = await app.request(path, { headers: local })
    expect([
      headers.get('content-security-policy'),
      headers.get('x-frame-options'),
      headers.get('x-content-type-options'),
    ]).toEqual([
      "default-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      'DENY',
      'nosniff',
    ])
  }
})

test('what nobody expected is a bare 500 for the client, and told to us', async () => {
  const { app, errors } = makeApp()
  const response = await app.request('/broken', { headers: local })
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(await response.json()).toEqual({
    type: 'about:blank',
    title: 'Internal Server Error',
    status: 500,
    detail: 'something failed here; the log says what',
    code: 'failedHere',
  })
  expect(errors).toEqual([new Error('SELECT secret FROM vault failed')])
})

describe('bound to loopback', () => {
  test.each(['127.0.0.1', '127.0.0.1:7171', 'localhost', 'LOCALHOST:7171', '[::1]', '[::1]:7171'])(
    'the host %s is answered',
    async (host) => {
      expect((await makeApp().app.request('/', { headers: { host } })).status).toBe(200)
    },
  )

  test.each([
    'evil.example',
    'evil.example:7171',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'a@localhost',
    '',
    '[::1]x',
  ])('the host %j is refused: a rebound name must not reach us', async (host) => {
    const { app } = makeApp()
    expect((await app.request('/', { headers: { host } })).status).toBe(403)
    expect((await app.request('/health', { headers: { host } })).status).toBe(403)
  })
})

describe('a write', () => {
  test.each([
    ['of no origin', {}, 200],
    ['of the own origin', { origin: 'http://127.0.0.1:7171' }, 200],
    ['of another site', { origin: 'https://evil.example' }, 403],
    ['of another port', { origin: 'http://127.0.0.1:8080' }, 403],
    ['of another name of this machine', { origin: 'http://localhost:7171' }, 403],
    ['of an opaque origin', { origin: 'null' }, 403],
    ['with a charset', { 'content-type': 'Application/JSON; charset=utf-8' }, 200],
    ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['as plain text, which needs no preflight', { 'content-type': 'text/plain' }, 415],
    ['of no type', { 'content-type': '' }, 415],
  ])('%s is answered', async (_, headers: Record<string, string>, status) => {
    expect((await say(makeApp().app, headers)).status).toBe(status)
  })
})

describe('a token', () => {
  test.each(['0.0.0.0', '192.168.1.5', '::', 'chime.example'])('is needed to listen on %s', (host) => {
    expect(() => makeApp({ host })).toThrow(
      `CHIME_TOKEN is missing: set it to listen on ${host}, or set CHIME_HOST to 127.0.0.1`,
    )
  })

  test.each([
    ['no token', {}],
    ['a wrong one', { authorization: 'Bearer wrong' }],
    ['the beginning of it', { authorization: `Bearer ${token.slice(0, -1)}` }],
    ['another scheme', { authorization: `Basic ${token}` }],
    ['a wrong cookie', { cookie: 'chime=wrong' }],
    ['the token itself as cookie', { cookie: `chime=${token}` }],
  ])('%s is a 401', async (_, headers: Record<string, string>) => {
    const { app } = makeApp({ host: '0.0.0.0', token })
    const response = await app.request('/', { headers: { host: 'any.example', ...headers } })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect((await say(app, headers)).status).toBe(401)
  })

  test('is asked for on loopback too, once it is set', async () => {
    const { app } = makeApp({ token })
    expect((await app.request('/', { headers: local })).status).toBe(401)
  })

  test('in the Authorization header opens everything', async () => {
    const { app } = makeApp({ host: '0.0.0.0', token: 'sesame' })
    const headers = { host: 'any.example', authorization: 'bearer sesame' }
    expect((await app.request('/', { headers })).status).toBe(200)
    expect((await say(app, { authorization: 'Bearer sesame' })).status).toBe(200)
  })

  test('in the address becomes a cookie, and leaves the address', async () => {
    const { app } = makeApp({ host: '0.0.0.0', token })
    const first = await app.request(`http://any.example/?token=${token}&x=1`, {
      headers: { host: 'any.example' },
    })
    expect([first.status, first.headers.get('location')]).toEqual([303, '/?x=1'])
    const [cookie = '', ...attributes] = (first.headers.get('set-cookie') ?? '').split('; ')
    expect(attributes).toEqual(['Max-Age=2592000', 'Path=/', 'HttpOnly', 'SameSite=Strict'])
    expect(cookie).not.toContain(token)
    expect((await app.request('/', { headers: { cookie } })).status).toBe(200)
  })

  test('in the address of another site keeps the redirect here', async () => {
    const { app } = makeApp({ host: '0.0.0.0', token: 'sesame' })
    const response = await app.request('http://any.example//evil.example/?token=sesame')
    expect(response.headers.get('location')).toBe('/evil.example/')
  })

  test('that is wrong in the address is a 401 and sets nothing', async () => {
    const { app } = makeApp({ host: '0.0.0.0', token })
    const response = await app.request('/?token=wrong')
    expect([response.status, response.headers.get('set-cookie')]).toEqual([401, null])
  })
})
