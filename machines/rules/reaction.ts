// A reply that was to be a reaction, as one sign or one short word (T1, T3).
import { unit } from './plain-text.ts'

/** Graphemes. */
const longest = 8

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Words that say something when nothing follows; the first word of a sentence seldom does. */
const interjection = new RegExp(
  String.raw`^(?:${[
    'ok(?:ay)?|yes|yep|yeah|yup|no|nope|sure|right|true|same|agreed|done|deal|noted|exactly|indeed|welcome',
    'thanks?|thx|ty|cheers|sorry|oops|ouch|nice|great|good|cool|neat|wow|lol|ha(?:ha)*|yay|bravo|congrats|hi|hey|hello|bye',
    'да|нет|ок|спасибо|точно|круто|класс|супер|ага|привет|пока|ура|верно',
  ].join('|')})(?!\p{L})|^(?:好|嗯|哈|赞|谢|收到|行|可以|对|没错|是的|牛|厉害|辛苦|恭喜|加油|同意|支持|明白|了解)`,
  'iu',
)

/** The whole text when it is short, else its first emoji, its opening word where that can stand alone, else nothing. */
export function reaction(text: string): string {
  if (fits(text)) return text
  const emoji = Array.from(graphemes.segment(text)).find(({ segment }) => /^\p{RGI_Emoji}$/v.test(segment))
  if (emoji) return emoji.segment
  const bare = text.replaceAll(unit, ' ').trim()
  const clauses = bare.split(/[,.;:!?，。；：！？、…~～—–\n]+/).map((clause) => clause.trim())
  // The name of whom it is said to may stand before it.
  const [first = '', second = ''] = clauses.filter((clause) => clause !== '')
  const said = [first, ...(/\s/.test(first) ? [] : [second])].find((clause) => interjection.test(clause)) ?? ''
  if (fits(said)) return said
  return interjection.exec(said)?.[0].match(/^\p{Script=Latin}+$|^\p{Script=Cyrillic}+$/u)?.[0] ?? ''
}

/** One emoji and nothing else: a sign on the message that it answers, not a message. */
export const isLoneEmoji = (text: string): boolean => /^\p{RGI_Emoji}$/v.test(text.trim())

function fits(text: string): boolean {
  let count = 0
  for (const _ of graphemes.segment(text)) if ((count += 1) > longest) return false
  return true
}
