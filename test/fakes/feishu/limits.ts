// Sliding windows: how many calls a key may make, and the most that it made.

export interface Limit {
  max: number
  spanMs: number
}

/** Calls that were let in count; refused ones do not. */
export function slidingWindows(limits: readonly Limit[]) {
  const taken = new Map<string, number[]>()
  const longest = Math.max(...limits.map(({ spanMs }) => spanMs))
  return {
    take(key: string, at: number): boolean {
      const times = (taken.get(key) ?? []).filter((time) => time > at - longest)
      const free = limits.every(({ max, spanMs }) => times.filter((time) => time > at - spanMs).length < max)
      taken.set(key, free ? [...times, at] : times)
      return free
    },
  }
}

/** The most of these times, in order, that lie within any span. */
export const mostWithin = (times: readonly number[], spanMs: number): number =>
  Math.max(0, ...times.map((end, i) => times.slice(0, i + 1).filter((time) => time > end - spanMs).length))
