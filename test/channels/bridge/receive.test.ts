// What a peer may send in, and what it is told when it may not (X2–X5; bad inputs 20–25).
import { Hono } from 'hono'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { sign } from '../../../src/channels/bridge/signature.ts'
import { makeHttp } from '../../../src/http/app.ts'
import { makeBridgeRoutes } from '../../../src/channels/bridge/routes.ts'
import { group, key, says, side, start } from './bridge-world.ts'
import { alpha, data, event, json, peers, posted, withData } from './posted.ts'
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

test('a peer cannot make a person’s word the end of a long talk (X3)', async () => {
  const { app, bridge, db } = alpha()
  const storedHops = () =>
    db
      .prepare('SELECT body FROM bridge_outbox')
      .all()
      .map(({ body }) => toldIn(String(body)).hops)
  expect(await posted(app, { body: withData({ message: 'of-a-person', hops: 4 }) })).toEqual([202])
  says(bridge, { message: 'om_7', batch: ['of-a-person'] }, start)
  expect(storedHops()).toEqual([1])
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

test('when it was said is told by its age, for the clock of a peer may be minutes off (20)', async () => {
  const { app, taken } = alpha()
  const late = 240_000
  const body = json({ time: new Date(start - late - 3_000).toISOString() })
  expect(await posted(app, { body, at: start - late })).toEqual([202])
  const early = {
    ...event,
    id: 'evt_1',
    time: new Date(start + late).toISOString(),
    data: { ...data, message: 'om_2' },
  }
  const { app: other, taken: takenThere } = alpha()
  expect(await posted(other, { body: JSON.stringify(early), at: start })).toEqual([202])
  expect([taken[0]?.ts, takenThere[0]?.ts]).toEqual([start - 3_000, start])
})
