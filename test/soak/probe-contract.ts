// What the soak and the probe in its service tell each other.

/** From the service to the soak. */
export interface ProbeFigures {
  heapMb: number
  externalMb: number
  /** Sockets, timers, requests that keep the process alive. */
  handles: number
  /** Of the event loop in the last second, ms beyond the resolution of the measurement. */
  delayMeanMs: number
  delayMaxMs: number
}

/** From the soak to the service: how far its wall clock is from the machine's from now on, ms. */
export interface ClockShift {
  shiftMs: number
}

/** Set to the first shift where the wall clock is to jump at all; the patch costs a little at every look at it. */
export const shiftVariable = 'SOAK_CLOCK_SHIFT_MS'
