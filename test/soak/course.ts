// When a soak kills the service and when it moves its clocks: drawn from the seed before it begins.
import { makeMoves } from '../crash/clock-moves.ts'
import type { ClockShift } from '../crash/probe-contract.ts'
import type { Random } from '../crash/seeded.ts'

/** A kill may come with a move of the clocks: while the service is down. */
export interface Incident extends ClockShift {
  /** Since the soak began, ms. */
  atMs: number
  kind: 'kill' | 'jump'
}

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
