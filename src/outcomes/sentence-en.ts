// The one-sentence why, in English.
import type { Gate } from '../../machines/group/settings.ts'
import type { SentenceWords } from './sentence-words.ts'

export const sentenceEn: SentenceWords = {
  answered: (bot, what, { after, more, reacted }) =>
    `${bot} ${reacted ? 'reacted to' : 'answered'} ${what}${more > 0 ? ` and ${more} more` : ''}${after && ` after ${after}`}`,
  readWith: (bot, what) => `${bot} read it with ${what}, which it answered`,
  silent: (bot, cause) => `${bot} stayed silent: ${cause}`,
  failed: (bot, cause) => `${bot} could not answer: ${cause}`,
  dropped: (bot, cause) => `${bot} dropped it unread: ${cause}`,
  own: (bot) => `${bot} said it`,
  held: (bot, until, cause) => `${bot} waits for the budget${until === undefined ? '' : ` until ${until}`}: ${cause}`,
  at: (bot, gate, cause) => `${bot} ${atGate[gate] ?? 'is at work'}${cause && `: ${cause}`}`,
  quoted: (name, text) => `${name}'s “${text}”`,
  aMessage: 'a message',
  cutOff: 'the turn was cut off',
  budget: { short: 'short budget', medium: 'medium budget', long: 'long budget' },
  budgetOf: (ms) => `${lengthOf(ms)} budget`,
  used: (amount, limit, areTokens) => `${amount} of ${limit} ${areTokens ? 'tokens' : 'messages'}`,
  ofOnePerson: 'one person’s share',
  apart: (span) => `replies ${span} apart`,
  freesIn: (span) => `free in ${span}`,
  comma: ', ',
}

const small = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** `five-minute`, `24-hour`. */
function lengthOf(ms: number): string {
  const minutes = ms / 60_000
  const [n, unit] = minutes >= 60 ? [minutes / 60, 'hour'] : minutes >= 1 ? [minutes, 'minute'] : [ms / 1_000, 'second']
  const count = Math.round(n * 10) / 10
  return `${small[count] ?? count}-${unit}`
}

const atGate: Partial<Record<Gate, string>> = {
  buffer: 'collects what is said next before it reads',
  dispatch: 'has not read it yet',
  budget: 'waits for the budget',
  decide: 'is deciding whether to answer',
  compose: 'is writing a reply',
  delay: 'has a reply ready',
  rejudge: 'checks its reply against what was said since',
  send: 'is sending its reply',
}
