// The ceilings over all groups: what a bot and the whole process may spend in 24 hours (U6).
import type { FailureKind } from '../../machines/group/children.ts'
import type { Cause, WhyKey } from '../../machines/group/verdicts/why.ts'
import type { PersonLimits } from '../config/bots.ts'
import { whyText } from '../outcomes/why-words.ts'
import { makePersonLimits, type Spending, type SpentByPerson } from './person-limits.ts'

export interface Ceiling {
  dailyMessages: number
  dailyTokens: number
}

export interface SpentMinute extends Spending {
  bot: string
  minute: number
}

/** A ceiling says no. The chart records it at the budget gate. */
export class CeilingError extends Error {
  override name = 'CeilingError'
  readonly kind: FailureKind = 'ceiling'
  readonly tokens = 0
  readonly why: WhyKey
  readonly numbers: NonNullable<Cause['numbers']>
  constructor(why: WhyKey, numbers: NonNullable<Cause['numbers']> = {}) {
    super(whyText({ why, numbers }, 'en'))
    this.why = why
    this.numbers = numbers
  }
}

export type Ceilings = ReturnType<typeof makeCeilings>

/** What is held for a call in slices that a cluster hands out. */
export interface HeldSlice {
  /** Holds more of what is at hand. Throws CeilingError. */
  more(spending: Spending): void
  /** What was not spent of it is free again. */
  settle(spent: Spending): void
}

/** Resolves once a spending is held; `ahead` must fit beside it and is not held. Rejects with a CeilingError. */
export type HoldSlice = (bot: string, spending: Spending, ahead: Spending) => Promise<HeldSlice>

const dayInMinutes = 24 * 60

/**
 * Keeps the last 24 hours by the minute. `spent` reads what the store remembers; while it cannot, it gives undefined:
 * every reservation is then refused, for a budget that cannot be read is spent, and the next one reads again (U4).
 */
export function makeCeilings(options: {
  process: Ceiling
  bots: Record<string, Ceiling>
  spent: () => readonly SpentMinute[] | undefined
  /** Of each bot, what a person may use of it in a day, and what the store remembers of that. */
  persons?: {
    limits: Readonly<Record<string, PersonLimits>>
    spent: () => readonly SpentByPerson[] | undefined
    /** Who was turned away, and until when, ms. */
    refused: () => readonly { bot: string; person: string; until: number }[] | undefined
  }
  /** A cluster keeps the ceilings of bots and of all of them: these are the figures of them, and the limits of persons. */
  hold?: HoldSlice | undefined
  now: () => number
}) {
  const { now, hold } = options
  /** Each bot's, by the minute. */
  const minutes = new Map<number, Map<string, Spending>>()
  /** Of all those minutes. */
  const booked = makeSums()
  const reserved = makeSums()
  const people = makePersonLimits(options.persons?.limits ?? {}, now)
  /** No minute from before it is kept. */
  let oldest = -Infinity
  let isRead = false
  read()

  function read(): boolean {
    if (isRead) return true
    const stored = options.spent()
    const byPerson = options.persons ? options.persons.spent() : []
    if (!stored || !byPerson) return false
    // What was booked meanwhile is in the store too.
    minutes.clear()
    booked.clear()
    people.clear()
    for (const { bot, minute, messages, tokens } of stored) add(bot, minute, { messages, tokens })
    for (const { bot, person, until } of options.persons?.refused() ?? []) people.tell(bot, person, until)
    for (const { bot, person, minute, ...spending } of byPerson) people.book(bot, [person], minute, spending)
    isRead = true
    return true
  }

  function add(bot: string, minute: number, spending: Spending): void {
    forget()
    if (minute < oldest) return
    const ofMinute = minutes.get(minute) ?? new Map<string, Spending>()
    minutes.set(minute, ofMinute.set(bot, plus(ofMinute.get(bot), spending)))
    booked.add(bot, spending)
  }

  /** Minutes that are older than a day; once a minute, and the sums are made anew: they must not drift. */
  function forget(): void {
    const first = Math.floor(now() / 60_000) - dayInMinutes
    if (first === oldest) return
    oldest = first
    const isOld = [...minutes.keys()].filter((minute) => minute < oldest)
    if (isOld.length === 0) return
    for (const minute of isOld) minutes.delete(minute)
    booked.clear()
    for (const ofMinute of minutes.values()) for (const [bot, spending] of ofMinute) booked.add(bot, spending)
  }

  /** What a bot, or with no name everybody, used in the last 24 hours, reservations included. */
  function used(bot?: string): Spending {
    forget()
    return plus(booked.of(bot), reserved.of(bot))
  }

  function check(
    scope: 'bot' | 'process',
    asked: Spending,
    before: Spending,
    { dailyMessages, dailyTokens }: Ceiling,
  ): void {
    const limits = { messages: dailyMessages, tokens: dailyTokens }
    for (const what of ['messages', 'tokens'] as const) {
      const [spent, limit, need] = [before[what], limits[what], asked[what]]
      if (need === 0 || spent + need <= limit) continue
      throw new CeilingError('dailyCeiling', { scope, what, used: spent, limit, need })
    }
  }

  return {
    /**
     * Holds a spending until the returned function is called; `ahead` must fit beside it and is not held; `persons`: who
     * asked for it. Throws CeilingError.
     */
    reserve(bot: string, spending: Spending, ahead: Spending = nothing, persons: readonly string[] = []): () => void {
      if (!read()) throw new CeilingError('booksUnreadable')
      const own = options.bots[bot]
      const asked = { messages: spending.messages + ahead.messages, tokens: spending.tokens + ahead.tokens }
      if (own && !hold) check('bot', asked, used(bot), own)
      if (!hold) check('process', asked, used(), options.process)
      const over = people.over(bot, persons, asked)
      if (over) throw new CeilingError('personLimit', { ...over.numbers, person: over.person })
      reserved.add(bot, spending)
      const release = people.hold(bot, persons, spending)
      return () => {
        reserved.add(bot, { messages: -spending.messages, tokens: -spending.tokens })
        release()
      }
    },
    /** Books what was committed. */
    book(bot: string, at: number, spending: Spending, persons: readonly string[] = []): void {
      const minute = Math.floor(at / 60_000)
      add(bot, minute, spending)
      people.book(bot, persons, minute, spending)
    },
    ...(hold && { hold }),
    used,
    /** Why a person's further request is not heard; undefined: it is. */
    refusalOf: people.refusalOf,
    /** What a bot and the process have used, reservations included; undefined: the ledger cannot be read. */
    figures(bot: string) {
      if (!read()) return undefined
      const own = Object.hasOwn(options.bots, bot) ? options.bots[bot] : undefined
      const process = figureOf(used(), options.process)
      return { ...(own && { bot: figureOf(used(bot), own) }), process }
    },
  }
}

const nothing: Spending = { messages: 0, tokens: 0 }

const plus = (one = nothing, other = nothing): Spending => ({
  messages: one.messages + other.messages,
  tokens: one.tokens + other.tokens,
})

/** Of each bot and of all: asked for before every model call, however many bots and minutes there are. */
function makeSums() {
  const ofBots = new Map<string, Spending>()
  let ofAll = nothing
  return {
    add(bot: string, spending: Spending): void {
      ofBots.set(bot, plus(ofBots.get(bot), spending))
      ofAll = plus(ofAll, spending)
    },
    of: (bot?: string): Spending | undefined => (bot === undefined ? ofAll : ofBots.get(bot)),
    clear(): void {
      ofBots.clear()
      ofAll = nothing
    },
  }
}

const figureOf = (used: Spending, { dailyMessages, dailyTokens }: Ceiling) => ({
  ...used,
  maxMessages: dailyMessages,
  maxTokens: dailyTokens,
})
