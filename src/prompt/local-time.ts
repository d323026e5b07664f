// Dates and times as the people of a room read them, in the time zone of the configuration.
import { LRUCache } from 'lru-cache'

interface Formats {
  day: Intl.DateTimeFormat
  year: Intl.DateTimeFormat
  time: Intl.DateTimeFormat
  /** Days written lately, by time, ms. */
  days: LRUCache<number, string>
}

const formats = new LRUCache<string, Formats>({ max: 50 })

let machineZone: string | undefined

/** The machine's own, as an IANA name; asking takes longer than the rest of a prompt, and the answer stays. */
export const machineTimeZone = (): string => (machineZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone)

/** `Sun 22 Nov`. Asked for every line of every prompt. */
export function dayIn(timeZone: string, ts: number): string {
  const { day, days } = formatsOf(timeZone)
  const known = days.get(ts)
  if (known !== undefined) return known
  const written = withoutCommas(day.format(dateOf(ts)))
  days.set(ts, written)
  return written
}

/** `Sun 22 Nov 2026`. */
export const dateIn = (timeZone: string, ts: number): string =>
  withoutCommas(formatsOf(timeZone).year.format(dateOf(ts)))

/** `14:30`. */
export const timeIn = (timeZone: string, ts: number): string => formatsOf(timeZone).time.format(dateOf(ts))

/** How long ago: `19s`, `3m`, `2h`, `4d`; never below 0. */
export function age(ts: number, at: number): string {
  const seconds = Math.max(0, Math.round((at - dateOf(ts).getTime()) / 1000))
  if (seconds < 60) return `${seconds}s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m`
  return seconds < 86_400 ? `${Math.floor(seconds / 3_600)}h` : `${Math.floor(seconds / 86_400)}d`
}

function formatsOf(timeZone: string): Formats {
  const known = formats.get(timeZone)
  if (known) return known
  const day = { timeZone, weekday: 'short', day: 'numeric', month: 'short' } as const
  const made: Formats = {
    day: new Intl.DateTimeFormat('en-GB', day),
    year: new Intl.DateTimeFormat('en-GB', { ...day, year: 'numeric' }),
    time: new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    days: new LRUCache({ max: 1_000 }),
  }
  formats.set(timeZone, made)
  return made
}

/** A time that is none is the beginning of time. */
const dateOf = (ts: number): Date => new Date(Number.isFinite(ts) && Math.abs(ts) < 8.64e15 ? ts : 0)

const withoutCommas = (text: string): string => text.replaceAll(',', '')
