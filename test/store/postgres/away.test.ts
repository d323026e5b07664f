// While Postgres cannot be reached, rows wait in bounded memory, and it is told for how long.
import { describe, expect, test } from 'vitest'
import { BacklogFull } from '../../../src/store/postgres/commits.ts'
import { cuttingProxy } from './cutting-proxy.ts'
import { isLeftOut, serverOfFile, worker } from './postgres-world.ts'
import { commitOf } from './room-rows.ts'
import { takenOrder } from './tables.ts'
import { waitUntil } from './wait-until.ts'

const world = serverOfFile()
const rooms = ['web:a', 'web:b', 'direct web:ann']

describe.skipIf(isLeftOut)('rows of rooms', () => {
  test('wait, and no more than some connections a second are tried, where each is closed at once', async () => {
    const url = await world.database()
    let [tries, isClosing] = [0, true]
    const door = await cuttingProxy(url, () => {
      tries += 1
      return isClosing ? { toServer: 0 } : undefined
    })
    let ahead = 0
    const { write, state } = worker(door.url, { now: () => Date.now() + ahead, timeoutMs: 200 })
    const written = write(commitOf('web:a', 1))
    await waitUntil(() => tries > 5)
    const [before, at] = [tries, performance.now()]
    await waitUntil(() => tries > before + 10)
    expect(performance.now() - at).toBeGreaterThan(400)
    ahead = 10_000
    expect(state()).toMatchObject({ waitingRows: 4, problem: expect.any(String), awaySince: expect.any(Number) })
    isClosing = false
    expect((await written).durable).toEqual(new Map([['web:a', 1]]))
    expect(state()).toEqual({ waitingRows: 0, waitingRooms: 0, refused: 0 })
  })

  test('wait in bounded memory: what is too much is not taken up, and handed over again later', async () => {
    const url = await world.database()
    const { write, state } = worker(url, { limits: { rows: 12, size: 1e6 } })
    await world.server().kill()
    const first = rooms.map((room) => write(commitOf(room, 1)))
    await expect(write(commitOf('web:a', 2))).rejects.toThrow(BacklogFull)
    // Those that wait are not counted twice.
    const again = write(commitOf('web:a', 1))
    await waitUntil(() => state().awaySince !== undefined)
    expect(state()).toMatchObject({
      waitingRows: 12,
      waitingRooms: 3,
      problem: expect.stringMatching(/ENOENT|ECONN|CLOSED/),
    })
    await world.server().start()
    await Promise.all([...first, again])
    await write(commitOf('web:a', 2))
    expect(await takenOrder(url)).toEqual({ 'web:a': [1, 2], 'web:b': [1], 'direct web:ann': [1] })
  })
})
