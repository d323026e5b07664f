// From times and amounts to what a plot shows: one value for each bucket of the axis.
import type { Axis } from './axis.ts'

/** Places on the axis. */
export interface Buckets {
  from: number
  step: number
  count: number
}

/** Times from their steps. */
export function timesOf(steps: readonly number[], start: number): number[] {
  let at = start
  return steps.map((step) => (at += step))
}

/** How much fell into each bucket. */
export function summed(places: readonly number[], buckets: Buckets, amount: (i: number) => number): number[] {
  const sums = Array<number>(buckets.count).fill(0)
  for (const [i, bucket] of inBuckets(places, buckets)) sums[bucket] = (sums[bucket] ?? 0) + amount(i)
  return sums
}

/** The most in each bucket; null where nothing was. */
export function highest(places: readonly number[], values: readonly number[], buckets: Buckets): (number | null)[] {
  const most = Array<number | null>(buckets.count).fill(null)
  for (const [i, bucket] of inBuckets(places, buckets)) most[bucket] = Math.max(most[bucket] ?? 0, values[i] ?? 0)
  return most
}

function* inBuckets(places: readonly number[], { from, step, count }: Buckets): Generator<[i: number, bucket: number]> {
  for (const [i, place] of places.entries()) {
    const bucket = Math.floor((place - from) / step)
    if (bucket >= 0 && bucket < count) yield [i, bucket]
  }
}

export interface Change {
  at: number
  used: number
}

/** What a half-open sliding window held at each change: what is one window old no longer counts (U5). `times` ascending. */
export function slidingSums(times: readonly number[], amount: (i: number) => number, durationMs: number): Change[] {
  const course: Change[] = []
  let [used, gone] = [0, 0]
  const leaveUntil = (at: number): void => {
    for (; gone < times.length && (times[gone] ?? 0) + durationMs <= at; gone += 1) {
      used -= amount(gone)
      course.push({ at: (times[gone] ?? 0) + durationMs, used })
    }
  }
  for (const [i, at] of times.entries()) {
    leaveUntil(at)
    used += amount(i)
    course.push({ at, used })
  }
  leaveUntil(Infinity)
  return course
}

/** The most that a course reached in each bucket, what it had before included. */
export function heldIn(course: readonly Change[], axis: Axis, { from, step, count }: Buckets): number[] {
  let [next, value] = [0, 0]
  const passWhile = (isWithin: (at: number) => boolean): number => {
    let most = value
    for (let change = course[next]; change && isWithin(change.at); change = course[next]) {
      value = change.used
      most = Math.max(most, value)
      next += 1
    }
    return most
  }
  return Array.from({ length: count }, (_, i) => {
    const [begin, end] = [axis.timeOf(from + i * step), axis.timeOf(from + (i + 1) * step)]
    passWhile((at) => at <= begin)
    return passWhile((at) => at < end)
  })
}
