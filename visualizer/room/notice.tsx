// A line of the room itself, after the message that it concerns: a bot has spent its budget, and when that frees.
import type { SpentBudget } from '../../src/outcomes/spent-budget.ts'
import { clockText, spanText } from '../time-text.ts'
import type { Words } from '../words.ts'

export interface Spent extends SpentBudget {
  bot: string
}

export function Notice({ words, spent, useNow }: { words: Words; spent: Spent; useNow: () => number }) {
  const now = useNow()
  const { bot, until, ofOnePerson } = spent
  return (
    <p className="spent finer">
      <i aria-hidden="true">◷</i> {text()}
    </p>
  )

  function text(): string {
    if (until === undefined) return words.room.neverFree(bot)
    if (until <= now) return words.room.wasSpent(bot, clockText(until))
    return words.room.spent(bot, spanText(Math.ceil((until - now) / 1_000) * 1_000, words.lang), ofOnePerson)
  }
}
