// Which bots of a room have noted something of what is asked: a judge who knows no note would leave that to nobody.
import { isQuestion } from '../../language/questions.ts'
import { pastQuestion } from '../../memory/question.ts'
import type { PromptMessage } from '../../prompt/talk.ts'
import { isNumber, searchTerms } from '../../store/search-terms.ts'
import type { BotCandidate } from './candidates.ts'

/** So many questions are looked at, the newest. */
const mostQuestions = 3
/** Two words in common are no chance; one is enough where somebody asks for what was said before. */
const leastWords = 2
/** They ask back, and stand in many a note. */
const ofAsking = searchTerms(
  'decide decided agree agreed promise promised settle settled note noted plan planned 决定 定了',
)

/** Names of those bots; `lines`: what is new in the talk. */
export function notedBy(bots: readonly BotCandidate[], lines: readonly PromptMessage[], at: number): string[] {
  const asked = lines.filter(({ bot, own, text }) => bot !== true && !own && isQuestion(text)).slice(-mostQuestions)
  if (asked.length === 0) return []
  const names = bots.flatMap(({ profile }) => [profile.name, ...profile.aliases])
  const questions = asked.map(({ text }) => pastQuestion(text, at, { names }))
  return bots.flatMap(({ profile, noted }) => {
    const items = noted?.() ?? []
    return questions.some((question) => items.some((item) => isAbout(item, question))) ? [profile.name] : []
  })
}

function isAbout(
  item: string,
  { terms, asksBack }: Pick<ReturnType<typeof pastQuestion>, 'terms' | 'asksBack'>,
): boolean {
  const has = searchTerms(item)
  const shared = terms.filter((term) => has.has(term) && !ofAsking.has(term))
  const isBack = asksBack || terms.some((term) => ofAsking.has(term))
  return shared.length >= (isBack ? 1 : leastWords) || shared.some(isNumber)
}
