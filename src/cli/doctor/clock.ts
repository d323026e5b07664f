// Whether the wall clock was set while the service ran, or since it ran last.
import type { DatabaseSync } from 'node:sqlite'
import { machineTime } from '../../host/local/real-clock.ts'
import { makeServiceTime, type TimeSources } from '../../host/local/service-time.ts'
import { jumpText, spanText } from '../../host/local/service-clock.ts'
import { type ClockJump, readClock } from '../../store/clock.ts'
import { type Finding, ok, warn } from './finding.ts'

const shownForMs = 7 * 24 * 60 * 60_000

/** A jump of long ago is no news. */
export function checkClock(db: DatabaseSync, sources: TimeSources = machineTime()): Finding {
  const { kept, newest, jumps } = readClock(db)
  let pending: ClockJump | undefined
  // Once the service is looking it notes the jump itself.
  const time = makeServiceTime({ sources, kept, newest, jumped: (jump) => (pending = jump) })
  const last = pending ?? jumps?.last
  const count = (jumps?.count ?? 0) + (pending ? 1 : 0)
  if (!last || Math.abs(sources.wall() - last.at) > shownForMs)
    return ok('clock', 'nobody set the wall clock in the last 7 days')
  const ahead = time.ahead()
  const stands = `the service's time is ${spanText(Math.abs(ahead))} ${ahead < 0 ? 'behind' : 'ahead of'} it`
  const found = `${jumpText(last)} (${new Date(last.at).toISOString()}; ${count} in all); ${stands}`
  return warn('clock', found, 'check what sets the clock of this machine (NTP, hardware clock)')
}
