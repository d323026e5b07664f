// Cuts a long text into messages, each with an id of its own: at a paragraph, a line, a sentence, a word, and never within a mention or a link.
import { createHash } from 'node:crypto'
import { unit } from '../../machines/rules/plain-text.ts'

/** Parts of at most `most` UTF-16 units, trimmed, none empty. */
export function splitText(text: string, most: number): string[] {
  const parts: string[] = []
  let rest = text.trim()
  while (rest.length > most) {
    const end = cutOf(rest, most)
    parts.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return [...parts, rest].filter((part) => part !== '')
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const words = new Intl.Segmenter('zh', { granularity: 'word' })
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

function cutOf(text: string, most: number): number {
  const head = text.slice(0, most + longestUnit)
  const units = Array.from(head.matchAll(unit), ({ index, 0: part }) => ({ start: index, end: index + part.length }))
  const isWhole = (at: number) => at > 0 && at <= most && !units.some(({ start, end }) => start < at && at < end)
  const last = (starts: Iterable<number>) => [...starts].findLast(isWhole) ?? 0

  const enough = most / 3
  const paragraph = last(Array.from(head.matchAll(/\n\s*\n/g), ({ index }) => index))
  if (paragraph > enough) return paragraph
  const line = last(Array.from(head.matchAll(/\n/g), ({ index }) => index))
  if (line > enough) return line
  for (const segmenter of [sentences, words, graphemes]) {
    const cut = last(Array.from(segmenter.segment(head), ({ index }) => index))
    if (cut > enough) return cut
  }
  return graphemes.segment(text).containing(most)?.index || most
}

const longestUnit = 2_100

/** What tells a part of a reply from all others: the same for every try, so that none is posted twice (S5). */
export const partId = (key: string, part: number): string =>
  createHash('sha256').update(`${key}\n${part}`).digest('base64url')
