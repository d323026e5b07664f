// A gate's verdict as a person in the room would be told it, if it is worth a line at all.
import type { Verdict } from '../../../machines/group/types.ts'
import { whyText } from '../../outcomes/why-words.ts'
import type { Asked, Phrases, Spent, Telling } from './phrases.ts'

export interface Turn {
  /** The last message of its batch. */
  message: string
  asked: Asked
  /** The decision's relevance against its threshold, as `0.91 ≥ 0.60`. */
  compared: string
}

/** `faster` spoke last. What is but a step on the way, or told by the message itself, is undefined. */
export function thoughtOf(
  verdict: Verdict,
  { asked, compared }: Turn,
  faster: string,
  words: Phrases,
  nameOf: (bot: string) => string = (bot) => bot,
): Telling | undefined {
  const { gate, outcome, numbers = {} } = verdict
  const value = (name: string): number => Number(numbers[name])
  const spent = (): Spent => ({
    used: value('used'),
    limit: value('limit'),
    what: String(numbers['what']),
    window: String(numbers['window']),
    freesIn: Math.ceil(value('freesInMs') / 1_000),
  })
  switch (`${gate} ${outcome}`) {
    case 'relevance skip':
      return words.offField(comparison(value('relevance'), value('floor')))
    case 'addressee skip':
      return words.silent(words.why.aimed)
    case 'loop skip':
      if (!('maxBotTurns' in numbers)) break
      return words.silent(words.why.onlyBots(value('botTurns'), value('maxBotTurns')))
    case 'budget skip':
      return words.outOfBudget(spent())
    case 'budget hold':
      return words.held(spent())
    case 'decide skip':
      if (numbers['chosen'] !== undefined && numbers['threshold'] === undefined) {
        return words.leaves(String(numbers['chosen']).split(', ').map(nameOf).join(' & '))
      }
      return words.passes('threshold' in numbers ? comparison(value('relevance'), value('threshold')) : '')
    case 'compose skip':
      if (value('chars') === 0) break
      return words.silent(words.why.repeated)
    case 'delay wait':
      return words.speaks({ asked, compared, waits: seconds(value('waitMs')) })
    case 'delay superseded':
      return words.startsOver
    case 'rejudge send':
    case 'rejudge shorten':
    case 'rejudge drop':
      return words.again[outcome]?.(faster)
    default:
  }
  return /^(?:skip|failed|retry)$/.test(outcome) ? words.silent(spoken(whyText(verdict, words.lang))) : undefined
}

/** A model's words may hold anything: no control sequence reaches the terminal. */
const spoken = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')

export function comparison(value: number, least: number): string {
  return `${value.toFixed(2)} ${value < least ? '<' : '≥'} ${least.toFixed(2)}`
}

/** Whole ones, but for the few of a short wait. */
const seconds = (ms: number): number => (ms < 10_000 ? Math.round(ms / 100) / 10 : Math.round(ms / 1_000))
