// The part of a long line that has to do with a question.
import { estimateTokens } from '../language/tokens.ts'
import { clipTokens } from '../prompt/clip.ts'
import { searchTerms } from '../store/search-terms.ts'

const sentence = /[^.!?。！？\n]+(?:[.!?。！？]+|\n|$)/gu

/** From the first sentence that shares a word with the question, at most `max` tokens. */
export function excerptOf(text: string, terms: readonly string[], max: number): string {
  if (estimateTokens(text) <= max) return text
  const wanted = new Set(terms)
  const sentences = text.slice(0, 4_000).match(sentence) ?? []
  const first = sentences.findIndex((each) => [...searchTerms(each)].some((term) => wanted.has(term)))
  const from = first <= 0 ? text : `…${sentences.slice(first).join('').trim()}`
  return clipTokens(from, max, estimateTokens)
}
