// When a soak kills the service and when it moves its clocks: drawn from the seed before it begins.
import type { Random } from '../crash/seeded.ts'
import type { ClockShift } from './probe-contract.ts'

/** A kill may come with a move of the clocks: while the service is down. */
export interface Incident extends ClockShift {
  /** Since the soak began, ms. */
  atMs: number
  kind: 'kill' | 'jump'
}

const spansMs = [2_000, 40_000, 15 * 60_000, 8 * 3_600_000] as const
/** Whoever sleeps for longer loses what the store keeps. */
const longestSleepMs = 5 * 24 * 3_600_000
const sleepShare = 0.3
const quietStartMs = 3_000
const quietEndMs = 2_000

export function incidentsOf(options: { kills: number; jumps: number; totalMs: number; random: Random }): Incident[] {
  const { kills, jumps, totalMs, random } = options
  const moment = (): number => random.between(quietStartMs, Math.max(quietStartMs, totalMs - quietEndMs))
  const moments = (count: number): number[] => Array.from({ length: count }, moment)
  const move = makeMoves(random)
  const all = [
    ...moments(kills).map((atMs) => ({ atMs, kind: 'kill' as const })),
    ...moments(jumps).map((atMs) => ({ atMs, kind: 'jump' as const })),
  ].toSorted((a, b) => a.atMs - b.atMs)
  // Half of the kills are crashes of a machine whose clock is another one when it is back.
  return all.map((each) => ({
    ...each,
    ...(each.kind === 'jump' || (jumps > 0 && random.chance(0.5)) ? move() : { setMs: 0, sleptMs: 0 }),
  }))
}

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
