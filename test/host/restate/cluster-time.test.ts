// Workers whose machines' clocks are wrong, set and halted: rooms that go from one to the other mean the same by the time.
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { makeClusterTime } from '../../../src/host/restate/cluster-time.ts'
import { makeServiceTime } from '../../../src/host/local/service-time.ts'
import type { FirstClock } from '../../../src/store/postgres/clocks.ts'
import { testMachine } from '../machine-time.ts'

const [second, hour] = [1_000, 3_600_000]

/** A worker before whom another one was, with its time, when it told it, and how long the answer takes. */
function world({ wrongBy = 0 } = {}) {
  const machine = testMachine()
  machine.set(wrongBy)
  const time = makeServiceTime({ sources: machine.sources() })
  const logged: string[] = []
  const log = pino({ base: null, timestamp: false }, { write: (text: string) => void logged.push(text) })
  const other = { worker: 'w1', aheadMs: 0, told: 0, isSilent: false, answersInMs: 0, slowAnswers: [] as number[] }
  const passes = async <T>(answer: () => T): Promise<T> => {
    const takesMs = other.slowAnswers.shift() ?? other.answersInMs
    machine.pass(takesMs / 2)
    const given = answer()
    machine.pass(takesMs / 2)
    return given
  }
  const first = (): FirstClock => ({
    worker: other.worker,
    time: machine.real() + other.aheadMs,
    told: `${(other.told += other.isSilent ? 0 : 1)}`,
  })
  let asked = 0
  const cluster = makeClusterTime({
    clocks: {
      timeNow: () => passes(() => machine.real() + other.aheadMs),
      tellTime: () => passes(first).finally(() => (asked += 1)),
    },
    clock: time,
    log,
    everyMs: 1,
  })
  return {
    machine,
    time,
    other,
    logged,
    cluster,
    aheadMs: () => time.now() - machine.real(),
    looks: async (count: number): Promise<void> => {
      const from = asked
      await vi.waitFor(() => expect(asked).toBeGreaterThan(from + count), { interval: 1 })
    },
  }
}

test.each([3 * hour, -3 * hour, 0])('17 a worker %i ms off starts with the time of those that run', async (wrongBy) => {
  const { cluster, aheadMs, other, logged } = world({ wrongBy })
  other.answersInMs = 200
  expect(aheadMs()).toBe(wrongBy)
  await cluster.start()
  expect(aheadMs()).toBe(0)
  expect(logged).toHaveLength(wrongBy === 0 ? 0 : 1)
  await cluster.stop()
})

test('17 a first answer that waited for connections and tables is asked for again, and none at all is no start', async () => {
  const { cluster, aheadMs, other } = world({ wrongBy: 3 * hour })
  other.slowAnswers = [5_000]
  await cluster.start()
  expect(aheadMs()).toBe(0)
  await cluster.stop()
  const slow = world({ wrongBy: 3 * hour })
  slow.other.answersInMs = 5_000
  await expect(slow.cluster.start()).rejects.toThrow('takes over 1000 ms to tell its time')
})

test('17 drift is made good by small steps, and by standing still where the worker is early: its time never falls', async () => {
  const { cluster, machine, time, other, aheadMs, looks, logged } = world()
  await cluster.start()
  other.aheadMs = 40
  await looks(2)
  expect(aheadMs()).toBe(40)
  other.aheadMs = -60
  const before = time.now()
  await looks(2)
  expect(time.now()).toBe(before)
  machine.pass(60)
  expect([time.now() - before, aheadMs()]).toEqual([0, -20])
  machine.pass(40)
  await looks(2)
  machine.pass(second)
  expect([time.now() - before, aheadMs(), time.ahead(), logged]).toEqual([second, -60, 0, []])
  await cluster.stop()
})

test('17 a leap is followed once the same worker has told again: it may be the clock of Postgres that was set', async () => {
  const { cluster, other, aheadMs, looks, logged } = world()
  await cluster.start()
  Object.assign(other, { isSilent: true, aheadMs: 2 * hour })
  await looks(5)
  Object.assign(other, { worker: 'w2', told: 100 })
  await looks(5)
  expect([aheadMs(), logged]).toEqual([0, []])
  other.isSilent = false
  await looks(2)
  expect([aheadMs(), cluster.offMs(), logged.length]).toEqual([2 * hour, 0, 1])
  await cluster.stop()
})

test('17 a worker that is far ahead says so, does not move, and is well once the others are there', async () => {
  const { cluster, machine, other, aheadMs, looks, logged } = world()
  await cluster.start()
  other.aheadMs = -hour
  await looks(4)
  expect([aheadMs(), cluster.offMs()]).toEqual([0, -hour])
  expect(logged.map((text) => (JSON.parse(text) as { msg: string }).msg)).toEqual([
    "this worker's time is ahead of the cluster's: restart it, and it starts with that",
  ])
  machine.pass(second)
  other.aheadMs = 0
  await looks(2)
  expect([aheadMs(), cluster.offMs()]).toEqual([0, 0])
  await cluster.stop()
})

test('an answer that took too long tells nothing of the time', async () => {
  const { cluster, other, aheadMs, looks } = world()
  await cluster.start()
  Object.assign(other, { aheadMs: 500, answersInMs: 1_200 })
  await looks(3)
  expect(aheadMs()).toBe(0)
  await cluster.stop()
})
