// When a soak kills the service and when it moves its clock: drawn from the seed before it begins.
import type { Random } from '../crash/seeded.ts'

export interface Incident {
  /** Since the soak began, ms. */
  atMs: number
  kind: 'kill' | 'jump'
  /** How far the clock moves; with a kill: while the service is down. */
  byMs: number
}

const spansMs = [2_000, 40_000, 15 * 60_000, 8 * 3_600_000] as const
/** A clock that runs further and further ahead would outlive what the store keeps. */
const farthestMs = 24 * 3_600_000
const quietStartMs = 3_000
const quietEndMs = 2_000

export function incidentsOf(options: { kills: number; jumps: number; totalMs: number; random: Random }): Incident[] {
  const { kills, jumps, totalMs, random } = options
  const moment = (): number => random.between(quietStartMs, Math.max(quietStartMs, totalMs - quietEndMs))
  const moments = (count: number): number[] => Array.from({ length: count }, moment)
  let shiftMs = 0
  const move = (): number => {
    const span = random.one(spansMs)
    const by = Math.abs(shiftMs) < farthestMs ? span * random.one([1, -1]) : -Math.sign(shiftMs) * span
    shiftMs += by
    return by
  }
  const all = [
    ...moments(kills).map((atMs) => ({ atMs, kind: 'kill' as const })),
    ...moments(jumps).map((atMs) => ({ atMs, kind: 'jump' as const })),
  ].toSorted((a, b) => a.atMs - b.atMs)
  // Half of the kills are crashes of a machine whose clock is another one when it is back.
  return all.map((each) => ({
    ...each,
    byMs: each.kind === 'jump' || (jumps > 0 && random.chance(0.5)) ? move() : 0,
  }))
}
