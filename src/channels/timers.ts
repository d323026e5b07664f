// The clock that a channel waits by.
import type { WallClock } from '../host/host.ts'

/** Without `ahead` it agrees with the wall clock, by which servers stamp. */
export type Timers = Pick<WallClock, 'now' | 'at'> & Partial<Pick<WallClock, 'ahead'>>

/** As a chart waits by it. */
export const actorClock = ({ now, at }: Timers) => ({
  setTimeout: (wake: () => void, ms: number): (() => void) => at(now() + ms, wake),
  clearTimeout: (stop: unknown): void => (stop as (() => void) | undefined)?.(),
})
