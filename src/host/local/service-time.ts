// The time that the service measures spans by: it goes on as time really passes, however the wall clock is set.
import type { ClockJump, KeptTime } from '../../store/clock.ts'

/** What a machine tells of time. */
export interface TimeSources {
  /** The wall clock, ms: it may be set at any moment. */
  wall(): number
  /** ms, never falling; may stand still while the machine sleeps. Asked at every event. */
  ticks(): number
  /** Since the machine was started, ms, its sleep included; undefined: it cannot be told. Asked where the others differ. */
  uptime(): number | undefined
  /** Which start of the machine this is; undefined: the system does not tell. */
  boot: string | undefined
}

export interface ServiceTime {
  /** ms, never falling. */
  now(): number
  /** How far `now` is ahead of the wall clock, ms; below 0: behind it. 0 while they agree to the second. */
  ahead(): number
  /** The wall clock, ms: what people and other machines call the time. */
  wall(): number
  /** To be called every few seconds: small steps of the wall clock are no jumps, however many. */
  check(): void
  /** As the next process needs it. */
  kept(): KeptTime
  /** Whoever else keeps the time says that it is so much later, ms; below 0: `now` stands still for so long. */
  shift(laterBy: number): void
  /** Goes on from there, ms, also where that is earlier: before anything was done by it. */
  startFrom(time: number): void
}

export interface ServiceTimeOptions {
  sources: TimeSources
  /** What the process before left; undefined: none did. */
  kept?: KeptTime | undefined
  /** Time of the newest event in the store, ms. */
  newest?: number | undefined
  jumped?: (jump: ClockJump) => void
}

/** Smaller steps are what keeps clocks right. */
const toleranceMs = 2_000
const agreeMs = 1_000
/** `uptime` may be given in whole seconds. */
const shortestSleepMs = 1_500
/** While the machine was off there is the wall clock alone: one that claims more is taken for a wrong one. */
const longestOffMs = 31 * 24 * 60 * 60_000

export function makeServiceTime({ sources, kept, newest, jumped = () => {} }: ServiceTimeOptions): ServiceTime {
  const { wall, ticks, uptime, boot } = sources
  let lastTick = ticks()
  let awake = { tick: lastTick, uptime: uptime() }
  let { time, ahead, byMs } = startingAt({ wall: wall(), uptime: awake.uptime, boot }, kept, newest)
  if (Math.abs(byMs) > toleranceMs) jumped({ at: wall(), byMs })

  /** So long `now` stands still yet. */
  let heldMs = 0

  function pass(): void {
    const passed = Math.floor(ticks() - lastTick)
    const still = Math.min(passed, heldMs)
    lastTick += passed
    heldMs -= still
    move(passed - still, -still)
  }

  /** `aheadBy`: what of it the wall clock has not done. */
  function move(timeBy: number, aheadBy: number): void {
    time += timeBy
    ahead += aheadBy
  }

  function now(): number {
    pass()
    if (Math.abs(time - wall() - ahead) > toleranceMs) compare()
    return time
  }

  /** The clocks differ: the machine slept, or the wall clock was set. */
  function compare(): void {
    const up = uptime()
    const slept = up === undefined ? 0 : up - (awake.uptime ?? up) - (lastTick - awake.tick)
    if (slept > shortestSleepMs) {
      time += Math.floor(slept)
      awake = { tick: lastTick, uptime: up }
    }
    const at = wall()
    const by = at - (time - ahead)
    ahead = time - at
    if (Math.abs(by) > toleranceMs) jumped({ at, byMs: by })
  }

  return {
    now,
    ahead: () => {
      now()
      return Math.abs(ahead) < agreeMs ? 0 : ahead
    },
    wall,
    check() {
      now()
      ahead = time - wall()
    },
    kept() {
      now()
      return { time, wall: wall(), uptime: uptime(), boot }
    },
    shift(laterBy) {
      now()
      const by = Math.round(laterBy)
      heldMs = Math.max(0, -by)
      if (by > 0) move(by, by)
    },
    startFrom(start) {
      const by = Math.round(start) - now()
      heldMs = 0
      move(by, by)
    },
  }
}

interface Start {
  time: number
  ahead: number
  /** How far the wall clock was set meanwhile, ms. */
  byMs: number
}

function startingAt(now: Omit<KeptTime, 'time'>, kept: KeptTime | undefined, newest = -Infinity): Start {
  const { wall } = now
  const at = (time: number, byMs: number): Start => ({ time, ahead: time - wall, byMs })
  // A store of before kept no time: what it has tells.
  if (!kept) return at(Math.max(wall, newest), Math.min(0, wall - newest))
  const claimed = wall - kept.wall
  const measured = measuredBetween(kept, now)
  if (measured !== undefined) return at(Math.max(kept.time + measured, newest), claimed - measured)
  const believed = claimed > longestOffMs ? 0 : Math.max(0, claimed)
  return at(Math.max(kept.time + believed, newest), claimed - believed)
}

/** undefined: the machine was started anew in between, or it is another one. */
function measuredBetween(kept: KeptTime, { uptime, boot }: Omit<KeptTime, 'time'>): number | undefined {
  if (kept.boot !== boot || uptime === undefined || kept.uptime === undefined || uptime < kept.uptime) return undefined
  return Math.floor(uptime - kept.uptime)
}
