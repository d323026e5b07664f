// @ts-check
// From times and amounts to what a plot shows: one value for each bucket of the axis.

/** @typedef {import('./time.js').Axis} Axis */
/** @typedef {{ from: number, step: number, count: number }} Buckets places on the axis */

/** Times from their steps. @param {readonly number[]} steps @param {number} start */
export function timesOf(steps, start) {
  let at = start
  return steps.map((step) => (at += step))
}

/** How much fell into each bucket. @param {readonly number[]} places @param {Buckets} buckets @param {(i: number) => number} amount */
export function summed(places, { from, step, count }, amount) {
  /** @type {number[]} */
  const sums = Array(count).fill(0)
  for (const [i, place] of places.entries()) {
    const bucket = Math.floor((place - from) / step)
    if (bucket >= 0 && bucket < count) sums[bucket] = (sums[bucket] ?? 0) + amount(i)
  }
  return sums
}

/** The most in each bucket; null where nothing was. @param {readonly number[]} places @param {readonly number[]} values @param {Buckets} buckets */
export function highest(places, values, { from, step, count }) {
  /** @type {(number | null)[]} */
  const most = Array(count).fill(null)
  for (const [i, place] of places.entries()) {
    const bucket = Math.floor((place - from) / step)
    if (bucket >= 0 && bucket < count) most[bucket] = Math.max(most[bucket] ?? 0, values[i] ?? 0)
  }
  return most
}

/**
 * What a half-open sliding window held at each change: what is one window old no longer counts (U5).
 * @param {readonly number[]} times ascending @param {(i: number) => number} amount @param {number} durationMs
 */
export function slidingSums(times, amount, durationMs) {
  /** @type {{ at: number, used: number }[]} */
  const course = []
  let [used, gone] = [0, 0]
  /** @param {number} at */
  const leaveUntil = (at) => {
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

/** The most that a course reached in each bucket, what it had before included. @param {readonly { at: number, used: number }[]} course @param {Axis} axis @param {Buckets} buckets */
export function heldIn(course, axis, { from, step, count }) {
  let [next, value] = [0, 0]
  /** @param {(at: number) => boolean} isWithin */
  const passWhile = (isWithin) => {
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

/** The place in `times` of the last one at or before `time`; −1: none. @param {readonly number[]} times @param {number} time */
export function lastBefore(times, time) {
  let [low, high] = [-1, times.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((times[middle] ?? 0) <= time) low = middle
    else high = middle - 1
  }
  return low
}
