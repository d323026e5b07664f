// Where a name stands as a word of its own, in scripts with spaces between words and in scripts without (M3).

const joinedScripts = ['Han', 'Hira', 'Kana', 'Bopo', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr']
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')
const letter = String.raw`[\p{L}\p{N}\p{M}]`
/** A letter written without spaces between words. */
const joined = `[${letter}&&[${joinedScripts}]]`
/** A letter of a script that puts spaces between words. */
export const spacedLetter = `[${letter}--[${joinedScripts}]]`

const joinedLetter = new RegExp(joined, 'v')
const joinedStart = new RegExp(`^${joined}`, 'v')
const joinedEnd = new RegExp(`${joined}$`, 'v')
const dictionaryWord = new RegExp(String.raw`^[${joined}--\p{scx=Hang}]{2,}$`, 'v')
const words = new Intl.Segmenter('zh', { granularity: 'word' })

/** Chat names end in such signs (as in `x|:`): with one of them it is another's name. */
const nickSign = String.raw`[\x60\^\|\\\]\}]+[:,]`
const before = `(?<!${spacedLetter}|${letter}[\\-‐]|${letter}_+|${spacedLetter}[.@])`
const after = `(?!${spacedLetter}|[\\-‐]${letter}|_+${letter}|[.@]${spacedLetter}|${nickSign})`
const wordEnd = new RegExp(after, 'vy')

/** Finds a folded name where no letter touches it and no `-`, `_`, `.` or `@` ties it to more (`alice.evil.io`). */
export function namePattern(name: string): RegExp {
  const literal = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(' ', String.raw`\s+`)
  return new RegExp((joinedStart.test(name) ? '' : before) + literal + (joinedEnd.test(name) ? '' : after), 'gv')
}

/** Whether a name that ends there is a whole word, as far as letters and signs tell. */
export function endsWord(text: string, name: string, end: number): boolean {
  wordEnd.lastIndex = end
  return joinedEnd.test(name) || wordEnd.test(text)
}

/** Whether a dictionary has to be asked where the name ends. */
export function hasJoinedLetter(name: string): boolean {
  return joinedLetter.test(name)
}

/**
 * Positions with characters of one dictionary word (ICU's) on both sides. ICU falls back to single characters where it
 * knows no word, so an unknown name (苏|苏) is found, while 紫苏|苏 and 面|包 are not. Hangul has no dictionary.
 */
export function insideWords(text: string): ReadonlySet<number> {
  const inside = new Set<number>()
  for (const { segment, index } of words.segment(text)) {
    if (segment.length < 2 || !dictionaryWord.test(segment)) continue
    for (let i = 1; i < segment.length; i++) inside.add(index + i)
  }
  return inside
}
