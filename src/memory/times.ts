// Which time a question speaks of: "yesterday", "on Monday", 昨天, 上周 as spans of the room's own clock.
import { LRUCache } from 'lru-cache'
import { machineTimeZone } from '../prompt/local-time.ts'

export interface Span {
  /** ms */
  from: number
  /** ms, not included */
  to: number
}

const dayMs = 24 * 60 * 60_000

const weekdays = [
  /\bsun(?:day)?\b|(?:周|星期|礼拜)[日天]/i,
  /\bmon(?:day)?\b|(?:周|星期|礼拜)一/i,
  /\btue(?:s|sday)?\b|(?:周|星期|礼拜)二/i,
  /\bwed(?:nesday)?\b|(?:周|星期|礼拜)三/i,
  /\bthu(?:rs|rsday)?\b|(?:周|星期|礼拜)四/i,
  /\bfri(?:day)?\b|(?:周|星期|礼拜)五/i,
  /\bsat(?:urday)?\b|(?:周|星期|礼拜)六/i,
] as const

/** Days back from today: the first and the last of the span. */
const spans: [RegExp, number, number][] = [
  [/\bday before yesterday\b|前天/i, 2, 2],
  [/\b(?:yesterday|last night)\b|昨[天日晚]/i, 1, 1],
  [/\b(?:today|this (?:morning|afternoon|evening))\b|今[天日早晚]/i, 0, 0],
  [/\blast week\b|上(?:个)?(?:周|星期|礼拜)(?![一二三四五六日天])/i, 14, 5],
  [/\bthis week\b|(?:这|本)(?:周|星期|礼拜)(?![一二三四五六日天])/i, 7, 0],
  [/\blast month\b|上个?月/i, 62, 20],
]

/** Words of time: they say when, and are no words to search for. */
export const timeWords =
  /\b(?:day before yesterday|yesterday|today|tonight|last (?:night|week|month|time)|this (?:morning|afternoon|evening|week)|(?:sun|mon|tues?|wednes|thurs?|fri|satur)day|earlier|before|recently|ago|back then)\b|大?前天|昨[天日晚]|今[天日早晚]|上(?:个)?(?:周|星期|礼拜)[一二三四五六日天]?|(?:周|星期|礼拜)[一二三四五六日天]|上个?月|上次|之前|以前|刚才|刚刚/giu

/** `zone`: an IANA name; absent: the machine's. */
export function spanOf(text: string, now: number, zone?: string): Span | undefined {
  const named = spans.find(([form]) => form.test(text))
  const day = named ? -1 : weekdays.findIndex((form) => form.test(text))
  if (!named && day < 0) return undefined
  const { midnight, weekday } = clockOf(now, zone)
  const days = (first: number, last: number): Span => ({
    from: midnight - first * dayMs,
    to: midnight + (1 - last) * dayMs,
  })
  if (named) return days(named[1], named[2])
  const back = (weekday - day + 7) % 7 || 7
  const isWeekBefore = /\blast (?:sun|mon|tue|wed|thu|fri|sat)|上(?:个)?(?:周|星期|礼拜)/i.test(text)
  return days(isWeekBefore && back < weekday ? back + 7 : back, back)
}

// To make one takes longer than all the rest of a question.
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 50 })

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, made)
  return made
}

/** When the day began, and which day of the week it is: 0 for Sunday. */
function clockOf(now: number, zone: string | undefined): { midnight: number; weekday: number } {
  const parts = formatOf(zone ?? machineTimeZone()).formatToParts(now)
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? ''
  const passed = (Number(part('hour')) * 60 + Number(part('minute'))) * 60 + Number(part('second'))
  const weekday = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(part('weekday'))
  return { midnight: Math.floor(now / 1_000) * 1_000 - passed * 1_000, weekday }
}
