// What a table of words for every key is made of, in each language.
import type { WhyKey } from '../../machines/group/verdicts/why.ts'

/** What the words of a key may ask of a verdict's numbers. */
export interface Figures {
  has(name: string): boolean
  /** As it stands. */
  of(name: string): string
  /** `812`, `9.8k`. */
  count(name: string): string
  /** `4 min 28 s`; of a number of ms. */
  span(name: string): string
}

export interface WhyWords {
  why: Record<WhyKey, string | ((figures: Figures) => string)>
  /** Somebody else's words, as such. */
  quoted: (words: string) => string
  /** Between what several models failed of. */
  semicolon: string
  colon: string
}
