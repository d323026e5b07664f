// The ceilings over all groups: what a bot and the whole process may spend in 24 hours (U6).
import type { FailureKind } from '../../machines/group.children.ts'

export interface Ceiling {
  dailyMessages: number
  dailyTokens: number
}

export interface Spending {
  messages: number
  tokens: number
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
  readonly numbers: Record<string, number | string>
  constructor(message: string, numbers: Record<string, number | string>) {
    super(message)
    this.numbers = numbers
  }
}

export type Ceilings = ReturnType<typeof makeCeilings>

const dayInMinutes = 24 * 60

/**
 * Keeps the last 24 hours by the minute. `spent` reads what the store remembers; while it cannot, it gives undefined:
 * every reservation is then refused, for a budget that cannot be read is spent, and the next one reads again (U4).
 */
export function makeCeilings(options: {
  process: Ceiling
  bots: Record<string, Ceiling>
  spent: () => readonly SpentMinute[] | undefined
  now: () => number
}) {
  const { now } = options
  const minutes = new Map<string, Map<number, Spending>>()
  const held = new Map<string, Spending>()
  let isRead = false
  read()

  function read(): boolean {
    if (isRead) return true
    const spent = options.spent()
    if (!spent) return false
    // What was booked meanwhile is in the store too.
    minutes.clear()
    for (const { bot, minute, messages, tokens } of spent) add(bot, minute, { messages, tokens })
    isRead = true
    return true
  }

  function add(bot: string, minute: number, { messages, tokens }: Spending): void {
    const ofBot = minutes.get(bot) ?? new Map<number, Spending>()
    minutes.set(bot, ofBot)
    const before = ofBot.get(minute) ?? { messages: 0, tokens: 0 }
    ofBot.set(minute, { messages: before.messages + messages, tokens: before.tokens + tokens })
  }

  /** What a bot, or with no name everybody, used in the last 24 hours, reservations included. */
  function used(bot?: string): Spending {
    const oldest = Math.floor(now() / 60_000) - dayInMinutes
    const sum = { messages: 0, tokens: 0 }
    for (const [name, ofBot] of minutes) {
      for (const [minute, { messages, tokens }] of ofBot) {
        if (minute < oldest) ofBot.delete(minute)
        else if (bot === undefined || bot === name) {
          sum.messages += messages
          sum.tokens += tokens
        }
      }
    }
    for (const [name, { messages, tokens }] of held) {
      if (bot !== undefined && bot !== name) continue
      sum.messages += messages
      sum.tokens += tokens
    }
    return sum
  }

  function check(scope: string, asked: Spending, before: Spending, { dailyMessages, dailyTokens }: Ceiling): void {
    const limits = { messages: dailyMessages, tokens: dailyTokens }
    for (const what of ['messages', 'tokens'] as const) {
      const [spent, limit, need] = [before[what], limits[what], asked[what]]
      if (need === 0 || spent + need <= limit) continue
      const needs = what === 'tokens' ? ` and ${need} are needed` : ''
      const numbers = { scope, what, used: spent, limit, need }
      throw new CeilingError(`${scope}: ${spent} of ${limit} ${what} of 24 hours are used${needs}`, numbers)
    }
  }

  function hold(bot: string, { messages, tokens }: Spending): void {
    const before = held.get(bot) ?? { messages: 0, tokens: 0 }
    held.set(bot, { messages: before.messages + messages, tokens: before.tokens + tokens })
  }

  return {
    /**
     * Holds a spending until the returned function is called; `ahead` must fit beside it and is not held.
     * Throws CeilingError.
     */
    reserve(bot: string, spending: Spending, ahead: Spending = { messages: 0, tokens: 0 }): () => void {
      if (!read()) throw new CeilingError('the books cannot be read, so no budget is known', {})
      const own = options.bots[bot]
      const asked = { messages: spending.messages + ahead.messages, tokens: spending.tokens + ahead.tokens }
      if (own) check(`bot ${bot}`, asked, used(bot), own)
      check('process', asked, used(), options.process)
      hold(bot, spending)
      return () => hold(bot, { messages: -spending.messages, tokens: -spending.tokens })
    },
    /** Books what was committed. */
    book: (bot: string, at: number, spending: Spending): void => add(bot, Math.floor(at / 60_000), spending),
    used,
    /** What a bot and the process have used, reservations included; undefined: the books cannot be read. */
    figures(bot: string): { bot?: CeilingFigure; process: CeilingFigure } | undefined {
      if (!read()) return undefined
      const own = Object.hasOwn(options.bots, bot) ? options.bots[bot] : undefined
      const process = figureOf(used(), options.process)
      return own ? { bot: figureOf(used(bot), own), process } : { process }
    },
  }
}

interface CeilingFigure extends Spending {
  maxMessages: number
  maxTokens: number
}

const figureOf = (used: Spending, { dailyMessages, dailyTokens }: Ceiling): CeilingFigure => ({
  ...used,
  maxMessages: dailyMessages,
  maxTokens: dailyTokens,
})
