// Whether a room is answered in Chinese or in English.
import type { Lang } from '../../commands/command-words.ts'
import { languageOf } from '../../prompt/language.ts'
import type { TalkRow } from '../../store/talk.ts'
import type { Whereabouts } from '../../room/key.ts'

export interface LanguageDeps {
  lines: (group: string, ids: readonly string[]) => readonly TalkRow[]
  /** The newest lines of a group, oldest first. */
  history: (group: string, most: number) => readonly TalkRow[]
  /** What a bot is said to be, where nobody has spoken yet. */
  roleOf: (bot: string) => string
}

const linesRead = 30

export function languageIn(
  { history, roleOf }: LanguageDeps,
  { bot, group }: Pick<Whereabouts, 'bot' | 'group'>,
): Lang {
  const said = history(group, linesRead).flatMap(({ text, bot: isBot }) => (isBot ? [] : (languageOf(text) ?? [])))
  if (said.length === 0) return /\p{Script=Han}/u.test(roleOf(bot)) ? 'zh' : 'en'
  return said.filter((language) => language === 'Chinese').length * 2 > said.length ? 'zh' : 'en'
}
