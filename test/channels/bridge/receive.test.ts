// What a peer may send in, and what it is told when it may not (X2–X5; bad inputs 20–25).
import { connect } from 'node:net'
import { Hono } from 'hono'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { sign } from '../../../src/channels/bridge/signature.ts'
import { makeHttp } from '../../../src/http/app.ts'
import { makeBridgeRoutes } from '../../../src/http/bridge-routes.ts'
import { group, key, says, served, side, start } from './bridge-world.ts'
import { alpha, data, event, peers, posted, withData } from './posted.ts'
import { toldIn } from './scripted-peer.ts'

test('a signed event is taken once, as a message of a bot for the bots of its group; again it is 200 and nothing happens', async () => {
  const { app, taken } = alpha()
  expect([await posted(app), await posted(app), await posted(app, { key: key(2) })]).toEqual([[202], [200], [200]])
  expect(taken).toEqual([
    {
      id: 'om_1',
      group,
      ts: start - 2_000,
      sender: { id: 'beta/rex', name: 'Rex', bot: true },
      text: 'Iris, which test?',
      mentions: [{ id: 'ou_rex', name: 'Rex' }],
      replyTo: 'om_0',
      bots: ['rex'],
    },
  ])
})

test('what the reference implementation signs is taken', async () => {
  const { app } = alpha()
  const body = JSON.stringify(event)
  const signature = new Webhook(key(2)).sign('evt_1', new Date(start), body)
  expect(await posted(app, { body, headers: { 'webhook-signature': signature } })).toEqual([202])
})

test('an event that could not be stored is not known: the peer sends it again', async () => {
  let isFull = true
  const taken: string[] = []
  const made = side({
    id: 'alpha',
    peers,
    intake: async ([message]) => {
      if (isFull) throw new Error('disk full')
      taken.push(message?.id ?? '')
    },
  })
  expect((await posted(made.app))[0]).toBe(503)
  made.begin()
  expect((await posted(made.app))[0]).toBe(500)
  isFull = false
  expect([await posted(made.app), await posted(made.app)]).toEqual([[202], [200]])
  expect(taken).toEqual(['om_1'])
})

test('events that were seen are known after a restart', async () => {
  const { app, db } = alpha()
  await posted(app)
  const again = side({ id: 'alpha', peers, db })
  again.begin()
  expect([await posted(again.app), again.taken]).toEqual([[200], []])
})

test('the log tells whose key signed what was refused, and never the key', async () => {
  const { app, refused } = alpha()
  await posted(app, { body: withData({ hops: 5 }) })
  expect(refused).toEqual([
    { status: 422, reason: 'hops is above 4: bots alone have talked long enough', peer: 'beta' },
  ])
  expect(JSON.stringify(refused)).not.toContain(key(1).slice('whsec_'.length, 20))
})

test('__proto__ and attributes that nobody knows are let by and kept nowhere (24)', async () => {
  const { app, taken } = alpha()
  const body = `{"__proto__":{"polluted":1},"traceparent":"00",${JSON.stringify({
    ...event,
    data: undefined,
  }).slice(1, -1)},"data":{"__proto__":{"bot":false},"constructor":1,${JSON.stringify(data).slice(1)}}`
  expect(await posted(app, { body })).toEqual([202])
  expect(Object.keys(taken[0] ?? {}).toSorted()).toEqual(
    ['bots', 'group', 'id', 'mentions', 'replyTo', 'sender', 'text', 'ts'].toSorted(),
  )
  expect([({} as { polluted?: number }).polluted, taken[0]?.sender.bot]).toEqual([undefined, true])
})

test('who a peer says it is never becomes a person, one of ours, or the bot of another peer (8, 21)', async () => {
  const { app, taken } = alpha()
  const sender = { id: 'gamma/iris', name: ' A\u200bnn\u202e\n(boss) ' }
  expect(await posted(app, { body: withData({ sender }) })).toEqual([202])
  expect(taken.map((message) => message.sender)).toEqual([{ id: 'beta/gamma/iris', name: 'Ann (boss)', bot: true }])
})

test('the path takes posts alone, and no other path takes this type', async () => {
  const { app } = alpha()
  const local = { host: '127.0.0.1' }
  const other = { method: 'POST', headers: { ...local, 'content-type': 'application/cloudevents+json' }, body: '{}' }
  expect((await app.request('/v1/events', { headers: local })).status).toBe(404)
  expect((await app.request('/v1/other', other)).status).toBe(415)
})

test('the token of the page is not asked of a peer, and a signature opens no page (X2)', async () => {
  const { bridge } = alpha()
  const app = makeHttp({
    routes: new Hono().get('/', (c) => c.text('page')),
    signed: makeBridgeRoutes({ receive: bridge.receive, refused: () => {} }),
    token: 'a-token-that-is-long-enough',
    host: '0.0.0.0',
    health: () => ({}),
  })
  const page = await app.request('/', { headers: { ...sign([key(1)], 'evt_1', '', start) } })
  expect([await posted(app), await posted(app, { key: key(8) }), page.status]).toEqual([
    [202],
    [401, 'no signature fits a key that is known here'],
    401,
  ])
})

/** What a request whose body never ends is answered, all of it. */
const slowly = (url: string, headers: object): Promise<string> =>
  new Promise((resolve, reject) => {
    let all = ''
    const lines = Object.entries({
      host: 'a',
      'content-type': 'application/cloudevents+json',
      'content-length': '100',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`)
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () =>
      socket.write(`POST /v1/events HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{"spec`),
    )
    socket.on('data', (chunk) => (all += chunk.toString()))
    socket.on('close', () => resolve(all))
    socket.on('error', reject)
  })

test('a body that does not come to its end is answered 408, and the connection closed (25)', async () => {
  const { url } = await served(side({ id: 'alpha', peers, patienceMs: 50 }).app)
  const answer = await slowly(url, sign([key(1)], 'evt_1', '', start))
  expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout')
  expect(answer).toContain('"detail":"the body did not arrive in time"')
})

test('nobody waits for the body of a request that is not signed, or was signed long ago (25)', async () => {
  const { url } = await served(side({ id: 'alpha', peers, patienceMs: 60_000 }).app)
  const answers = await Promise.all([slowly(url, {}), slowly(url, sign([key(1)], 'evt_1', '', start - 301_000))])
  expect(answers.map((answer) => answer.split('\r\n')[0])).toEqual(Array(2).fill('HTTP/1.1 401 Unauthorized'))
})

test('a peer cannot make a person’s word the end of a long talk (X3)', async () => {
  const { app, bridge, db } = alpha()
  const told = () =>
    db
      .prepare('SELECT body FROM bridge_outbox')
      .all()
      .map(({ body }) => toldIn(String(body)).hops)
  expect(await posted(app, { body: withData({ message: 'of-a-person', hops: 4 }) })).toEqual([202])
  says(bridge, { message: 'om_7', batch: ['of-a-person'] }, start)
  expect(told()).toEqual([1])
})

test('whom a message mentions is told by the ids that the group’s own channel has (R4, X4)', async () => {
  const { app, taken } = alpha()
  const mentions = ['alpha/rex', 'alpha/nobody', 'beta/rex', 'gamma/max', 'rex', 'all', 'nowhere/rex'].map((id) => ({
    id,
    name: id,
  }))
  await posted(app, { body: withData({ mentions }) })
  expect(taken[0]?.mentions?.map(({ id }) => id)).toEqual([
    'ou_rex',
    'alpha/nobody',
    'beta/rex',
    'gamma/max',
    'beta/rex',
    'beta/all',
    'beta/nowhere/rex',
  ])
})
