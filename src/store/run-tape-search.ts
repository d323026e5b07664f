// A search on one tape: rows with all of the words, else rows that are alike.
import { type Asked, indexedText, type RunTapeIndex, textOf } from './run-tape-index.ts'
import type { StoredEntry } from './stored-entry.ts'

export interface TapeHit {
  entry: StoredEntry
  /** Of its text, around the first of the words. */
  excerpt: string
  /** It has not all of the words. */
  isAlike?: true
}

interface Search {
  place: number
  words: string
  most: number
  rowOf: (n: number) => StoredEntry | undefined
  isMeant: (entry: StoredEntry) => boolean
}

const [before, after] = [60, 140]

export function searchTape(index: RunTapeIndex, search: Search): TapeHit[] {
  const { exact, alike } = index.asking(search.words)
  const hits = exact ? hitsOf(exact, search) : []
  if (hits.length > 0 || !alike) return hits
  return hitsOf(alike, search).map((hit) => ({ ...hit, isAlike: true }))
}

function hitsOf({ has, rows }: Asked, { place, words, most, rowOf, isMeant }: Search): TapeHit[] {
  const hits: TapeHit[] = []
  for (const n of rows(place)) {
    const entry = rowOf(n)
    if (entry && isMeant(entry) && has(indexedText(entry.body)))
      hits.push({ entry, excerpt: excerptOf(textOf(entry.body), words) })
    if (hits.length >= most) break
  }
  return hits
}

function excerptOf(text: string, words: string): string {
  const lower = text.toLowerCase()
  const found = words
    .toLowerCase()
    .split(/\s+/)
    .flatMap((word) => (word !== '' && lower.includes(word) ? [lower.indexOf(word)] : []))
  const from = Math.max(0, (Math.min(...found, text.length) % Math.max(1, text.length)) - before)
  const part = text
    .slice(from, from + before + after)
    .replaceAll(/\s+/g, ' ')
    .toWellFormed()
    .trim()
  return `${from > 0 ? '… ' : ''}${part}${from + before + after < text.length ? ' …' : ''}`
}
