// What the table of part kinds and channels is made of: for every cell what a platform sends, and what becomes of it.
import type { Part, PartKind } from '../../../src/language/parts.ts'

/** English and Chinese. */
export type Both = readonly [en: string, zh: string]

/** As the cell of the guide calls something, and as the platform sends it. */
export type Sample<Raw> = readonly [called: Both, raw: Raw]
export type Cells<Raw> = Readonly<Record<PartKind, readonly Sample<Raw>[]>>

/** What becomes of a sample: the parts that the channel hands in, the line behind its writer, and what the page draws. */
export interface Outcome {
  heard: readonly Part[]
  line: string
  drawn: string
}
/** By kind and English name: `image: photo`. Refused: the channel takes no such message at all. */
export type Outcomes = Readonly<Record<string, Outcome | 'refused'>>

export const heardAs: Both = ['✓', '✓']
/** The channel hears something else of it, or nothing: the sample is what comes nearest to it there. */
export const nothing: Both = ['–', '–']
export const wordsAlone: Both = ['words', '文字']

/** When quoted messages were written. */
export const quotedAt = Date.UTC(2026, 9, 26, 14, 31)
