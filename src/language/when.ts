// When something is to be done: read from what people and models write, and found anew after each time (A13).
import { Cron } from 'croner'
import type { ScheduleRow } from '../../machines/schedule/rows.ts'

/** What a text like `0 9 * * 1-5 Europe/Berlin` says. */
export type When = Pick<ScheduleRow, 'cron' | 'everyMs' | 'zone' | 'next'>

export type WhenProblem =
  /** It is no time, nor an expression of cron; `reason`: what the library says of it. */
  | { what: 'unreadable'; given: string; reason?: string }
  | { what: 'unknownZone'; given: string }
  | { what: 'past'; given: string }
  | { what: 'never'; given: string }
  | { what: 'tooOften'; given: string }

/** Nothing is done more often. */
export const shortestMs = 60_000
const longestMs = 366 * 24 * 3_600_000

const spans: Record<string, number> = { s: 1_000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000 }
const span = /^(\d{1,6})\s*(s|m|min|h|d)$/i
const nicknames = /^@(?:hourly|daily|weekly|monthly|yearly|annually)$/i
const zoneAtEnd = /\s+((?:[A-Za-z_]+\/[\w/+-]+)|UTC)$/
const moment = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?$/

/**
 * `in 20m`, `every 2h`, `2026-12-01 09:00`, `2026-12-01T09:00Z`, five fields of cron, or `@daily`; a zone may stand at the end.
 * `wall`: the wall clock, ms.
 */
export function readWhen(given: string, usualZone: string, wall: number): When | WhenProblem {
  const text = given.trim().replaceAll(/\s+/g, ' ')
  const [, named] = zoneAtEnd.exec(text) ?? []
  const zone = named ?? usualZone
  const said = named === undefined ? text : text.slice(0, -named.length).trim()
  if (!isZone(zone)) return { what: 'unknownZone', given: zone }
  const [, word, rest = ''] = /^(in|every) (.+)$/i.exec(said) ?? []
  if (word !== undefined) return spanOf(word.toLowerCase(), rest, { given, zone, wall })
  const at = momentOf(said, zone)
  if (at !== undefined) return at > wall ? { zone, next: at } : { what: 'past', given }
  return cronOf(said, { given, zone, wall })
}

interface Reading {
  given: string
  zone: string
  wall: number
}

function spanOf(word: string, rest: string, { given, zone, wall }: Reading): When | WhenProblem {
  const [, count, unit = ''] = span.exec(rest) ?? []
  const ms = Number(count) * (spans[unit.toLowerCase()] ?? Number.NaN)
  if (!Number.isFinite(ms) || ms > longestMs || ms <= 0) return { what: 'unreadable', given }
  if (word === 'in') return { zone, next: wall + ms }
  return ms < shortestMs ? { what: 'tooOften', given } : { zone, everyMs: ms, next: wall + ms }
}

function cronOf(said: string, { given, zone, wall }: Reading): When | WhenProblem {
  if (!nicknames.test(said) && said.split(' ').length !== 5) return { what: 'unreadable', given }
  try {
    const next = nextOfCron(said, zone, wall)
    return next === null ? { what: 'never', given } : { cron: said, zone, next }
  } catch (error) {
    return { what: 'unreadable', given, reason: (error as Error).message.replace(/^CronPattern: /, '') }
  }
}

/**
 * What is set for fixed hours of a day is done once on every day: an hour that the clock skips is made good when it has been
 * skipped, and of an hour that comes twice the first one counts. What repeats by `*` goes by the time that passes.
 */
function nextOfCron(cron: string, zone: string, after: number): number | null {
  const pattern = new Cron(cron, { timezone: zone, paused: true, mode: '5-part', fixedTimeRule: 'no-wildcard' })
  return pattern.nextRun(new Date(after))?.getTime() ?? null
}

/** When a row is due after it was done, ms; null: never again. What it missed meanwhile is done once. */
export function nextAfter({ cron, everyMs, zone, next }: When, wall: number): number | null {
  if (everyMs !== undefined) return next + Math.ceil((wall - next + 1) / everyMs) * everyMs
  return cron === undefined ? null : nextOfCron(cron, zone, Math.max(wall, next))
}

/** A time of the zone's clocks, ms; one that they skip is what stands an hour later on them. */
function momentOf(said: string, zone: string): number | undefined {
  const [, year, month, day, hour, minute, offset] = moment.exec(said) ?? []
  if (year === undefined) return undefined
  const asUtc = Date.parse(
    `${year}-${month}-${day}T${hour}:${minute}:00${offset?.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2') ?? 'Z'}`,
  )
  if (!Number.isFinite(asUtc)) return undefined
  if (offset !== undefined) return asUtc
  // The difference before and after a change of the clocks: the earlier of two times that are called so.
  const found = [asUtc - aheadOfUtc(asUtc - 86_400_000, zone), asUtc - aheadOfUtc(asUtc + 86_400_000, zone)]
  const called = found.filter((at) => at + aheadOfUtc(at, zone) === asUtc)
  return Math.min(...(called.length > 0 ? called : [Math.max(...found)]))
}

/** How far the zone's clocks are ahead of UTC then, ms. */
function aheadOfUtc(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value)
  const shown = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return shown - Math.floor(at / 1_000) * 1_000
}

export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).format(0) !== ''
  } catch {
    return false
  }
}

/** How a row says when it is due, as it could be written. */
export function whenText({ cron, everyMs, zone, next }: When): string {
  if (everyMs !== undefined) return `every ${spanText(everyMs)}`
  return cron === undefined ? localText(next, zone) : `${cron} ${zone}`
}

const spanText = (ms: number): string =>
  ms % 86_400_000 === 0 ? `${ms / 86_400_000}d` : ms % 3_600_000 === 0 ? `${ms / 3_600_000}h` : `${ms / 60_000}m`

/** `2026-12-01 09:00 Europe/Berlin`. */
export function localText(at: number, zone: string): string {
  const shown = new Date(Math.floor(at / 60_000) * 60_000 + aheadOfUtc(at, zone)).toISOString()
  return `${shown.slice(0, 10)} ${shown.slice(11, 16)} ${zone}`
}
