// What one person's requests may cost each bot in 24 hours, in all its groups together.
import type { Cause } from '../../machines/group/verdicts/why.ts'
import type { PersonLimits } from '../config/bots.ts'

export interface Spending {
  messages: number
  tokens: number
}

export interface SpentByPerson extends Spending {
  bot: string
  /** As `personKey` has it. */
  person: string
  minute: number
}

export interface OverLimit {
  person: string
  numbers: NonNullable<Cause['numbers']>
}

const minuteMs = 60_000
const dayInMinutes = 24 * 60
/** Where nothing that is booked stands in the way: what is reserved is settled soon. */
const soonMs = minuteMs
/** So many who were turned away are remembered. */
const mostTold = 10_000

/** Counts by the minute, as the ceilings do. Bots without a limit are not counted. */
export function makePersonLimits(limits: Readonly<Record<string, PersonLimits>>, now: () => number) {
  /** By bot and person; minutes in order of their time. */
  const booked = new Map<string, Map<number, Spending>>()
  const reserved = new Map<string, Spending>()
  /** Until when a person who was turned away is turned away at once, ms. */
  const told = new Map<string, number>()
  let oldest = -Infinity

  const limitOf = (bot: string): PersonLimits | undefined => (Object.hasOwn(limits, bot) ? limits[bot] : undefined)
  const keyOf = (bot: string, person: string): string => `${bot} ${person}`

  function forget(): void {
    const first = Math.floor(now() / minuteMs) - dayInMinutes
    if (first === oldest) return
    oldest = first
    for (const [key, minutes] of booked) {
      for (const minute of minutes.keys()) if (minute < oldest) minutes.delete(minute)
      if (minutes.size === 0) booked.delete(key)
    }
    for (const [key, until] of told) if (until <= now()) told.delete(key)
  }

  function usedBy(key: string, what: keyof Spending): number {
    forget()
    let sum = reserved.get(key)?.[what] ?? 0
    for (const spending of booked.get(key)?.values() ?? []) sum += spending[what]
    return sum
  }

  /** When so much of it is free again, ms; undefined: not by the passing of time alone. */
  function freesAt(key: string, what: keyof Spending, excess: number): number | undefined {
    let missing = excess
    const minutes = [...(booked.get(key) ?? [])].toSorted(([a], [b]) => a - b)
    for (const [minute, spending] of minutes) {
      missing -= spending[what]
      if (missing <= 0) return (minute + dayInMinutes + 1) * minuteMs
    }
    return undefined
  }

  function overLimit(bot: string, person: string, asked: Spending): OverLimit | undefined {
    const { messagesPerDay, tokensPerDay } = limitOf(bot) ?? {}
    const key = keyOf(bot, person)
    for (const [what, limit] of [
      ['messages', messagesPerDay],
      ['tokens', tokensPerDay],
    ] as const) {
      const need = asked[what]
      const used = need === 0 || limit === undefined ? 0 : usedBy(key, what)
      if (need === 0 || limit === undefined || used + need <= limit) continue
      const frees = freesAt(key, what, used + need - limit)
      const until = frees ?? now() + soonMs
      if (told.size >= mostTold) told.clear()
      told.set(key, Math.max(until, told.get(key) ?? 0))
      const freesInMs = frees === undefined ? {} : { freesInMs: frees - now() }
      return { person, numbers: { what, used, limit, need, ...freesInMs } }
    }
    return undefined
  }

  function add(to: Map<string, Spending>, key: string, { messages, tokens }: Spending): void {
    const before = to.get(key) ?? { messages: 0, tokens: 0 }
    const after = { messages: before.messages + messages, tokens: before.tokens + tokens }
    if (after.messages === 0 && after.tokens === 0) to.delete(key)
    else to.set(key, after)
  }

  return {
    /** Who of them has no room for what is asked for; undefined: all have. */
    over(bot: string, persons: readonly string[], asked: Spending): OverLimit | undefined {
      if (!limitOf(bot)) return undefined
      for (const person of persons) {
        const over = overLimit(bot, person, asked)
        if (over) return over
      }
      return undefined
    },
    /** Holds a spending for each of them until the returned function is called. */
    hold(bot: string, persons: readonly string[], spending: Spending): () => void {
      if (!limitOf(bot)) return () => {}
      for (const person of persons) add(reserved, keyOf(bot, person), spending)
      const back = { messages: -spending.messages, tokens: -spending.tokens }
      return () => {
        for (const person of persons) add(reserved, keyOf(bot, person), back)
      }
    },
    book(bot: string, persons: readonly string[], minute: number, { messages, tokens }: Spending): void {
      forget()
      if (!limitOf(bot) || minute < oldest || messages + tokens === 0) return
      for (const person of persons) {
        const key = keyOf(bot, person)
        const minutes = booked.get(key) ?? new Map<number, Spending>()
        booked.set(key, minutes)
        const before = minutes.get(minute) ?? { messages: 0, tokens: 0 }
        minutes.set(minute, { messages: before.messages + messages, tokens: before.tokens + tokens })
      }
    },
    /** Why a further request of somebody is not heard who was turned away once; undefined: it may be. */
    refusalOf(bot: string, person: string): Cause | undefined {
      const until = told.get(keyOf(bot, person))
      if (until === undefined || until <= now()) return undefined
      return { why: 'personLimit', numbers: { freesInMs: until - now() } }
    },
    /** As the store remembers it. */
    tell: (bot: string, person: string, until: number): void => void told.set(keyOf(bot, person), until),
    clear: (): void => booked.clear(),
  }
}
