// The machine's clocks as one that never falls nor leaps, with timers longer than setTimeout's limit.
import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import type { WallClock } from '../host.ts'
import { makeServiceTime, type ServiceTime, type ServiceTimeOptions, type TimeSources } from './service-time.ts'

/** setTimeout stands still while the machine sleeps: what is left is measured anew after so long. */
const longestMs = 30_000

export type RealClock = WallClock & ServiceTime

/** When the wall clock is set, time goes on from where it was. */
export function realClock({ sources = machineTime(), ...options }: Partial<ServiceTimeOptions> = {}): RealClock {
  const time = makeServiceTime({ sources, ...options })
  return {
    ...time,
    at(due, wake) {
      let timer: NodeJS.Timeout
      const arm = (): void => {
        timer = setTimeout(look, Math.min(longestMs, Math.max(0, due - time.now())))
      }
      // setTimeout may go off a millisecond early: whoever is woken relies on its being due.
      const look = (): void => (time.now() < due ? arm() : wake())
      arm()
      return () => clearTimeout(timer)
    },
  }
}

export const machineTime = (): TimeSources => ({
  wall: () => Date.now(),
  ticks: () => performance.now(),
  uptime: uptimeMs,
  boot: bootId(),
})

function uptimeMs(): number | undefined {
  try {
    return Math.round(uptime() * 1_000)
  } catch {
    return undefined
  }
}

/** Linux alone tells. */
function bootId(): string | undefined {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}
