// Which part of time the timeline shows, and where its marks stand.
import { type Scale, xOf } from './scale.ts'
import { roundStep } from '../round-step.ts'

/** `end` undefined: the window follows the present. */
export interface TimeWindow {
  span: number
  end: number | undefined
}

const shortest = 2_000
export const longest = 7 * 86_400_000

/** The time under the pointer stays under it: `share` is how far from the left it is, 0 to 1. */
export function zoomTime({ span, end }: TimeWindow, factor: number, share: number, now: number): TimeWindow {
  const wider = Math.max(shortest, Math.min(longest, span * factor))
  if (end === undefined) return { span: wider, end }
  return stuck({ span: wider, end: end + (wider - span) * (1 - share) }, now)
}

/** Moves by ms; where it reaches the present it follows it. */
export const panTime = ({ span, end }: TimeWindow, by: number, now: number): TimeWindow =>
  stuck({ span, end: (end ?? now) + by }, now)

/** Moves just so far that the time is in sight. */
export function reveal(window: TimeWindow, at: number, now: number): TimeWindow {
  const end = window.end ?? now
  const margin = window.span * 0.08
  if (at < end - window.span + margin) return stuck({ ...window, end: at + window.span / 2 }, now)
  if (at > end - margin / 4) return stuck({ ...window, end: at + margin }, now)
  return window
}

/** Round times within the window, at least `apart` px from each other. */
export function ticks(from: number, to: number, width: number, apart: number, offset: number): number[] {
  const step = roundStep(to - from, Math.max(1, width) / apart)
  const first = Math.ceil((from + offset) / step) * step - offset
  const times: number[] = []
  for (let at = first; at <= to; at += step) times.push(at)
  return times
}

/** Its time is written neither below the tools, which end a little behind the names of the lanes, nor where that of the playhead is. */
export function isTickTold(scale: Scale, at: number, head: number): boolean {
  const x = xOf(scale, at)
  return x > scale.left + 44 && x < scale.left + scale.width - 12 && Math.abs(x - head) > 66
}

/** `14:05:30`, without seconds where no mark needs them, with the day at midnight. */
export function tickText(at: number, from: number, to: number, offset: number): string {
  const iso = new Date(at + offset).toISOString()
  if (iso.slice(11, 19) === '00:00:00') return iso.slice(5, 10)
  return to - from > 15 * 60_000 ? iso.slice(11, 16) : iso.slice(11, 19)
}

const stuck = (window: TimeWindow, now: number): TimeWindow =>
  window.end !== undefined && window.end >= now ? { ...window, end: undefined } : window
