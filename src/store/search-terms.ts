// The words that a text is found by: stems, pairs of Han signs, and numbers, whatever their length.
import { LRUCache } from 'lru-cache'
import { fold } from '../language/names.ts'
import { termsOf } from '../language/terms.ts'

/** Longest text read, in UTF-16 units: prompts show no more. */
const longestRead = 4_000
const mostTerms = 400
const longestTerm = 40

const number = /\d+(?:[.,:/-]\d+)*/g

// A line that is found is weighed for each bot, and for each of its calls.
const known = new LRUCache<string, ReadonlySet<string>>({
  max: 2_000,
  maxSize: 500_000,
  sizeCalculation: ({ size }, text) => 1 + size + text.length,
})

/** `60`, `3.5` as `3_5`, `papers` as `paper`, 统计学 as 统计 and 计学. */
export function searchTerms(text: string): ReadonlySet<string> {
  const read = text.slice(0, longestRead)
  const terms = known.get(read) ?? termsIn(read)
  known.set(read, terms)
  return terms
}

function termsIn(read: string): Set<string> {
  const terms = termsOf(read)
  for (const [digits] of fold(read).matchAll(number)) terms.add(digits.replaceAll(/[.,:/-]/g, '_'))
  return new Set([...terms].slice(0, mostTerms).map((term) => term.slice(0, longestTerm)))
}

/** Shared by one of them alone, a word may be chance; a number or a rare sign hardly is. */
export const isNumber = (term: string): boolean => /^\d/.test(term)
