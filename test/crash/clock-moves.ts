// How the clocks of a machine move under a service: set forward or back, or gone on while it slept.
import type { ClockShift } from './probe-contract.ts'
import type { Random } from './seeded.ts'

const spansMs = [2_000, 40_000, 15 * 60_000, 8 * 3_600_000] as const
/** Whoever sleeps for longer loses what the store keeps. */
const longestSleepMs = 5 * 24 * 3_600_000
const sleepShare = 0.3

/** One after the other: the wall clock is set, or the machine sleeps. */
export function makeMoves(random: Random): () => ClockShift {
  let leftMs = longestSleepMs
  return () => {
    const span = random.one(spansMs)
    if (!random.chance(sleepShare) || span > leftMs) return { setMs: random.one([1, -1]) * span, sleptMs: 0 }
    leftMs -= span
    return { setMs: 0, sleptMs: span }
  }
}

export const moveText = ({ setMs, sleptMs }: ClockShift): string[] => [
  ...(setMs === 0 ? [] : [`the clock was set by ${setMs / 1_000} s`]),
  ...(sleptMs === 0 ? [] : [`the machine slept for ${sleptMs / 1_000} s`]),
]
