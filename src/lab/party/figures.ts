// What came of a party: who said how much, who spoke twice over, and what it cost.
import { similarity } from '../../language/repetition.ts'
import { callsIn, isDecision, isRefusal, isRejudgement } from '../../../machines/group/verdicts/kinds.ts'
import type { Verdict } from '../../../machines/group/types.ts'
import { count } from '../counting.ts'
import type { GuestLine } from './guests.ts'

/** A bot's message. */
export interface Answer {
  room: string
  bot: string
  /** ms after the start. */
  at: number
  text: string
  /** The message that it answers. */
  replyTo?: string
}

const sameWithinMs = 5 * 60_000
const tooAlike = 0.7

export function makeFigures(bots: readonly string[]) {
  const asked = new Map<string, GuestLine & { answers: Answer[] }>()
  const answers: Answer[] = []
  const said = Object.fromEntries(bots.map((bot) => [bot, 0]))
  const silent: Record<string, number> = {}
  const rejudgements = { kept: 0, dropped: 0 }
  const chains = new Map<string, number>()
  let [tokens, calls, decisions, duplicates, longestChain] = [0, 0, 0, 0, 0]

  return {
    spoke(line: GuestLine): void {
      asked.set(line.id, { ...line, answers: [] })
      chains.set(line.room, 0)
    },
    answered(answer: Answer): void {
      const { room, bot, replyTo = '' } = answer
      asked.get(replyTo)?.answers.push(answer)
      if (answers.some((other) => isTwin(other, answer))) duplicates += 1
      answers.push(answer)
      count(said, bot)
      const chain = (chains.get(room) ?? 0) + 1
      chains.set(room, chain)
      longestChain = Math.max(longestChain, chain)
    },
    judged(verdict: Pick<Verdict, 'gate' | 'outcome' | 'tokens' | 'numbers'>): void {
      const { gate } = verdict
      tokens += verdict.tokens ?? 0
      calls += callsIn(verdict)
      if (isRefusal(verdict)) count(silent, gate)
      if (isDecision(verdict)) decisions += 1
      if (isRejudgement(verdict)) rejudgements[isRefusal(verdict) ? 'dropped' : 'kept'] += 1
    },
    figures() {
      const all = [...asked.values()]
      const open = all.filter(({ kind }) => kind === 'open')
      const called = all.filter(({ kind }) => kind === 'called')
      const firsts = open.flatMap((each) => (each.answers[0] ? [{ ...each, first: each.answers[0] }] : []))
      const overlaps = open.filter((each) => botsOf(each.answers).size > 1).length
      const waits = firsts.map(({ at, first }) => first.at - at).toSorted((a, b) => a - b)
      return {
        messages: { people: all.length, bots: answers.length },
        /** By bot. */
        said,
        /** `calledAlone`: answered by nobody but the bot that was called. */
        questions: {
          open: open.length,
          answered: firsts.length,
          called: called.length,
          calledAnswered: called.filter((each) => botsOf(each.answers).has(each.fits[0] ?? '')).length,
          calledAlone: called.filter((each) => [...botsOf(each.answers)].join() === each.fits[0]).length,
        },
        /** First answers to open questions, and those of them by a bot whose field it is. */
        suited: { of: firsts.length, bySuited: firsts.filter(({ first, fits }) => fits.includes(first.bot)).length },
        /** Open questions that two bots or more answered; the rate is of all that were answered. */
        overlaps: { questions: overlaps, rate: Number((overlaps / Math.max(1, firsts.length)).toFixed(4)) },
        /** Messages of a bot that say what another one said in the same room less than 5 minutes before. */
        duplicates,
        /** From an open question to its first answer, ms; null: nobody answered. */
        waits: { median: waits[Math.floor(waits.length / 2)] ?? null, longest: waits.at(-1) ?? null },
        tokens,
        /** Every model call. */
        calls,
        decisions,
        /** Turns that ended without a word, by the gate that said no. */
        silent,
        rejudgements,
        /** Most messages of bots in a row in one room. */
        longestChain,
      }
    },
  }
}

const botsOf = (answers: readonly Answer[]): Set<string> => new Set(answers.map(({ bot }) => bot))

const isTwin = (before: Answer, now: Answer): boolean =>
  before.room === now.room &&
  before.bot !== now.bot &&
  now.at - before.at < sameWithinMs &&
  similarity(now.text, [before.text]) >= tooAlike
