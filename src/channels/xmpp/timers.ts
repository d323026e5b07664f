// The clock that the channel waits by.

export interface Timers {
  now(): number
  /** Calls back at that time; returns how to stop that. */
  at(time: number, wake: () => void): () => void
}
