// @ts-check
// The time axis of a group: its stretches of talk one after the other, the silences between them squeezed.

/** @typedef {{ at: number, until: number, from: number, to: number }} Stretch `at`, `until` on the axis in ms; `from`, `to` in time */
/** @typedef {ReturnType<typeof makeAxis>} Axis */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const longestGap = 10 * minute
/** All squeezed silences together take so much of the axis at most, beside the talk. */
const gapShare = 0.25
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * 1_000),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minute),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hour),
  ...[1, 2, 7, 14, 28].map((days) => days * day),
]

/** @param {readonly [number, number][]} spans */
export function makeAxis(spans) {
  const active = spans.reduce((sum, [from, to]) => sum + to - from, 0)
  const gap = Math.min(longestGap, (active * gapShare) / Math.max(1, spans.length - 1))
  let end = -gap
  const stretches = spans.map(([from, to]) => {
    const at = end + gap
    end = at + to - from
    return { at, until: end, from, to }
  })
  /** The last stretch that begins at or before. @param {(stretch: Stretch) => number} begin @param {number} value */
  const before = (begin, value) => {
    let [low, high] = [0, stretches.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (begin(/** @type {Stretch} */ (stretches[middle])) <= value) low = middle
      else high = middle - 1
    }
    return low
  }
  return {
    length: Math.max(1, end),
    stretches,
    /** Silences as parts of the axis. */
    gaps: stretches.slice(1).map((next, i) => {
      const last = /** @type {Stretch} */ (stretches[i])
      return { at: last.until, until: next.at, ms: next.from - last.to }
    }),
    /** @param {number} time */
    placeOf(time) {
      const index = before(({ from }) => from, time)
      const stretch = stretches[index]
      if (!stretch) return 0
      if (time <= stretch.to) return stretch.at + time - stretch.from
      const next = stretches[index + 1]
      return next ? stretch.until + (gap * (time - stretch.to)) / (next.from - stretch.to) : stretch.until
    },
    /** @param {number} place */
    timeOf(place) {
      const index = before(({ at }) => at, place)
      const stretch = stretches[index]
      if (!stretch) return 0
      if (place <= stretch.until) return stretch.from + place - stretch.at
      const next = stretches[index + 1]
      return next ? stretch.to + ((place - stretch.until) / gap) * (next.from - stretch.to) : stretch.to
    },
  }
}

/** The least round span of which no more than `most` fit into `length`. @param {number} length @param {number} most */
export const roundStep = (length, most) => steps.find((step) => length / step <= most) ?? Math.ceil(length / most)

/**
 * Places of round times, `apart` from each other at least; a stretch too short for one gets its begin.
 * @param {Axis} axis @param {number} min @param {number} max @param {number} apart
 */
export function ticksOf(axis, min, max, apart) {
  const step = roundStep(max - min, Math.max(1, (max - min) / apart))
  /** @type {number[]} */
  const ticks = []
  /** @param {number} place */
  const add = (place) => {
    if (place >= min && place <= max && place - (ticks.at(-1) ?? -Infinity) >= apart) ticks.push(place)
  }
  for (const { at, until, from } of axis.stretches) {
    if (until < min || at > max) continue
    const first = Math.ceil((from + Math.max(0, min - at)) / step) * step
    if (at + first - from > until) add(at)
    for (let place = at + first - from; place <= Math.min(until, max); place += step) add(place)
  }
  return ticks
}

/** `12 Mar 2015, 14:05`; the finer, the smaller the span in view. @param {'en' | 'zh'} language */
export function timeFormats(language) {
  const locale = language === 'zh' ? 'zh-CN' : 'en-GB'
  /** @param {Intl.DateTimeFormatOptions} options */
  const format = (options) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', hourCycle: 'h23', ...options }).format
  const clock = /** @type {const} */ ({ hour: '2-digit', minute: '2-digit' })
  const date = /** @type {const} */ ({ day: 'numeric', month: 'short' })
  return {
    full: format({ ...date, year: 'numeric', ...clock, second: '2-digit' }),
    minute: format({ ...date, year: 'numeric', ...clock }),
    tickDay: format({ ...date, year: '2-digit' }),
    tickDayClock: format({ ...date, ...clock }),
    tickClock: format(clock),
    tickSecond: format({ ...clock, second: '2-digit' }),
  }
}
