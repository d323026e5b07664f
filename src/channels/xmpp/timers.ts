// The clock that the channel waits by.

export interface Timers {
  now(): number
  /** How far `now` is ahead of the wall clock, by which servers stamp, ms; absent: not at all. */
  ahead?(): number
  /** Calls back at that time; returns how to stop that. */
  at(time: number, wake: () => void): () => void
}

/** As a chart waits by it. */
export const actorClock = ({ now, at }: Timers) => ({
  setTimeout: (wake: () => void, ms: number): (() => void) => at(now() + ms, wake),
  clearTimeout: (stop: unknown): void => (stop as (() => void) | undefined)?.(),
})
