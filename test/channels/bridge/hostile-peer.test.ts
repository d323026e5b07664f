// Peers that mean no good: where they send us, bodies without an end, and the same id for something else (X2, X6).
import { createServer, type RequestListener } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listening } from '../../world/loopback.ts'
import { group, key, polling, says, side, start } from './bridge-world.ts'
import { alpha, posted, withData } from './posted.ts'
import { scriptedPeer } from './scripted-peer.ts'

async function peerAt(answer: RequestListener): Promise<string> {
  const { url, stop } = await listening(createServer(answer))
  onTestFinished(stop)
  return `${url}/v1/events`
}

function toldTo(url: string) {
  const made = side({
    id: 'alpha',
    peers: [{ id: 'beta', url, keys: { in: [key(2)], out: [key(1)] }, groups: [group] }],
  })
  made.begin()
  return made
}

test.each([301, 302, 303, 307, 308])('a peer cannot send us elsewhere with a %i', async (status) => {
  const elsewhere = await scriptedPeer()
  let asked = 0
  const url = await peerAt((_, response) => {
    asked += 1
    response.writeHead(status, { location: `${elsewhere.url}/secret` }).end()
  })
  const { bridge, told, hand } = toldTo(url)
  says(bridge, { message: 'om_1' }, start)
  await vi.waitFor(() => expect(told).toHaveLength(1), polling)
  expect([told, await hand.pause(), asked, elsewhere.got]).toEqual([
    [['refused', 'beta', `the peer answered ${status}`]],
    0,
    1,
    [],
  ])
})

test.each([
  [200, 'up', 0],
  [500, 'backingOff', 1],
])('an answer %i whose body never ends is an answer: the peer is %s', async (status, state, waiting) => {
  const got: number[] = []
  const url = await peerAt((_, response) => {
    got.push(status)
    response.writeHead(status).write('x'.repeat(100_000))
  })
  const { bridge } = toldTo(url)
  says(bridge, { message: 'om_1' }, start)
  await vi.waitFor(() => expect(bridge.standings()[0]).toMatchObject({ state, waiting }), polling)
  expect(got).toEqual([status])
})

test('an id that was seen is known, whatever comes under it later', async () => {
  const { app, taken } = alpha()
  const other = withData({ message: 'om_2', text: 'Something else.' })
  expect([await posted(app), await posted(app, { body: other })]).toEqual([[202], [200]])
  expect(taken.map(({ text }) => text)).toEqual(['Iris, which test?'])
})
