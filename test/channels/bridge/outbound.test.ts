// What peers are told: once each, in order, through rotations of keys and outages, and never by blocking a send (X1, X6).
import { expect, onTestFinished, test, vi } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { group, handClock, key, polling, says, served, side, start } from './bridge-world.ts'
import { scriptedPeer } from './scripted-peer.ts'

const aToB = [key(1)]
const bToA = [key(2)]

/** `url` without the path. */
const beta = (url: string, out = aToB) => ({
  id: 'beta',
  url: `${url}/v1/events`,
  keys: { in: bToA, out },
  groups: [group],
})

test('a reply reaches the peer as the reference implementation and CloudEvents want it', async () => {
  const peer = await scriptedPeer()
  const alpha = side({ id: 'alpha', peers: [beta(peer.url)] })
  alpha.begin()
  says(alpha.bridge, { replyTo: 'om_0' }, start)
  await vi.waitFor(() => expect(peer.got).toHaveLength(1), polling)
  const { headers = {}, body = '' } = peer.got[0] ?? {}
  vi.useFakeTimers({ now: start, toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(new Webhook(key(1)).verify(body, headers)).toEqual({
    specversion: '1.0',
    id: headers['webhook-id'],
    source: 'chime:alpha',
    type: 'chime.message',
    time: '2026-11-21T12:00:00.000Z',
    datacontenttype: 'application/json',
    data: {
      group,
      message: 'om_1',
      sender: { id: 'iris', name: 'Iris' },
      text: 'Rex, a Welch test?',
      replyTo: 'om_0',
      mentions: [{ id: 'rex', name: 'Rex' }],
      hops: 1,
      root: 'om_0',
    },
  })
  expect(headers['content-type']).toBe('application/cloudevents+json')
})

test('hops and the first word travel with the talk, and end it: the fifth reply stays at home (X3)', async () => {
  const peer = await scriptedPeer()
  const alpha = side({ id: 'alpha', peers: [beta(peer.url)] })
  alpha.begin()
  for (const n of [1, 2, 3, 4, 5, 6]) says(alpha.bridge, { message: `om_${n}`, batch: ['om_x', `om_${n - 1}`] }, start)
  says(alpha.bridge, { message: 'om_9', batch: ['om_8'] }, start)
  await vi.waitFor(() => expect(peer.got.at(-1)?.id).toBe('om_9'), polling)
  expect(
    peer.got.map(({ body }) => {
      const { message, hops, root } = (JSON.parse(body) as { data: Record<string, unknown> }).data
      return [message, hops, root]
    }),
  ).toEqual([
    ['om_1', 1, 'om_x'],
    ['om_2', 2, 'om_x'],
    ['om_3', 3, 'om_x'],
    ['om_4', 4, 'om_x'],
    ['om_9', 1, 'om_8'],
  ])
  const keptBack = (n: number) => ['keptBack', { group, message: `om_${n}`, bot: 'iris', hops: n }]
  expect(alpha.told).toEqual([keptBack(5), keptBack(6)])
  expect(alpha.bridge.standings().map(({ untold }) => untold)).toEqual([2])
})

test('keys are rotated without a lost message, whichever side begins', async () => {
  const told: string[] = []
  const port = { at: 0 }
  /** One message from alpha to beta while they have these keys. */
  const talk = async (n: number, out: string[], inKeys: string[]) => {
    const b = side({
      id: 'beta',
      peers: [{ id: 'alpha', url: 'http://127.0.0.1:9/', keys: { in: inKeys, out: bToA }, groups: [group] }],
    })
    b.begin()
    const server = await served(b.app, port.at)
    const a = side({ id: 'alpha', peers: [{ ...beta('', out), url: server.url }] })
    a.begin()
    says(a.bridge, { message: `om_${n}` }, start)
    await vi.waitFor(() => expect(b.taken.length + a.told.length + b.refused.length).toBeGreaterThan(0), polling)
    told.push(...b.taken.map(({ id }) => id))
    await a.bridge.stop()
    await server.stop()
  }
  const [old, fresh] = [key(10), key(11)]
  await talk(1, [old], [old])
  // The receiver first, as the guide says.
  await talk(2, [old], [fresh, old])
  await talk(3, [fresh], [fresh, old])
  await talk(4, [fresh], [fresh])
  // The sender first, with both.
  await talk(5, [old, fresh], [fresh])
  await talk(6, [old], [old, fresh])
  await talk(7, [fresh, old], [old])
  expect(told).toEqual(['om_1', 'om_2', 'om_3', 'om_4', 'om_5', 'om_6', 'om_7'])
})

test('a peer that is down for ten minutes costs a bounded number of tries, and gets all that is not stale when it is back (X6)', async () => {
  const peer = await scriptedPeer()
  const hand = handClock()
  const alpha = side({ id: 'alpha', peers: [beta(peer.url)], hand })
  alpha.begin()
  peer.state.status = 503
  says(alpha.bridge, { message: 'om_1' }, hand.now())
  let said = 1
  const pauses: number[] = []
  while (hand.now() < start + 10 * 60_000) {
    // oxlint-disable-next-line no-await-in-loop -- a pause after the other
    pauses.push(await hand.pause())
    // One more message about every two minutes.
    if (hand.now() > start + said * 120_000) says(alpha.bridge, { message: `om_${(said += 1)}` }, hand.now())
  }
  expect(pauses.length).toBeLessThanOrEqual(6 + 20)
  expect(pauses.filter((pause) => pause <= 0 || pause > 60_000)).toEqual([])
  expect(new Set(peer.got.map(({ id }) => id))).toEqual(new Set(['om_1']))
  await vi.waitFor(() => expect(alpha.told).toContainEqual(['expired', 'beta', 1]), polling)

  peer.got.length = 0
  peer.state.status = 202
  await hand.pause()
  await vi.waitFor(() => expect(peer.got.at(-1)?.id).toBe(`om_${said}`), polling)
  const delivered = peer.got.filter(({ status }) => status === 202).map(({ id }) => id)
  expect(delivered).toEqual(Array.from({ length: said - 1 }, (_, n) => `om_${n + 2}`))
  await vi.waitFor(
    () =>
      expect(alpha.told).toEqual([
        ['changed', 'beta', 'the peer answered 503'],
        ['expired', 'beta', 1],
        ['changed', 'beta', undefined],
      ]),
    polling,
  )
})

test('each try carries the same id and a timestamp of its own; Retry-After is waited', async () => {
  const peer = await scriptedPeer()
  const hand = handClock()
  const alpha = side({ id: 'alpha', peers: [beta(peer.url)], hand })
  alpha.begin()
  Object.assign(peer.state, { status: 429, headers: { 'retry-after': '90' } })
  says(alpha.bridge, {}, hand.now())
  await vi.waitFor(() => expect(peer.got).toHaveLength(1), polling)
  Object.assign(peer.state, { status: 200, headers: {} })
  expect(await hand.pause()).toBe(90_000)
  await vi.waitFor(() => expect(peer.got).toHaveLength(2), polling)
  const [first, second] = peer.got
  expect(second?.body).toBe(first?.body)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(Number(second?.headers['webhook-timestamp'])).toBe(start / 1000 + 90)
})

test('what a peer refuses for good is dropped with a line in the log, and the next one goes out', async () => {
  const peer = await scriptedPeer()
  const alpha = side({ id: 'alpha', peers: [beta(peer.url)] })
  alpha.begin()
  for (const [n, status] of [401, 302, 202].entries()) {
    peer.state.status = status
    says(alpha.bridge, { message: `om_${n}` }, start)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await vi.waitFor(() => expect(peer.got).toHaveLength(n + 1), polling)
    // oxlint-disable-next-line no-await-in-loop
    expect(await alpha.hand.pause()).toBe(0)
  }
  expect(alpha.told).toEqual([
    ['refused', 'beta', 'the peer answered 401: it does not know our key, or the clocks differ by more than 5 minutes'],
    ['refused', 'beta', 'the peer answered 302'],
  ])
})

test('what was booked before a crash goes out after it, once; a reply that is booked twice is told once (S5)', async () => {
  const peer = await scriptedPeer()
  const before = side({ id: 'alpha', peers: [beta(peer.url)] })
  // Never started: the process died between the commit and the first try.
  says(before.bridge, { message: 'om_1' }, start)
  says(before.bridge, { message: 'om_1' }, start)
  says(before.bridge, { message: 'om_2' }, start)
  const after = side({ id: 'alpha', peers: [beta(peer.url)], db: before.db })
  after.begin()
  await vi.waitFor(() => expect(peer.got.map(({ id }) => id)).toEqual(['om_1', 'om_2']), polling)
  // Its answer to the last one has arrived, too: what stops before that is sent again, and known by its id.
  expect(await after.hand.pause()).toBe(0)
  await after.bridge.stop()
  const third = side({ id: 'alpha', peers: [beta(peer.url)], db: before.db })
  third.begin()
  says(third.bridge, { message: 'om_3' }, start)
  await vi.waitFor(() => expect(peer.got.map(({ id }) => id)).toEqual(['om_1', 'om_2', 'om_3']), polling)
})

test('of more than a thousand that wait for one peer the oldest are given up, and another peer is not held up', async () => {
  const peer = await scriptedPeer()
  const nobody = { ...beta('http://127.0.0.1:9'), id: 'gamma' }
  const alpha = side({ id: 'alpha', peers: [nobody, beta(peer.url)] })
  for (let n = 1; n <= 1_002; n += 1) says(alpha.bridge, { message: `om_${n}` }, start)
  expect(alpha.told.filter(([what]) => what === 'expired')).toHaveLength(4)
  alpha.db.exec("DELETE FROM bridge_outbox WHERE peer = 'beta' AND n < (SELECT max(n) - 4 FROM bridge_outbox)")
  alpha.begin()
  await vi.waitFor(() => expect(peer.got.map(({ id }) => id)).toEqual(['om_1000', 'om_1001', 'om_1002']), polling)
})

test('what models and chats make too long is cut, so that the peer can take it', async () => {
  const beside = { id: 'alpha', url: 'http://127.0.0.1:9/', keys: { in: aToB, out: bToA }, groups: [group] }
  const b = side({ id: 'beta', peers: [beside] })
  b.begin()
  const server = await served(b.app)
  const a = side({ id: 'alpha', peers: [{ ...beta(''), url: server.url }] })
  a.begin()
  const long = 'x'.repeat(300)
  const mentions = Array.from({ length: 60 }, (_, n) => ({ id: `beta/${n}${'y'.repeat(100)}`, name: '字'.repeat(100) }))
  says(a.bridge, { message: 'om_1', text: '\u0001字"'.repeat(9_000), mentions, batch: [long], replyTo: long }, start)
  says(a.bridge, { message: 'om_2', mentions: [{ id: long, name: 'Long' }] }, start)
  await vi.waitFor(() => expect(b.taken).toHaveLength(2), polling)
  expect(a.told).toEqual([])
  const [first, second] = b.taken
  expect([first?.text, first?.mentions?.length, first?.replyTo]).toEqual(['字"'.repeat(4_500), 50, undefined])
  expect(second?.mentions).toEqual([])
})
