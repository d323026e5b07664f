// A worker that does not know a room's past: it waits for the memory, or for another worker, before it speaks without it.
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeRoomWork, type RoomWorkOptions } from '../../../src/host/restate/room-work.ts'
import type { TurnRow } from '../../../src/host/restate/room-state.ts'
import { asker } from '../contract/machines.ts'

const room = 'web:lobby'
const row = (turn: number): TurnRow => ({ turn, messages: [], steps: [] })

/** It knows nothing of the room; the memory has five turns of it, once it is there. */
function world() {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const written: number[] = []
  const memory = { isAway: true }
  const ran: string[] = []
  let left = 0
  const { work } = makeRoomWork({
    clock: { now: () => 0, at: () => () => {} },
    hosted: {
      machine: asker,
      version: '1',
      migrations: {},
      inputOf: () => ({}),
      jobs: {
        compose: { afterCrash: 'rerun', readsPast: true, run: async () => void ran.push('compose') },
        deliver: { afterCrash: 'rerun', run: async () => void ran.push('deliver') },
      },
    } as unknown as RoomWorkOptions['hosted'],
    log: {
      write: (_, { turn }) => (written.push(turn), []),
      shared: {
        known: () => written.at(-1) ?? 0,
        kept: () => 5,
        async after(_, turn) {
          if (memory.isAway) throw new Error('away')
          return [1, 2, 3, 4, 5].filter((n) => n > turn).map(row)
        },
        ship: async () => undefined,
      },
    },
    tell: () => undefined,
    halted: () => undefined,
    avoid: () => void (left += 1),
    hotActors: 10,
  })
  const run = (src: string) => {
    const start = { ref: { actor: 0, key: `iris ${room}`, id: src, gen: 1 }, src, input: {} }
    const once = (_: string, make: () => Promise<never>) => make()
    return Promise.resolve(
      work.work({ starts: [start], turn: 5 }, { once, rows: [], signal: new AbortController().signal }),
    )
  }
  return { work, written, memory, ran, left: () => left, run, pass: (ms: number) => vi.advanceTimersByTime(ms) }
}

const missing = 'a part of what was said and done in web:lobby is not known here, and the memory of the cluster is away'

test('17 a turn waits half a second for the past of its room, and asks to be taken elsewhere; then the room goes on', async () => {
  const { work, written, left, pass } = world()
  const catchUp = async (): Promise<void> => work.catchUp({ key: room, turn: 5, rows: [] })
  await expect(catchUp()).rejects.toThrow(missing)
  pass(400)
  await expect(catchUp()).rejects.toThrow(missing)
  pass(200)
  await catchUp()
  expect([written, left()]).toEqual([[], 2])
})

test('17 what reads the past does not run without it, however long the memory is away; what only posts does', async () => {
  const { ran, memory, written, pass, run } = world()
  await expect(run('compose')).rejects.toThrow(missing)
  pass(3_600_000)
  await expect(run('compose')).rejects.toThrow(missing)
  await run('deliver')
  memory.isAway = false
  await run('compose')
  expect([ran, written]).toEqual([
    ['deliver', 'compose'],
    [1, 2, 3, 4, 5],
  ])
})

test('17 what the room itself has kept of its past is enough', async () => {
  const { work, written } = world()
  await work.catchUp({ key: room, turn: 5, rows: [1, 2, 3, 4, 5].map(row) })
  expect(written).toEqual([1, 2, 3, 4, 5])
})
