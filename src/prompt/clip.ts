// Cuts a text to an allowance of tokens.

/** Estimates the tokens of a text. */
export interface Count {
  (text: string): number
  /** The same of a line in two parts, where that is faster. */
  headed?: (head: string, text: string) => number
}

/** The beginning, of at most `most` UTF-16 units; `…` marks a cut. */
export const clipUnits = (text: string, most: number): string =>
  text.length <= most ? text : most < 2 ? '' : `${text.slice(0, most - 1).toWellFormed()}…`

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })
/** UTF-16 units of a token at the most, as texts go: what lies further on is not looked at. */
const longestToken = 12

/** The beginning, as many whole sentences as `max` tokens hold; of a first one that is longer what `clipTokens` leaves. */
export function clipSentences(text: string, max: number, count: Count): string {
  if (count(text) <= max) return text
  const head = text.slice(0, max * longestToken).toWellFormed()
  let end = 0
  for (const { index, segment } of sentences.segment(head)) {
    const until = index + segment.trimEnd().length
    // The last piece of a cut head is no sentence.
    if (index + segment.length === head.length && head.length < text.length) break
    if (count(head.slice(0, until)) > max) break
    end = until
  }
  return end > 0 ? head.slice(0, end) : clipTokens(text, max, count)
}

/** The longest beginning, by words where it has any, that is worth at most `max` tokens; `…` marks a cut. */
export function clipTokens(text: string, max: number, count: Count): string {
  if (count(text) <= max) return text
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (count(`${text.slice(0, middle)}…`) <= max) low = middle
    else high = middle - 1
  }
  const head = text.slice(0, low).replace(/[\uD800-\uDBFF]$/, '')
  const lastSpace = head.lastIndexOf(' ')
  const cut = lastSpace > head.length * 0.7 ? head.slice(0, lastSpace) : head
  return cut === '' ? '' : `${cut.trimEnd()}…`
}
