// The time axis of a group: its stretches of talk one after the other, the silences between them squeezed.
import { firstPast } from '../first-past.ts'
import { roundStep } from '../round-step.ts'
import type { Lang } from '../time-text.ts'

/** `at`, `until` on the axis in ms; `from`, `to` in time. */
interface Stretch {
  at: number
  until: number
  from: number
  to: number
}

export type Axis = ReturnType<typeof makeAxis>

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const longestGap = 10 * minute
/** All squeezed silences together take so much of the axis at most, beside the talk. */
const gapShare = 0.25

export function makeAxis(spans: readonly (readonly [number, number])[]) {
  const active = spans.reduce((sum, [from, to]) => sum + to - from, 0)
  const gap = Math.min(longestGap, (active * gapShare) / Math.max(1, spans.length - 1))
  let end = -gap
  const stretches = spans.map(([from, to]): Stretch => {
    const at = end + gap
    end = at + to - from
    return { at, until: end, from, to }
  })
  const places = stretches.flatMap(({ at, until }) => [at, until])
  const times = stretches.flatMap(({ from, to }) => [from, to])
  return {
    length: Math.max(1, end),
    stretches,
    /** Silences as parts of the axis. */
    gaps: stretches
      .slice(1)
      .map(({ at, from }, i) => ({ at: stretches[i]?.until ?? 0, until: at, ms: from - (stretches[i]?.to ?? 0) })),
    placeOf: (time: number): number => interpolated(times, places, time),
    timeOf: (place: number): number => interpolated(places, times, place),
  }
}

/** Where `value` of one ascending course lies in the other; beyond their ends there is nothing. */
function interpolated(from: readonly number[], to: readonly number[], value: number): number {
  const index = lastBefore(from, value)
  const [before, after] = [from[index], from[index + 1]]
  const [begin, end] = [to[index], to[index + 1]]
  if (before === undefined || begin === undefined) return to[0] ?? 0
  if (after === undefined || end === undefined) return begin
  return begin + ((value - before) * (end - begin)) / (after - before)
}

/** The place in `ascending` of the last one at or before `value`; −1: none. */
export const lastBefore = (ascending: readonly number[], value: number): number =>
  firstPast(ascending.length, (at) => (ascending[at] ?? 0) > value) - 1

/** Places of round times, `apart` from each other at least; a stretch too short for one gets its begin. */
export function ticksOf(axis: Axis, min: number, max: number, apart: number): number[] {
  const step = roundStep(max - min, Math.max(1, (max - min) / apart))
  const ticks: number[] = []
  const add = (place: number): void => {
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

/** `12 Mar 2015, 14:05`, in UTC. */
export function timeFormats(lang: Lang) {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(lang === 'zh' ? 'zh-CN' : 'en-GB', { timeZone: 'UTC', hourCycle: 'h23', ...options }).format
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  const date = { day: 'numeric', month: 'short' } as const
  return {
    full: format({ ...date, year: 'numeric', ...clock, second: '2-digit' }),
    minute: format({ ...date, year: 'numeric', ...clock }),
    tickDay: format({ ...date, year: '2-digit' }),
    tickDayClock: format({ ...date, ...clock }),
    tickClock: format(clock),
    tickSecond: format({ ...clock, second: '2-digit' }),
  }
}

/** The finer, the smaller the span in view. */
export function tickTexts(times: readonly number[], formats: ReturnType<typeof timeFormats>): string[] {
  const apart = Math.min(...times.slice(1).map((time, i) => time - (times[i] ?? 0)))
  const isLong = (times.at(-1) ?? 0) - (times[0] ?? 0) > 20 * hour
  if (isLong) return times.map(apart >= day / 2 ? formats.tickDay : formats.tickDayClock)
  return times.map(apart >= minute ? formats.tickClock : formats.tickSecond)
}
