// A machine whose clocks the test moves: it sleeps, is set, is switched off, and the hardware clock may be wrong.
import { type ServiceTime, type TimeSources } from '../../src/host/local/service-time.ts'
import type { Clock } from '../../src/host/host.ts'
import { wakeList } from './hand-clock.ts'

export type TestMachine = ReturnType<typeof testMachine>

export function testMachine(start = Date.parse('2026-11-22T12:00:00Z')) {
  /** Time as it really passes. */
  let real = start
  let error = 0
  let ticks = 5
  let uptime = 1_000
  let boots = 1
  return {
    sources: (): TimeSources => ({
      wall: () => real + error,
      ticks: () => ticks,
      uptime: () => uptime,
      boot: `${boots}`,
    }),
    real: () => real,
    wall: () => real + error,
    pass(ms: number): void {
      real += ms
      ticks += ms
      uptime += ms
    },
    sleep(ms: number): void {
      real += ms
      uptime += ms
    },
    /** Somebody sets the wall clock forward; below 0: back. */
    set(ms: number): void {
      error += ms
    },
    correct(): void {
      error = 0
    },
    /** Off for so long; then the wall clock is wrong by `wrongBy` until somebody corrects it. */
    reboot(offMs: number, wrongBy = 0): void {
      real += offMs + 20_000
      error = wrongBy
      ticks = 3
      uptime = 20_000
      boots += 1
    },
  }
}

/** A process's clock on that machine; `run` lets time pass and wakes whoever is due. */
export function testClock(machine: TestMachine, time: ServiceTime) {
  const { at, next, take } = wakeList()
  const clock: Clock = { now: time.now, at }
  const fire = (): void => {
    for (let due = take(time.now()); due; due = take(time.now())) due.wake()
  }
  return {
    clock,
    fire,
    run(ms: number): void {
      for (let left = ms; left > 0;) {
        const stride = Math.min(left, Math.max(1, (next() ?? Infinity) - time.now()), 60_000)
        machine.pass(stride)
        left -= stride
        time.check()
        fire()
      }
    },
  }
}
