// Requests whose bodies never end cost little, whoever sends them (X2; bad input 25).
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { sign } from '../../../src/channels/bridge/signature.ts'
import { key, served, side, start } from './bridge-world.ts'
import { peers } from './posted.ts'

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

test('bodies that never end take a bounded number of places, and a peer is told to try again (25)', async () => {
  const { url } = await served(side({ id: 'alpha', peers, patienceMs: 200, mostAtOnce: 3 }).app)
  const slow = () => slowly(url, sign([key(1)], 'evt_1', '', start))
  const statuses = (await Promise.all([1, 2, 3, 4, 5].map(slow))).map((answer) => answer.split(' ')[1])
  expect(statuses.toSorted((a, b) => Number(a) - Number(b))).toEqual(['408', '408', '408', '503', '503'])
  expect((await slow()).split(' ')[1]).toBe('408')
})
