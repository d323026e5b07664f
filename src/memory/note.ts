// The note of a bot about a group: a few lines of what was decided, promised or asked to be kept in mind.
import { searchTerms } from '../store/search-terms.ts'

/** Its items, each without a bullet. */
export const itemsOf = (note: string): string[] =>
  note
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•·]|\d+[.)、])\s*/u, '').trim())
    .filter((line) => line !== '')

/** A note without everything that has a word in common with what is forgotten: too much may go, nothing may stay. */
export function withoutTexts(note: string, forgotten: readonly string[]): string {
  const gone = new Set(forgotten.flatMap((text) => [...searchTerms(text)]))
  return itemsOf(note)
    .filter((item) => ![...searchTerms(item)].some((term) => gone.has(term)))
    .join('\n')
}
