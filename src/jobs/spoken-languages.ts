// Which languages the people around a bot speak, so that the everyday words of its field are written in them, too.
import { wordsPrompt } from './profile-words.ts'
import type { ChatMessage } from '../llm/model.ts'
import type { BotProfile } from '../prompt/identity.ts'
import { languageOf } from '../prompt/language.ts'

/** The newest so many lines tell. */
export const linesOfLanguage = 200
/** Lines of them that make a language one of the rooms'. */
const leastLines = 10

export function languagesIn(lines: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of lines) {
    const language = languageOf(line)
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  return [...counts].flatMap(([language, lineCount]) => (lineCount >= leastLines ? [language] : [])).toSorted()
}

/** What a model is asked for a bot whose people speak these. Undefined for a bot without a field. */
export function wordsPromptAmong(profile: BotProfile, spoken: readonly string[]): ChatMessage[] | undefined {
  const text = `${profile.role} ${profile.expertise}`
  const shown: Record<string, RegExp> = { English: /[a-z]{3}/i, Chinese: /\p{Script=Han}/u }
  // Its own languages need no word.
  const beside = spoken.filter((language) => shown[language]?.test(text) !== true)
  return wordsPrompt(profile, beside)
}
