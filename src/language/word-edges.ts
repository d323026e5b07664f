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

const hanOnly = /^\p{sc=Han}+$/u
const hanBefore = /\p{sc=Han}{1,12}$/u
const hanAfter = /\p{sc=Han}{1,12}/uy

/** Chat names end in such signs (as in `x|:`): with one of them it is another's name. */
const nickSign = String.raw`[\x60\^\|\\\]\}]+[:,]`
const before = `(?<!${spacedLetter}|${letter}[\\-‐]|${letter}_+|${spacedLetter}[.@])`
const notGoingOn = `(?!${spacedLetter}|[\\-‐]${letter}|_+${letter}|[.@]${spacedLetter}|${nickSign})`
const wordEnd = new RegExp(notGoingOn, 'vy')

/** Finds a folded name where no letter touches it and no `-`, `_`, `.` or `@` ties it to more (`alice.evil.io`). */
export function namePattern(name: string): RegExp {
  const literal = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(' ', String.raw`\s+`)
  return new RegExp((joinedStart.test(name) ? '' : before) + literal + (joinedEnd.test(name) ? '' : notGoingOn), 'gv')
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

/**
 * Costs of a text of Han characters as the likeliest row of words of a dictionary: the sum of -ln(share of the word in all
 * words), in nats; 0 for no text. Undefined where no dictionary is at hand.
 */
export type WordCost = (han: string) => number | undefined

/** Which ends of a name lie inside a word of the text. */
export interface Cuts {
  start: boolean
  end: boolean
}

/**
 * Asks a dictionary of words with frequencies whether a Han name cuts words, which ICU's, without frequencies, cannot tell:
 * to it, 子乔 cuts 带子 in 带子乔去 just as 苏苏 cuts 紫苏 in 紫苏苏叶. A name is a word of its own where the best row of words
 * with it costs no more than the best one without: it counts as a word of `nameCost` nats, or of its parts if they are cheaper.
 */
export function hanCuts(text: string, start: number, end: number, costOf: WordCost): Cuts | undefined {
  const name = text.slice(start, end)
  if (!hanOnly.test(name)) return undefined
  const [left = ''] = hanBefore.exec(text.slice(Math.max(0, start - maxContext), start)) ?? []
  hanAfter.lastIndex = end
  const [right = ''] = hanAfter.exec(text) ?? []
  if (left === '' && right === '') return noCuts

  const [whole, alone, leftCost, rightCost] = [left + name + right, name, left, right].map(costOf)
  if (whole === undefined || alone === undefined || leftCost === undefined || rightCost === undefined) return undefined
  const isDearer = (cost: number): boolean => cost > whole + rounding
  if (!isDearer(leftCost + Math.min(alone, nameCost) + rightCost)) return noCuts
  return {
    start: isDearer(leftCost + (costOf(name + right) ?? 0)),
    end: isDearer((costOf(left + name) ?? 0) + rightCost),
  }
}

/** A name of the room costs as much as a word met once in five million: what rare names cost in a large dictionary. */
const nameCost = 15.5
const rounding = 1e-6
/** UTF-16 units before a name that are looked at: 12 characters outside the basic plane. */
const maxContext = 24
const noCuts: Cuts = { start: false, end: false }
