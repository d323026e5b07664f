// What a message says itself: its text without code, quoted lines, URLs and addresses, in the spelling names are in (M4).
import { type Opening, openingsOf } from './calls.ts'
import { fold, isPlainAscii, visible } from './names.ts'
import { isQuestion } from './questions.ts'
import { insideWords } from './word-edges.ts'

export interface Spoken {
  text: string
  /** URLs and e-mail addresses, folded: one of them may be somebody's whole id. */
  addresses: readonly string[]
  /** Worked out when first asked for. */
  openings(): ReadonlyMap<number, Opening>
  inside(): ReadonlySet<number>
  isQuestion(): boolean
  /** Nothing was left out, and no sign is another one than before. */
  isWhole: boolean
}

/** UTF-16 units of a message that are looked at; the rest is ignored. */
const maxLength = 4_000

// Every bot of a group reads the same message, one after the other.
let last: { raw: string; spoken: Spoken } | undefined

export function spokenOf(raw: string): Spoken {
  const clipped = raw.length > maxLength ? raw.slice(0, maxLength) : raw
  if (last?.raw !== clipped) last = { raw: clipped, spoken: readSpoken(visible(clipped)) }
  return last.spoken
}

function readSpoken(text: string): Spoken {
  const addresses: string[] = []
  const pointAt = (address: string): string => {
    addresses.push(fold(address))
    return blank
  }
  let spoken = text
  if (/`|~~~/.test(spoken)) spoken = spoken.replaceAll(fencedCode, blank).replaceAll(inlineCode, blank)
  if (/[>＞]/.test(spoken)) spoken = spoken.replaceAll(quotedLine, blank)
  if (partOfUrl.test(spoken)) spoken = spoken.replaceAll(url, pointAt)
  if (spoken.includes('@')) spoken = spoken.replaceAll(email, pointAt).replaceAll(chain, spaced)
  const folded = fold(spoken)
  return {
    text: folded,
    addresses,
    openings: once(() => openingsOf(folded)),
    inside: once(() => insideWords(folded)),
    isQuestion: once(() => isQuestion(folded)),
    isWhole: spoken === text && isPlainAscii(text),
  }
}

function once<T extends object | boolean>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** No name contains it. */
const blank = '\0'
const fencedCode = /^[ \t]*~~~+[ \w]*\n[^]*?(?:^[ \t]*~~~|(?![^]))|```[^]*?(?:```|(?![^]))/gm
const inlineCode = /(`{1,2})(?!`)[^\n]+?\1/g
const quotedLine = /^[ \t]*[>＞].*$/gm
const url =
  /(?<![\w.-])(?:[a-z][a-z\d+.-]{0,19}:\/\/|www\.|(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?(?:\/|[?#]\w))[^\s<>"。，、；：！？（）「」『』《》【】“”]*/gi
const partOfUrl = /\/|[?#]\w|www\./i
const email = /(?<![\w.+%-])[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/g
const chain = /(?<![\p{L}\p{N}_.+%-])(?:@[\p{L}\p{N}_-]+){2,}/gu
const spaced = (names: string): string => names.replaceAll('@', ' @')
