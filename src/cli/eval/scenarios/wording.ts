// What a moment asks of the words of an answer: patterns, language by script, number of sentences.
import type { Language, Moment } from './schema.ts'
import { listed } from './cast.ts'

/** What is wrong with the words, each in one phrase; nothing: all is well. */
export function faultsOf(text: string, { says, not, language, atMost }: Moment): string[] {
  const faults: string[] = []
  const wanted = listed(says)
  if (wanted.length > 0 && !wanted.some((pattern) => found(pattern, text)))
    faults.push(`does not say ${wanted.join(' or ')}`)
  faults.push(...forbiddenIn(text, not))
  if (language !== undefined && !isIn(language, text)) faults.push(`is not in ${language}`)
  const count = sentences(text)
  if (atMost !== undefined && count > atMost) faults.push(`has ${count} sentences, not ${atMost}`)
  return faults
}

export const forbiddenIn = (text: string, not: Moment['not']): string[] =>
  listed(not)
    .filter((pattern) => found(pattern, text))
    .map((pattern) => `says ${pattern}`)

const found = (pattern: string, text: string): boolean => RegExp(pattern, 'iu').test(text)

const scripts: Record<Language, RegExp> = {
  zh: /\p{Script=Han}/gu,
  en: /\p{Script=Latin}/gu,
  ru: /\p{Script=Cyrillic}/gu,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  ko: /\p{Script=Hangul}/gu,
}

/** Below so many letters a text has no language: "60", "ok". */
const fewLetters = 4
/** The share of a language's letters in a text of it; field terms stand in Latin letters everywhere. */
const leastShare: Record<Language, number> = { zh: 0.25, en: 0.75, ru: 0.5, ja: 0.15, ko: 0.4 }

export function isIn(language: Language, text: string): boolean {
  const prose = withoutCode(text)
  const letters = prose.match(/\p{L}/gu)?.length ?? 0
  if (letters < fewLetters) return true
  return (prose.match(scripts[language])?.length ?? 0) / letters >= leastShare[language]
}

/** Code counts as one word of the sentence around it. */
export function sentences(text: string): number {
  const parts = withoutCode(text).split(/[。！？!?…]+|\.+(?=\s|$)|\n+/u)
  return parts.filter((part) => /[\p{L}\p{N}]/u.test(part)).length
}

const withoutCode = (text: string): string =>
  text
    .replaceAll(/```[\s\S]*?(?:```|$)/g, ' 0 ')
    .replaceAll(/`[^`\n]*`/g, ' 0 ')
    .replaceAll(/\bhttps?:\/\/\S+/g, ' 0 ')
