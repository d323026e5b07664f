// The feed over real connections: readers that keep up, one that comes back, and one that never reads.
import { once } from 'node:events'
import { connect } from 'node:net'
import { onTestFinished, expect, test, vi } from 'vitest'
import { feedStream } from '../../src/feed/feed-stream.ts'
import { makeHttp } from '../../src/http/app.ts'
import { listen } from '../../src/http/serve.ts'
import type { VisualizerSource } from '../../src/feed/source.ts'
import { makeVisualizerRoutes } from '../../src/http/visualizer-routes.ts'
import { readerOf, seqsIn, start, steppedHub, tells, type StreamEvent } from './feed-fixture.ts'

const iris = 'iris web:a'
const path = `/api/feed?actor=${encodeURIComponent(iris)}`

async function served(size?: number) {
  const life = steppedHub(size === undefined ? {} : { size })
  const nothing = (): never[] => []
  const source: VisualizerSource = {
    knows: async (key) => key === iris,
    board: async () => life.hub.board(),
    charts: [],
    drawn: () => Promise.reject(new Error('there is no chart')),
    feed: async (key, lastId, disconnect) =>
      feedStream({
        hub: life.hub,
        actor: key === undefined ? undefined : { key, group: 'web:a' },
        lastId,
        lines: nothing,
        now: () => 5,
        disconnect,
      }),
    tape: nothing,
    floor: async () => [],
    talk: nothing,
    calls: nothing,
    search: async () => ({ messages: [], verdicts: [], rooms: 0, lines: 0 }),
  }
  const health = () => ({ status: 'ok' })
  const app = makeHttp({ routes: makeVisualizerRoutes(source), health, host: '127.0.0.1' })
  const server = await listen(app, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.stop())
  const open = async (lastId?: number) => {
    const headers: Record<string, string> = lastId === undefined ? {} : { 'last-event-id': String(lastId) }
    const { status, body } = await fetch(server.url + path, { headers })
    if (status !== 200 || !body) throw new Error(`the feed answers ${status}`)
    return readerOf(body)
  }
  return { ...life, ...server, open }
}

const upTo = (last: number, first = 1): number[] => Array.from({ length: last - first + 1 }, (_, n) => n + first)

test('two readers at speed hear every step once and in order, beside one that never reads', async () => {
  const { url, step, open } = await served()
  const idle = connect(Number(new URL(url).port), '127.0.0.1')
  idle.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)
  await once(idle, 'readable')
  const readers = await Promise.all([open(), open()])
  await Promise.all(readers.map((reader) => reader.next()))
  const told: StreamEvent[][] = [[], []]
  for (let burst = 1; burst <= 4; burst += 1) {
    for (let n = 0; n < 3_000; n += 1) step(iris, 'x'.repeat(800))
    // oxlint-disable-next-line no-await-in-loop -- burst after burst
    const more = await Promise.all(readers.map((reader) => reader.until(tells(burst * 3_000))))
    for (const [n, events] of more.entries()) told[n]?.push(...events)
  }
  expect(told.map(seqsIn)).toEqual([upTo(12_000), upTo(12_000)])
  expect(told.flat().filter(({ event }) => event === 'gap')).toEqual([])
  idle.destroy()
})

test('a reader that lost its connection goes on behind the last id, and misses nothing', async () => {
  const { step, open } = await served()
  const first = await open()
  await first.next()
  for (let n = 0; n < 5; n += 1) step(iris)
  const before = await first.until(tells(5))
  await first.stop()
  for (let n = 0; n < 1_000; n += 1) step(iris)
  const second = await open(before.at(-1)?.id)
  const after = await second.until(tells(1_005))
  await second.stop()
  expect([seqsIn(before), seqsIn(after)]).toEqual([upTo(5), upTo(1_005, 6)])
})

test('a reader that comes back too late is told how much it missed', async () => {
  const { step, open } = await served(100)
  for (let n = 0; n < 250; n += 1) step(iris)
  const reader = await open(start + 50)
  const told = await reader.until(tells(250))
  await reader.stop()
  expect([told[1], seqsIn(told)]).toEqual([{ event: 'gap', data: { missed: 100 } }, upTo(250, 151)])
})

test('a reader that vanishes is forgotten, and the steps go on', async () => {
  const { url, hub, step } = await served()
  const calledOff = vi.fn<() => void>()
  const waits = vi.spyOn(hub, 'next').mockReturnValue(calledOff)
  const gone = connect(Number(new URL(url).port), '127.0.0.1')
  gone.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)
  await vi.waitFor(() => expect(waits).toHaveBeenCalledOnce())
  gone.resetAndDestroy()
  await vi.waitFor(() => expect(calledOff).toHaveBeenCalledOnce())
  const reads = vi.spyOn(hub, 'read')
  step(iris)
  expect(reads).not.toHaveBeenCalled()
})
