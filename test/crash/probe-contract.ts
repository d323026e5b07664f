// What the soak and the probe in its service tell each other.

/** From the service to the soak. */
export interface ProbeFigures {
  heapMb: number
  /** The most that V8 took for the heap so far: what it frees of it stays resident. */
  heapTakenMb: number
  /** In use right after the last full collection of garbage, what is young left out; absent: there was none yet. */
  heapLiveMb?: number
  externalMb: number
  /** Sockets, timers, requests that keep the process alive. */
  handles: number
  /** Of the event loop in the last second, ms beyond the resolution of the measurement; absent: it was never measured. */
  delayMeanMs?: number
  delayMaxMs?: number
}

/** From the soak to the service: how its clocks differ from the machine's from now on, ms. */
export interface ClockShift {
  /** The wall clock was set so far forward; below 0: back. */
  setMs: number
  /** The machine slept so long in all: wall clock and uptime went on, and nothing else. */
  sleptMs: number
}

/** A ClockShift as JSON, where the clocks are to be moved at all; the patch costs a little at every look at them. */
export const shiftVariable = 'SOAK_CLOCK_SHIFT'
