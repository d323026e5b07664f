// What a question asks of the past: its words, its numbers, whose words, and when.
import { searchTerms } from '../store/search-terms.ts'
import { type Span, spanOf, timeWords } from './times.ts'

export interface PastQuestion {
  terms: string[]
  span: Span | undefined
  /** It speaks of what the bot itself said, or of what the asker said. */
  said: 'bot' | 'asker' | undefined
  /** It asks for memory in so many words. */
  asksBack: boolean
}

const botSaid =
  /\byou(?:'ve| have| had)? (?:just |once |also |already )?(?:said|told|wrote|mentioned|answered|suggested|proposed|promised|claimed|calculated|computed|recommended)\b|\bdid you (?:just |really )?(?:say|tell|write|mention|answer|suggest|propose|promise|get|recommend)\b|\byour (?:answer|figure|number|result|suggestion|estimate|proposal)\b|[你您](?:之前|刚才|上次|昨天|前天)?(?:说|讲|提|答|告诉|建议|推荐|算|写)/i
const askerSaid =
  /\bI(?:'ve| have| had)? (?:just |once |also |already )?(?:said|told|wrote|mentioned|asked|promised)\b|\bdid I (?:say|tell|write|mention|ask)\b|我(?:之前|刚才|上次|昨天|前天)?(?:说|讲|提|问|告诉|写)(?!你|您)/i
/** They ask for memory, and are not what is remembered. */
const askingWords =
  /\b(?:said|say|told|tell|wrote|write|mention(?:ed)?|remember|recall|remind|asked?|answer(?:ed)?|suggested|promised|meant?|think|know)\b|[你您我]?(?:还)?记得|记不记得|说过|提过|说的|讲过|告诉|来着|多少|怎么/giu

const asksBack =
  /\b(?:remember|recall|remind|said|told|mentioned|agreed|decided|promised|again|last time|earlier|before|back then)\b|记得|说过|提过|讲过|说的|之前|上次|刚才|以前|来着|定的|约定|помни|говорил|сказал|раньше|обещал/i

/** `names`: how the bot is called, which asks for nothing; `ahead`: of `now`, over the wall clock, ms. */
export function pastQuestion(
  text: string,
  now: number,
  { names = [], timeZone, ahead = 0 }: { names?: readonly string[]; timeZone?: string; ahead?: number } = {},
): PastQuestion {
  const called = new Set(names.flatMap((name) => [...searchTerms(name)]))
  const bare = text.replaceAll(timeWords, ' ').replaceAll(askingWords, ' ')
  const told = spanOf(text, now - ahead, timeZone)
  const span = told && { from: told.from + ahead, to: told.to + ahead }
  const said = botSaid.test(text) ? 'bot' : askerSaid.test(text) ? 'asker' : undefined
  return {
    terms: [...searchTerms(bare)].filter((term) => !called.has(term)),
    span,
    said,
    asksBack: span !== undefined || said !== undefined || asksBack.test(text),
  }
}
