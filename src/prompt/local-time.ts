// Dates and times as the people of a room read them, in the time zone of the configuration.
import { LRUCache } from 'lru-cache'

type Format = (ts: number) => string

interface Formats {
  day: Format
  year: Format
  time: Format
}

const formats = new LRUCache<string, Formats>({ max: 50 })

let machineZone: string | undefined

/** The machine's own, as an IANA name; asking takes longer than the rest of a prompt, and the answer stays. */
export const machineTimeZone = (): string => (machineZone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone)

/** `Sun 22 Nov`. Asked for every line of every prompt. */
export const dayIn = (timeZone: string, ts: number): string => formatsOf(timeZone).day(ts)

/** The same for many times of one zone. */
export const daysIn = (timeZone: string): ((ts: number) => string) => formatsOf(timeZone).day

/** `Sun 22 Nov 2026`. */
export const dateIn = (timeZone: string, ts: number): string => formatsOf(timeZone).year(ts)

/** `14:30`. */
export const timeIn = (timeZone: string, ts: number): string => formatsOf(timeZone).time(ts)

/** How long ago: `19s`, `3m`, `2h`, `4d`; never below 0. */
export function age(ts: number, at: number): string {
  const seconds = Math.max(0, Math.round((at - timeOf(ts)) / 1000))
  if (seconds < 60) return `${seconds}s`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m`
  return seconds < 86_400 ? `${Math.floor(seconds / 3_600)}h` : `${Math.floor(seconds / 86_400)}d`
}

function formatsOf(timeZone: string): Formats {
  const known = formats.get(timeZone)
  if (known) return known
  const day = { timeZone, weekday: 'short', day: 'numeric', month: 'short' } as const
  const made: Formats = {
    day: byMinute({ ...day }),
    year: byMinute({ ...day, year: 'numeric' }),
    time: byMinute({ timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  }
  formats.set(timeZone, made)
  return made
}

/** Written once for all times of a minute: no zone is off by seconds any more. */
function byMinute(options: Intl.DateTimeFormatOptions): Format {
  const format = new Intl.DateTimeFormat('en-GB', options)
  const written = new LRUCache<number, string>({ max: 1_000 })
  // The lines of one prompt are often of one minute.
  let last = { key: Number.NaN, text: '' }
  return (ts) => {
    const time = timeOf(ts)
    const key = time < wholeMinutesFrom ? time : time - (time % minuteMs)
    if (last.key === key) return last.text
    let text = written.get(key)
    if (text === undefined) written.set(key, (text = format.format(time).replaceAll(',', '')))
    last = { key, text }
    return text
  }
}

const minuteMs = 60_000
/** Liberia was 44 min 30 s off until 1972. */
const wholeMinutesFrom = Date.UTC(1980, 0)

/** A time that is none is the beginning of time. */
const timeOf = (ts: number): number => (Number.isFinite(ts) && Math.abs(ts) < 8.64e15 ? Math.trunc(ts) : 0)
