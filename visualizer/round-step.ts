// Round spans of time, for the marks of an axis.

const [minute, hour] = [60_000, 3_600_000]
const day = 24 * hour
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * 1_000),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minute),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hour),
  ...[1, 2, 7, 14, 28].map((days) => days * day),
]

/** The least round span of which no more than `most` fit into `length`. */
export const roundStep = (length: number, most: number): number =>
  steps.find((step) => length / step <= most) ?? Math.ceil(length / most)
