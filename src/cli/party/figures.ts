// What came of a party: who said how much, who spoke twice over, and what it cost.
import { similarity } from '../../../machines/rules/repetition.ts'
import { isSkip } from '../replay/tally.ts'
import type { TraceLine } from '../virtual/trace.ts'
import type { Spoken } from './guests.ts'

export interface Figures {
  messages: { people: number; bots: number }
  /** By bot. */
  said: Record<string, number>
  questions: { open: number; answered: number; called: number; calledAnswered: number }
  /** Open questions that two bots or more answered; the rate is of all that were answered. */
  overlaps: { questions: number; rate: number }
  /** Messages of a bot that say what another one said less than 5 minutes before. */
  duplicates: number
  /** From an open question to its first answer, ms; null: nobody answered. */
  waits: { median: number | null; longest: number | null }
  tokens: number
  decisions: number
  /** Turns that ended without a word, by the gate that said no. */
  silent: Record<string, number>
  rejudgements: { kept: number; dropped: number }
  /** Most messages of bots in a row. */
  longestChain: number
}

interface Answer {
  bot: string
  at: number
  text: string
}

const sameWithinMs = 5 * 60_000
const tooAlike = 0.7

export function makeFigures(bots: readonly string[]) {
  const asked = new Map<string, Spoken & { answers: Answer[] }>()
  const answers: Answer[] = []
  const said = Object.fromEntries(bots.map((bot) => [bot, 0]))
  const silent: Record<string, number> = {}
  const rejudgements = { kept: 0, dropped: 0 }
  let [tokens, decisions, duplicates, chain, longestChain] = [0, 0, 0, 0, 0]

  return {
    spoke(line: Spoken): void {
      asked.set(line.id, { ...line, answers: [] })
      chain = 0
    },
    /** Times are ms since the start. */
    see(line: TraceLine, bot: string): void {
      if (line.kind === 'send') {
        const answer = { bot, at: line.at, text: line.text }
        asked.get(line.replyTo ?? '')?.answers.push(answer)
        if (answers.some((other) => isTwin(other, answer))) duplicates += 1
        answers.push(answer)
        said[bot] = (said[bot] ?? 0) + 1
        chain += 1
        longestChain = Math.max(longestChain, chain)
      } else if (line.kind === 'verdict') {
        tokens += line.tokens ?? 0
        if (isSkip(line)) silent[line.gate] = (silent[line.gate] ?? 0) + 1
        if (line.gate === 'decide') decisions += 1
        if (line.gate === 'rejudge') rejudgements[line.outcome === 'drop' ? 'dropped' : 'kept'] += 1
      }
    },
    figures(): Figures {
      const all = [...asked.values()]
      const open = all.filter(({ kind }) => kind === 'open')
      const called = all.filter(({ kind }) => kind === 'called')
      const overlaps = open.filter((each) => new Set(each.answers.map(({ bot }) => bot)).size > 1).length
      const waits = open.flatMap(({ at, answers: [first] }) => (first ? [first.at - at] : [])).toSorted((a, b) => a - b)
      return {
        messages: { people: all.length, bots: answers.length },
        said,
        questions: {
          open: open.length,
          answered: waits.length,
          called: called.length,
          calledAnswered: called.filter((each) => each.answers.length > 0).length,
        },
        overlaps: { questions: overlaps, rate: Number((overlaps / Math.max(1, waits.length)).toFixed(4)) },
        duplicates,
        waits: { median: waits[Math.floor(waits.length / 2)] ?? null, longest: waits.at(-1) ?? null },
        tokens,
        decisions,
        silent,
        rejudgements,
        longestChain,
      }
    },
  }
}

const isTwin = (before: Answer, now: Answer): boolean =>
  before.bot !== now.bot && now.at - before.at < sameWithinMs && similarity(now.text, [before.text]) >= tooAlike
