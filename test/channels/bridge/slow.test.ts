// Requests whose bodies never end cost little, whoever sends them (X2; bad input 25).
import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { sign } from '../../../src/channels/bridge/signature.ts'
import { key, polling, served, side, start } from './bridge-world.ts'
import { event, peers } from './posted.ts'

type SignedHead = { 'chime-head-signature'?: string }

/** A request whose body never ends, and all that it is answered. */
function opened(url: string, headers: object) {
  const sent = Promise.withResolvers<void>()
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const answer = new Promise<string>((resolve, reject) => {
    let all = ''
    const lines = Object.entries({
      host: 'a',
      'content-type': 'application/cloudevents+json',
      'content-length': '100',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`)
    socket.on('connect', () =>
      socket.write(`POST /v1/events HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{"spec`, () => sent.resolve()),
    )
    socket.on('data', (chunk) => (all += chunk.toString()))
    socket.on('close', () => resolve(all))
    socket.on('error', reject)
  })
  return { socket, answer, isSent: sent.promise }
}

const slowly = (url: string, headers: object): Promise<string> => opened(url, headers).answer

test('a body that does not come to its end is answered 408, and the connection closed (25)', async () => {
  const { url } = await served(side({ id: 'alpha', peers, timeoutMs: 50 }).app)
  const answer = await slowly(url, sign([key(1)], 'evt_1', '', start))
  expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout')
  expect(answer).toContain('"detail":"the body did not arrive in time"')
})

test('nobody waits for the body of a request that is not signed, or was signed long ago (25)', async () => {
  const { url } = await served(side({ id: 'alpha', peers, timeoutMs: 60_000 }).app)
  const answers = await Promise.all([slowly(url, {}), slowly(url, sign([key(1)], 'evt_1', '', start - 301_000))])
  expect(answers.map((answer) => answer.split('\r\n')[0])).toEqual(Array(2).fill('HTTP/1.1 401 Unauthorized'))
})

/** As a peer of before signs, or a stranger who has read how: the head proves nothing. */
const unproved = () => {
  const { 'chime-head-signature': _, ...headers } = sign([key(9)], 'evt_1', '', start)
  return headers
}
const statusOf = (answer: string) => answer.split(' ')[1]

test('bodies that never end take a bounded number of places, and the oldest gives way (25)', async () => {
  const { url } = await served(side({ id: 'alpha', peers, timeoutMs: 500, mostAtOnce: 3 }).app)
  const statuses = await Promise.all([1, 2, 3, 4, 5].map(() => slowly(url, unproved()).then(statusOf)))
  expect(statuses.toSorted((a, b) => Number(a) - Number(b))).toEqual(['408', '408', '408', '503', '503'])
  expect(statusOf(await slowly(url, unproved()))).toBe('408')
})

test.each([
  ['whose head is signed, while strangers hold every place', () => {}],
  [
    'of before, which gets a place from the oldest of them',
    (headers: object) => delete (headers as SignedHead)['chime-head-signature'],
  ],
])('a peer %s, is heard at once (25)', async (_, change) => {
  const alpha = side({ id: 'alpha', peers, timeoutMs: 60_000, mostAtOnce: 3 })
  alpha.begin()
  const { url } = await served(alpha.app)
  const strangers = [1, 2, 3].map(() => opened(url, unproved()))
  await Promise.all(strangers.map(({ isSent }) => isSent))
  const body = JSON.stringify(event)
  const headers = { 'content-type': 'application/cloudevents+json', ...sign([key(1)], 'evt_1', body, start) }
  change(headers)
  const response = await fetch(url, { method: 'POST', headers, body })
  for (const { socket } of strangers) socket.destroy()
  expect(response.status).toBe(202)
})

test('what a stranger says of its head opens no place of a peer (25)', async () => {
  const alpha = side({ id: 'alpha', peers, timeoutMs: 300, mostAtOnce: 1 })
  const { url } = await served(alpha.app)
  const forged = { ...sign([key(9)], 'evt_1', '', start) }
  const real = { ...sign([key(1)], 'evt_1', '', start) }
  const statuses = await Promise.all([forged, unproved(), real].map((head) => slowly(url, head).then(statusOf)))
  expect(statuses.toSorted((a, b) => Number(a) - Number(b))).toEqual(['408', '408', '503'])
  expect(statuses[2]).toBe('408')
})

test('a body that is cut short is a refused request, and no failure of the service (25)', async () => {
  const alpha = side({ id: 'alpha', peers })
  const { url } = await served(alpha.app)
  const { socket, answer, isSent } = opened(url, unproved())
  await isSent
  socket.end()
  await answer
  await vi.waitFor(() => expect(alpha.refused).toHaveLength(1), polling)
  expect(alpha).toMatchObject({
    refused: [{ status: 400, reason: 'the connection ended before the body did' }],
    failed: [],
  })
})
