// How a scenario tells time: spans, times of the talk, and cues.

export const spanWords = 'a span such as 500ms, 20s, 10m, 1h30m or 2d'
export const whenWords = 'a time such as 12s, +12s, 9:30 or "next day 9:30"'
export const cueWords = 'a bot and a span such as "iris +10s", or "any +10s"'

const unitMs: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const span = /^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/
const clock = /^(?:(?<day>next day) )?(?<hour>[01]?\d|2[0-3]):(?<minute>[0-5]\d)$/
const cue = /^(?<who>\S.*?) \+(?<span>\S+)$/
const dayMs = 86_400_000

export const isSpan = (text: string): boolean => span.test(text)
export const isWhen = (text: string): boolean => isSpan(text.replace(/^\+/, '')) || clock.test(text)
export const isCue = (text: string): boolean => isSpan(cue.exec(text)?.groups?.['span'] ?? '')

/** ms of a span that isSpan. */
export function spanMs(text: string): number {
  return [...text.matchAll(/([\d.]+)(ms|[smhd])/g)].reduce((sum, [, n, unit]) => {
    return sum + Number(n) * (unitMs[unit ?? ''] ?? 0)
  }, 0)
}

/** When a line is said, ms: `start` is the first moment of the talk, `before` the time of the line before. */
export function whenMs(text: string, { start, before }: { start: number; before: number }): number {
  const { day, hour, minute } = clock.exec(text)?.groups ?? {}
  if (hour === undefined) return text.startsWith('+') ? before + spanMs(text.slice(1)) : start + spanMs(text)
  const midnight = Math.floor(before / dayMs) * dayMs + (day ? dayMs : 0)
  const at = midnight + (Number(hour) * 60 + Number(minute)) * 60_000
  return at >= before ? at : at + dayMs
}

/** Whom a line waits for, and how long after that one's words it is said, ms. */
export function cueOf(text: string): { bot: string; afterMs: number } {
  const { who = '', span: after = '0s' } = cue.exec(text)?.groups ?? {}
  return { bot: who, afterMs: spanMs(after) }
}

/** The start of a scenario, ms: its local time is told in UTC. */
export const startMs = (startsAt = '2026-03-04 09:30'): number => Date.parse(`${startsAt.replace(' ', 'T')}:00Z`)
