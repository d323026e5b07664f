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

/** A word of an alphabet, a single sign of the others. */
const words: Record<Language, RegExp> = {
  zh: /\p{Script=Han}/gu,
  en: /\p{Script=Latin}+/gu,
  ru: /\p{Script=Cyrillic}+/gu,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  ko: /\p{Script=Hangul}/gu,
}

/** Below so many letters a text has no language: "60", "ok". */
const fewLetters = 4
/** The share of a language in a text of it: terms of a field stand in Latin letters everywhere. */
const leastShare: Record<Language, number> = { zh: 0.3, en: 0.6, ru: 0.4, ja: 0.2, ko: 0.3 }

export function isIn(language: Language, text: string): boolean {
  const prose = withoutCode(text)
  if ((prose.match(/\p{L}/gu)?.length ?? 0) < fewLetters) return true
  const counts = Object.values(words).map((pattern) => prose.match(pattern)?.length ?? 0)
  const all = counts.reduce((sum, count) => sum + count, 0)
  return (prose.match(words[language])?.length ?? 0) / all >= leastShare[language]
}

/** Code counts as one word of the sentence around it. */
export function sentences(text: string): number {
  const parts = withoutCode(text).split(/[。！？…]+|[.!?]+(?=\s|$|\p{Script=Han})|\n+/u)
  return parts.filter((part) => /[\p{L}\p{N}]/u.test(part)).length
}

const withoutCode = (text: string): string =>
  text
    .replaceAll(/```[\s\S]*?(?:```|$)/g, ' 0 ')
    .replaceAll(/`[^`\n]*`/g, ' 0 ')
    .replaceAll(/\bhttps?:\/\/\S+/g, ' 0 ')
