// Results that are too long for a prompt: their head and tail, and how to read the rest off the tape.
import { estimateTokens } from '../language/tokens.ts'

/** Tokens of a result that a prompt takes whole. */
export const longestResult = 4_000
/** Bytes of a result that the tape keeps. */
export const longestKept = 262_144
/** Tokens of what is shown of a longer one, and of a page of it. */
const shownTokens = { head: 2_500, tail: 1_000, page: 3_500 }

export interface Spilled {
  /** For the prompt. */
  shown: string
  /** What the entry keeps where that is more. */
  whole?: string
}

/** `id`: of the entry that will keep the whole. */
export function spill(text: string, id: string): Spilled {
  const given = text.toWellFormed()
  if (charsWithin(given, longestResult) === given.length) return { shown: given }
  const whole = within(given, longestKept)
  const head = whole.slice(0, endOfSign(whole, charsWithin(whole, shownTokens.head)))
  const tail = whole.slice(startOfTail(whole, head.length))
  const more = whole.length - head.length - tail.length
  const lost = given.length > whole.length ? ` (the last ${given.length - whole.length} characters are not kept)` : ''
  const note = `\n… ${more} characters more: tape_page ${JSON.stringify({ id, offset: head.length })}${lost}\n`
  return { shown: `${head}${note}${tail}`, whole }
}

/** A piece of what was kept, for `tape.page`; undefined: there is nothing at the offset. */
export function pageOf(whole: string, id: string, offset: number): string | undefined {
  const start = endOfSign(whole, offset)
  if (start >= whole.length) return undefined
  const rest = whole.slice(start)
  const page = rest.slice(0, endOfSign(rest, charsWithin(rest, shownTokens.page)))
  const more = rest.length - page.length
  return more === 0
    ? page
    : `${page}\n… ${more} characters more: tape_page ${JSON.stringify({ id, offset: start + page.length })}`
}

/** Characters that are counted together: signs of one piece are taken for alike. */
const piece = 400

/** Characters from the start that are so many tokens or fewer; at least one sign. */
function charsWithin(text: string, tokens: number): number {
  let left = tokens
  for (let at = 0; at < text.length; at += piece) {
    const length = Math.min(piece, text.length - at)
    const of = estimateTokens(text.slice(at, at + length))
    if (of > left) return Math.max(at + Math.floor((length * left) / of), Math.min(2, text.length))
    left -= of
  }
  return text.length
}

/** Where the tail begins: pieces from the end, never before the head ends. */
function startOfTail(text: string, headEnds: number): number {
  let left = shownTokens.tail
  for (let end = text.length; end > headEnds; end -= piece) {
    const start = Math.max(headEnds, end - piece)
    const of = estimateTokens(text.slice(start, end))
    if (of > left) return endOfSign(text, end - Math.floor(((end - start) * left) / of))
    left -= of
  }
  return headEnds
}

/** No sign of two units is cut in the middle. */
const endOfSign = (text: string, at: number): number => (isLow(text.charCodeAt(at)) ? at - 1 : at)
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

/** As much from the start as has so many bytes. */
function within(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes))
  return text.slice(0, read)
}
