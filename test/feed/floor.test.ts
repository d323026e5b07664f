// The floor of a room as the page is told of it: live over the feed, and back from the events that the store keeps of it.
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { FloorStep } from '../../src/feed/contract.ts'
import { floorStepOf, floorStepsOf, leadRows } from '../../src/feed/floor.ts'
import { makeVirtualHost } from '../../src/host/virtual/virtual-host.ts'
import { floorKey, floorKind } from '../../src/room/floor.ts'
import { kinds } from '../../src/room/kinds.ts'
import { acpNetwork } from '../channels/contract/acp-network.ts'
import { iris, rex, running, tempFolders } from '../e2e/running.ts'
import { waitFor } from '../e2e/visitor.ts'
import { readerOf, type StreamEvent } from './feed-fixture.ts'

const path = fileURLToPath(new URL('../../examples/acp-like-channel/acp-channel.ts', import.meta.url))
const folder = tempFolders()
const key = floorKey('web:lobby')

/** What the floor of a room is told, and the steps it led to; the events as the store keeps them, newest first. */
function lived(moves: readonly { type: string; by: string; ms: number }[]) {
  const host = makeVirtualHost({ hosted: { ...kinds[floorKind] }, jobs: {} })
  const [steps, rows] = [[] as FloorStep[], [] as { seq: number; at: number; body: string }[]]
  host.subscribe((step) => {
    const { seq, at, event } = step
    if (seq === 0) return
    steps.push(floorStepOf(step))
    rows.unshift({ seq, at, body: JSON.stringify(event) })
  })
  let at = 1_000
  for (const { type, by, ms } of moves) {
    at += ms
    host.tellAt(at, key, { type, by, ...(/claimed|posted/.test(type) && { until: at + 900 }) } as never)
  }
  host.runUntil(at + 5_000)
  return { steps, rows }
}

const moves = (lengths: { minLength: number; maxLength: number }) =>
  fc.array(
    fc.record({
      type: fc.constantFrom('floor.claimed', 'floor.posted', 'floor.left', 'floor.heard'),
      by: fc.constantFrom('iris', 'rex'),
      ms: fc.nat({ max: 1_200 }),
    }),
    lengths,
  )

test('whatever the floor lived through, its events lead to the same steps once more', () => {
  fc.assert(
    fc.property(moves({ minLength: 1, maxLength: 60 }), (all) => {
      const { steps, rows } = lived(all)
      expect(floorStepsOf(rows)).toEqual(steps)
    }),
    { numRuns: 100 },
  )
})

test('of a part of them the last steps are the same; none is told before it is known how the floor stood', () => {
  fc.assert(
    fc.property(moves({ minLength: leadRows, maxLength: 80 }), fc.nat({ max: 40 }), (all, most) => {
      const { steps, rows } = lived(all)
      const told = floorStepsOf(rows.slice(0, most))
      expect(told).toEqual(told.length === 0 ? [] : steps.slice(-told.length))
    }),
    { numRuns: 100 },
  )
})

test('who has the floor and until when, in each state, also when nobody says that the words were heard', () => {
  const { steps } = lived([
    { type: 'floor.claimed', by: 'iris', ms: 0 },
    { type: 'floor.posted', by: 'iris', ms: 500 },
  ])
  const due = (name: string, state: string, at: number) => [
    { id: `xstate.after.${name}.floor.${state}`, name, due: at },
  ]
  expect(steps.map(({ at, active, by, timers, took }) => ({ at, active, by, timers, took }))).toEqual([
    {
      at: 1_000,
      active: ['floor.posting'],
      by: 'iris',
      timers: due('postTimeout', 'posting', 1_900),
      took: ['floor:floor.claimed:0'],
    },
    {
      at: 1_500,
      active: ['floor.awaitingWords'],
      by: 'iris',
      timers: due('wordsTimeout', 'awaitingWords', 1_900),
      took: ['floor.posting:floor.posted:0'],
    },
    {
      at: 1_900,
      active: ['floor.free'],
      by: '',
      timers: [],
      took: ['floor.awaitingWords:after wordsTimeout:0'],
    },
  ])
})

test('of two rows of one seq the newer one counts, and a row that cannot be read leaves the floor unknown until it is taken', () => {
  const claimed = (seq: number, by: string) => ({
    seq,
    at: seq,
    body: JSON.stringify({ type: 'floor.claimed', at: seq, by, until: seq + 9 }),
  })
  const left = { seq: 4, at: 4, body: JSON.stringify({ type: 'floor.left', at: 4, by: 'rex' }) }
  const rows = [claimed(5, 'rex'), left, { seq: 3, at: 3, body: '{' }, claimed(2, 'rex'), claimed(2, 'iris')]
  expect(floorStepsOf(rows).map(({ seq, by }) => [seq, by])).toEqual([
    [2, 'rex'],
    [5, 'rex'],
  ])
})

test('the feed tells every step of the floor of its room, and the store gives them back after a restart (L3)', async () => {
  const network = await acpNetwork()
  onTestFinished(network.stop)
  const home = folder()
  const file = {
    bots: [iris, rex],
    channels: { modules: [{ name: 'acp', path, options: { url: network.url, pollMs: 5 } }] },
  }
  const first = await running(home, file)
  onTestFinished(first.stop)
  const ofIris = `actor=${encodeURIComponent('iris acp:lab')}`
  const floorOf = async (url: string, more = '') =>
    (await fetch(`${url}/api/floor?${ofIris}${more}`)).json() as Promise<FloorStep[]>

  network.says('Ann', 'hello')
  await waitFor('the room', async () => (await fetch(`${first.url}/api/floor?${ofIris}`)).ok || undefined)
  expect(await floorOf(first.url)).toEqual([])
  const { body } = await fetch(`${first.url}/api/feed?${ofIris}`)
  const reader = readerOf(body ?? new ReadableStream())
  const floorIn = ({ event, data }: StreamEvent) => (event === 'floor' ? (data as FloorStep[]) : [])
  const until = async (state: string) => {
    const told = await reader.until((one) => floorIn(one).at(-1)?.active[0] === `floor.${state}`)
    return told.flatMap(floorIn)
  }

  const posts = network.hold()
  network.says('Ann', 'Iris, which test?')
  const posting = await until('posting')
  expect(posting.map(({ seq, active, by, timers }) => ({ seq, active, by, timers: timers.length }))).toEqual([
    { seq: 1, active: ['floor.posting'], by: 'iris', timers: 1 },
  ])
  posts.letGo()
  const told = [...posting, ...(await until('free'))]
  await reader.stop()
  expect(told.at(-1)).toMatchObject({ by: '', timers: [] })
  expect(await floorOf(first.url)).toEqual(told)
  expect(await floorOf(first.url, '&before=3&limit=1')).toEqual(told.slice(1, 2))
  await first.stop()

  const second = await running(home, file)
  onTestFinished(second.stop)
  expect(await floorOf(second.url)).toEqual(told)
})
