// Reads texts and names in one spelling, and knows what may be a bot's or a member's name (M1, M3, M4).
import { isCommonWord } from './common-words.ts'

/** Whom a text may name. */
export interface Named {
  id: string
  name: string
  aliases: readonly string[]
}

/**
 * `sure`: counts wherever it stands as a word. `common`: an everyday word, and `short`: one character; both count only
 * with `@` or where somebody is called. `sign`: one everyday character, or no letter at all; counts only with `@`.
 */
export type NameKind = 'sure' | 'common' | 'short' | 'sign'

export interface Name {
  /** Folded, as texts are before they are searched. */
  text: string
  kind: NameKind
}

/** Name, the id's local part, the whole id and the aliases (M1), folded, each once. */
export function namesOf({ id, name, aliases }: Named): Name[] {
  const local = id.split(/[.@]/, 1)[0] ?? ''
  const folded = [name, local, id, ...aliases].map(foldName).filter((text) => text !== '')
  return [...new Set(folded)].map((text) => ({ text, kind: kindOf(text) }))
}

export function foldName(name: string): string {
  return fold(visible(name)).trim().replaceAll(/\s+/g, ' ')
}

/** Zero-width, bidi, tag and control characters hide in names and show nothing. */
export function visible(text: string): string {
  return plainAscii.test(text) ? text : text.replaceAll(/[[\p{DI}\p{Cf}\p{Cc}]--[\t\n\r]]/gv, '')
}

/** NFKC and full case folding; a word in letters of several scripts that look Latin is read as Latin. */
export function fold(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase()
  const folded = foldCase(text)
  return mixable.test(folded) ? folded.replaceAll(mixedWord, latinSkeleton) : folded
}

/** By way of upper case ß meets SS, and both forms of the Greek sigma meet. */
function foldCase(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase()
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replaceAll('ς', 'σ')
}

/** Whether a name is read as another one than it is, for it mixes scripts. */
export const isReadAsAnother = (name: string): boolean =>
  !plainAscii.test(name) && fold(visible(name)) !== foldCase(visible(name))

/** A text without such names: whoever names them as they are written means them, and nobody whose name they look like. */
export function withoutNames(text: string, names: Iterable<string>): string {
  let left: string | undefined
  for (const name of names) {
    const wanted = foldCase(visible(name)).trim()
    if (wanted === '') continue
    left ??= foldCase(visible(text))
    left = left.replaceAll(wanted, ' ')
  }
  return left ?? text
}

function kindOf(text: string): NameKind {
  const isShort = [...graphemes.segment(text)].length < 2
  if (!letterOrDigit.test(text)) return 'sign'
  if (isCommonWord(text)) return isShort ? 'sign' : 'common'
  return isShort ? 'short' : 'sure'
}

/** After UTS 39: a word that mixes Latin with letters that look Latin is read as Latin; any other word is left alone. */
function latinSkeleton(word: string): string {
  if (!/\p{sc=Latn}/u.test(word)) return word
  const latin = word.replaceAll(/[\p{sc=Cyrl}\p{sc=Grek}]/gu, (letter) => lookAlikes.get(letter) ?? letter)
  return /[\p{sc=Cyrl}\p{sc=Grek}]/u.test(latin) ? word : latin
}

export const isPlainAscii = (text: string): boolean => plainAscii.test(text)
const plainAscii = /^[\t\n\r\x20-\x7e]*$/
const mixable = /[\p{sc=Cyrl}\p{sc=Grek}]/u
const mixedWord = /[\p{L}\p{M}]+/gu
const letterOrDigit = /[\p{L}\p{N}]/u
const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' })

/** Folded letters that look Latin in one of their cases. */
const lookAlikes = new Map(
  ['аa вb еe кk мm нh оo рp сc тt уy хx іi јj ѕs һh ԁd ԛq ԝw', 'αa βb εe ζz ηh ιi κk μm νv οo ρp τt υu χx γy']
    .flatMap((row) => row.split(' '))
    .map((pair) => [pair.slice(0, 1), pair.slice(1)] as const),
)
