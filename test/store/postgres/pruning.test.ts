// The memory of a cluster is kept to its age by its workers, in short steps, and left alone while it is away.
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makePruning } from '../../../src/store/postgres/pruning.ts'
import { isLeftOut, looking, serverOfFile, worker } from './postgres-world.ts'
import { commitOf, upTo } from './room-rows.ts'
import { waitUntil } from './wait-until.ts'

const world = serverOfFile()
const day = 24 * 60 * 60_000
const log = pino({ level: 'silent' })

describe.skipIf(isLeftOut)('rows of rooms', () => {
  test('that are older than they are to be kept are removed by workers side by side, and no younger ones', async () => {
    const url = await world.database()
    let now = 1_000 * day
    const workers = [worker(url, { now: () => now }), worker(url, { now: () => now })]
    const [one] = workers
    await one?.house.enter(() => {})
    await workers[1]?.house.enter(() => {})
    await one?.write(upTo(300).flatMap((seq) => commitOf('web:a', seq)))
    now += 2 * day
    await one?.write([...commitOf('web:a', 301), ...commitOf('web:b', 1)])
    const all = workers.map((postgres) => {
      const { prune } = postgres
      const steps: number[] = []
      const told = async (before: number, most: number): Promise<number> => {
        const removed = await prune(before, most)
        steps.push(removed)
        return removed
      }
      const pruning = makePruning({
        postgres: { ...postgres, prune: told },
        retainDays: 3,
        now: () => now,
        log,
        idleMs: 5,
        most: 50,
      })
      onTestFinished(pruning.stop)
      pruning.start()
      return { pruning, steps }
    })
    const removedByAll = (): number => all.reduce((sum, { pruning }) => sum + pruning.figures().removed, 0)
    await waitUntil(() => all.every(({ steps }) => steps.length > 3))
    // Minutes of the books that tell of long ago, and no commit.
    expect(removedByAll()).toBe(6)
    expect(all.map(({ pruning }) => pruning.figures().oldest)).toEqual([1_000 * day, 1_000 * day])
    now += 1.5 * day
    const { query } = looking(url)
    const left = () => query('SELECT room, seq FROM room_commit ORDER BY n')
    await waitUntil(async () => (await left()).length === 2)
    await waitUntil(() => all.every(({ pruning }) => pruning.figures().oldest === 1_002 * day))
    expect(await left()).toEqual([
      { room: 'web:a', seq: 301 },
      { room: 'web:b', seq: 1 },
    ])
    expect(await one?.turnsAfter('web:a', 0, 400)).toEqual([JSON.stringify({ turn: 301 })])
    expect(removedByAll()).toBe(306)
    expect(all.flatMap(({ steps }) => steps).every((removed) => removed <= 100)).toBe(true)
  })

  test('of the last day stay whatever is to be kept, for the ceilings are counted from them', async () => {
    const now = 1_000 * day
    const asked: number[] = []
    const pruning = makePruning({
      postgres: {
        prune: async (before) => (asked.push(before), 0),
        oldestCommit: async () => undefined,
        state: () => ({ waitingRows: 0, waitingRooms: 0, refused: 0 }),
      },
      retainDays: 1,
      now: () => now,
      log,
    })
    onTestFinished(pruning.stop)
    pruning.start()
    await waitUntil(() => asked.length === 1)
    expect(asked).toEqual([now - 25 * 60 * 60_000])
  })

  test('are not asked for while the memory is known to be away, and go once it is back', async () => {
    const url = await world.database()
    let now = 1_000 * day
    const postgres = worker(url, { now: () => now })
    await postgres.write(commitOf('web:a', 1))
    now += 40 * day
    let asked = 0
    let looked = 0
    const watched = {
      ...postgres,
      state: () => ((looked += 1), postgres.state()),
      prune: (...given: Parameters<typeof postgres.prune>) => ((asked += 1), postgres.prune(...given)),
    }
    await world.server().kill()
    // Sessions outlive the server that was killed by a moment.
    const written: Promise<unknown>[] = []
    await waitUntil(() => {
      written.push(postgres.write(commitOf('web:b', written.length + 1)))
      return postgres.state().awaySince !== undefined
    })
    const pruning = makePruning({ postgres: watched, retainDays: 30, now: () => now, log, idleMs: 5 })
    onTestFinished(pruning.stop)
    pruning.start()
    await waitUntil(() => looked > 5)
    expect([asked, pruning.figures()]).toEqual([0, { removed: 0 }])
    await world.server().start()
    await Promise.all(written)
    await waitUntil(() => pruning.figures().oldest === now)
    expect(await postgres.durable(['web:a', 'web:b'])).toEqual(new Map([['web:b', written.length]]))
  })
})
