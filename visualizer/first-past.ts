// Finds a place by halves.

/** The first of `length` places that is past something, as all behind it are; `length`: none is. */
export function firstPast(length: number, isPast: (at: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isPast(middle)) high = middle
    else low = middle + 1
  }
  return low
}
