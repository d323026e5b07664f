// Exponential back-off: how long to wait after so many failures in a row. Written here once, for charts and for the service.

export interface BackOff {
  /** After the first failure, ms. */
  firstMs: number
  longestMs: number
}

/** ms; it doubles with every failure: the first one waits `firstMs`. */
export const exponentialBackOff = ({ firstMs, longestMs }: BackOff, failures: number): number =>
  Math.min(longestMs, firstMs * 2 ** Math.min(Math.max(0, failures - 1), mostDoublings))

/** More would leave the numbers that can be told apart. */
const mostDoublings = 40
