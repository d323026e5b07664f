// Cuts a written text into messages: at a paragraph, a line, a sentence, a word, and never within a mention, a link or a piece of code.
import { unit } from '../../../machines/rules/plain-text.ts'
import type { Entity } from './api.ts'
import type { Written } from './written.ts'

/** Parts of at most `most` UTF-16 units, none empty; what is too long for one is marked in each. */
export function cutWritten({ text, entities }: Written, most: number): Written[] {
  const parts: Written[] = []
  let from = 0
  while (from < text.length) {
    from += /^(?:[^\S\n]*\n)*/.exec(text.slice(from))?.[0].length ?? 0
    const start = from
    const isCode = entities.some(
      ({ type, offset, length }) => type === 'pre' && offset <= start && start < offset + length,
    )
    // The lines of code keep how far they stand in.
    if (!isCode) from += /^\s*/.exec(text.slice(from))?.[0].length ?? 0
    const end =
      text.length - from <= most ? text.length : from + cutOf(text.slice(from, from + most + 1), from, entities)
    const part = text.slice(from, end).trimEnd()
    if (part !== '') parts.push({ text: part, entities: within(entities, from, from + part.length) })
    from = end
  }
  return parts
}

/** Telegram heeds no more of them in a message. */
const mostEntities = 100
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
const words = new Intl.Segmenter('zh', { granularity: 'word' })
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Half of one would be no mention, no link, no code. */
const whole: ReadonlySet<string> = new Set(['text_mention', 'text_link', 'code'])

/** How much of `window` is the next part; it has one unit more than a part may have. */
function cutOf(window: string, from: number, entities: readonly Entity[]): number {
  const most = window.length - 1
  const units = Array.from(window.matchAll(unit), ({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }))
  const here = entities.map(({ type, offset, length }) => ({ type, start: offset - from, end: offset - from + length }))
  const cuts = (at: number) => (each: { start: number; end: number }) => each.start < at && at < each.end
  const last = (starts: Iterable<number>, kept: readonly { start: number; end: number }[]) =>
    [...starts].findLast((at) => at > 0 && at <= most && !units.some(cuts(at)) && !kept.some(cuts(at))) ?? 0
  const places: (() => Iterable<number>)[] = [
    () => Array.from(window.matchAll(/\n\s*\n/g), ({ index }) => index),
    () => Array.from(window.matchAll(/\n/g), ({ index }) => index),
    ...[sentences, words, graphemes].map(
      (segmenter) => () => Array.from(segmenter.segment(window), ({ index }) => index),
    ),
  ]
  // First as if nothing might be cut that is marked, then long quotes, code blocks and styles.
  for (const kept of [here, here.filter(({ type }) => whole.has(type))])
    for (const place of places) {
      const cut = last(place(), kept)
      if (cut > most / 3) return cut
    }
  return graphemes.segment(window).containing(most)?.index || most
}

function within(entities: readonly Entity[], from: number, end: number): Entity[] {
  return entities
    .flatMap((each) => {
      const start = Math.max(each.offset, from)
      const length = Math.min(each.offset + each.length, end) - start
      return length > 0 ? [{ ...each, offset: start - from, length }] : []
    })
    .slice(0, mostEntities)
}
