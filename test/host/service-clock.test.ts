// That the wall clock was set is told once in the log, and stays in /health and before the doctor.
import { expect, onTestFinished, test, vi } from 'vitest'
import { checkClock } from '../../src/cli/doctor/clock.ts'
import type { Log } from '../../src/config/log.ts'
import { openClock } from '../../src/host/local/service-clock.ts'
import { testMachine } from './machine-time.ts'
import { storeFile } from './stores.ts'

const hour = 3_600_000

function world() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const machine = testMachine(Date.parse('2026-11-22T12:00:00Z'))
  const lines: string[] = []
  const write = (_: object, text: string) => void lines.push(text)
  const log = { info: write, warn: write, error: write } as unknown as Log
  const openStore = storeFile()
  return {
    machine,
    lines,
    start() {
      const db = openStore()
      const stops: (() => void)[] = []
      const clock = openClock(db, log, (stop) => stops.push(stop), machine.sources())
      return {
        db,
        clock,
        /** As kill -9 ends it: nothing is written any more. */
        kill(): void {
          vi.clearAllTimers()
          db.close()
        },
      }
    },
    seconds(count: number): void {
      for (let n = 0; n < count; n += 1) {
        machine.pass(1_000)
        vi.advanceTimersByTime(1_000)
      }
    },
  }
}

const back = 'the wall clock was set back by 8 h: timers and windows go on by the time that passed'

test('a clock that is set back is told once, however often the service is killed and started afterwards', () => {
  const { machine, lines, start, seconds } = world()
  const first = start()
  seconds(60)
  machine.set(-8 * hour)
  seconds(60)
  first.kill()
  const second = start()
  seconds(60)
  const lastJump = { at: machine.wall() - 119_000, byMs: -8 * hour }
  expect(second.clock.figures()).toEqual({ aheadMs: 8 * hour, jumps: 1, lastJump })
  expect(lines).toEqual([back])
})

test('a clock that is set while the service is down is told at its start', () => {
  const { machine, lines, start, seconds } = world()
  const first = start()
  seconds(60)
  first.kill()
  machine.set(-8 * hour)
  machine.pass(30_000)
  const { clock, kill } = start()
  expect(clock.figures()).toEqual({ aheadMs: 8 * hour, jumps: 1, lastJump: { at: machine.wall(), byMs: -8 * hour } })
  kill()
  start()
  expect(lines).toEqual([back])
})

test('the doctor tells a clock that was set, also before the service has noticed', () => {
  const { machine, start, seconds } = world()
  const { db } = start()
  const sound = { sign: 'ok', what: 'clock', found: 'nobody set the wall clock in the last 7 days' }
  expect(checkClock(db, machine.sources())).toEqual(sound)
  machine.set(-8 * hour)
  const told = {
    sign: 'warn',
    what: 'clock',
    found: `${back} (2026-11-22T04:00:00.000Z; 1 in all); the service's time is 8 h ahead of it`,
    next: 'check what sets the clock of this machine (NTP, hardware clock)',
  }
  expect(checkClock(db, machine.sources())).toEqual(told)
  seconds(1)
  expect(checkClock(db, machine.sources())).toEqual({ ...told, found: told.found.replace('04:00:00', '04:00:01') })
})

test('steps that keep a clock right are no jump, however many they are', () => {
  const { machine, lines, start, seconds } = world()
  const { clock, kill } = start()
  for (let n = 0; n < 100; n += 1) {
    machine.set(-100)
    seconds(1)
  }
  kill()
  start()
  expect([clock.figures().jumps, lines]).toEqual([0, []])
})
