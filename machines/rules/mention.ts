// Tells whether a text names the bot (M1–M4), for channels that carry no structured mentions.

/** Who is looked for: every way in which a text may name the bot. */
interface Named {
  id: string
  name: string
  aliases: readonly string[]
}

/** UTF-16 units of a message that are looked at; the rest is ignored. */
const maxLength = 4_000

/**
 * Compiled once per bot; each call takes a raw message. A name counts when it stands as a word of its own:
 *
 * - Next to Latin, Cyrillic, Greek and other letters of scripts with spaces, and digits, it must end: no letter, digit
 *   or accent touches it, and no `-`, `_`, `.` or `@` ties it to more (`alice-bot`, `alice.evil.io`).
 * - Next to Han, Kana, Hangul, Thai, Lao, Khmer and Burmese it may stand anywhere, unless its first or last edge lies
 *   inside a word of ICU's dictionary. ICU falls back to single characters where it knows no word, so an unknown name
 *   (苏|苏) is found, while 紫苏|苏 and 小|爱好 are refused. Hangul has no dictionary: its particles may follow freely.
 *   The price is a name whose last character makes a word with what follows: 小爱 is missed in 小爱说.
 * - Code, quoted lines, URLs and e-mail addresses do not count, except an address that is itself a keyword (a whole id).
 */
export function makeMentionMatcher(bot: Named): (text: string) => boolean {
  const keywords = mentionKeywords(bot)
  // A needle must occur before anything dearer is tried.
  const needles = keywords.map((keyword) => keyword.split(' ', 1)[0] ?? keyword)
  const patterns = keywords.map(pattern)

  return (text) => {
    const clipped = visible(text.slice(0, maxLength))
    const whole = fold(clipped)
    if (!needles.some((needle) => whole.includes(needle))) return false

    const spoken = fold(withoutSilentParts(clipped, keywords))
    let inside: Set<number> | undefined
    const standsAlone = (hit: RegExpExecArray) => {
      if (!joinedLetter.test(hit[0])) return true
      inside ??= insideWords(spoken)
      return !inside.has(hit.index) && !inside.has(hit.index + hit[0].length)
    }
    return patterns.some((regex) => Array.from(spoken.matchAll(regex)).some(standsAlone))
  }
}

/**
 * Every keyword of a bot (M1), folded as texts are before matching: name, the id's local part, the whole id, aliases.
 * A keyword of one character, or without any letter or digit, carries a leading `@`: it counts only with it (M3).
 */
export function mentionKeywords({ id, name, aliases }: Named): string[] {
  const local = id.split(/[.@]/, 1)[0] ?? ''
  const folded = [name, local, id, ...aliases].map(foldKeyword).filter((keyword) => keyword !== '')
  return [...new Set(folded.map((keyword) => (isWeak(keyword) ? `@${keyword}` : keyword)))]
}

const letterOrDigit = /[\p{L}\p{N}]/u
const joinedScripts = ['Han', 'Hira', 'Kana', 'Bopo', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr']
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')
const letter = String.raw`[\p{L}\p{N}\p{M}]`
/** A letter written without spaces between words. */
const joined = `[${letter}&&[${joinedScripts}]]`
/** A letter of a script that puts spaces between words. */
const spaced = `[${letter}--[${joinedScripts}]]`

const joinedLetter = new RegExp(joined, 'v')
const joinedStart = new RegExp(`^${joined}`, 'v')
const joinedEnd = new RegExp(`${joined}$`, 'v')
const dictionaryWord = new RegExp(String.raw`^[${joined}--\p{scx=Hang}]{2,}$`, 'v')
const words = new Intl.Segmenter('zh', { granularity: 'word' })
const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' })

function pattern(keyword: string): RegExp {
  const literal = keyword.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`).replaceAll(' ', String.raw`\s+`)
  const before = `(?<!${spaced}|${letter}[\\-‐]|${letter}_+|${spaced}[.@])`
  const after = `(?!${spaced}|[\\-‐]${letter}|_+${letter}|[.@]${spaced})`
  const free = { before: joinedStart.test(keyword), after: joinedEnd.test(keyword) }
  return new RegExp((free.before ? '' : before) + literal + (free.after ? '' : after), 'gv')
}

/** Positions that have a dictionary word's characters on both sides. */
function insideWords(text: string): Set<number> {
  const inside = new Set<number>()
  for (const { segment, index } of words.segment(text)) {
    if (segment.length < 2 || !dictionaryWord.test(segment)) continue
    for (let i = 1; i < segment.length; i++) inside.add(index + i)
  }
  return inside
}

/** M4: what is shown or pointed at, rather than said, gives way to a character that no name contains. */
function withoutSilentParts(text: string, keywords: readonly string[]): string {
  const blank = '\0'
  const unlessKeyword = (address: string) => (keywords.includes(foldKeyword(address)) ? address : blank)
  return text
    .replaceAll(fencedCode, blank)
    .replaceAll(/^[ \t]*[>＞].*$/gm, blank)
    .replaceAll(/(`{1,2})(?!`)[^\n]+?\1/g, blank)
    .replaceAll(url, unlessKeyword)
    .replaceAll(/(?<![\w.+%-])[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/g, unlessKeyword)
    .replaceAll(/(?<![\p{L}\p{N}_.+%-])(?:@[\p{L}\p{N}_-]+){2,}/gu, (chain) => chain.replaceAll('@', ' @'))
}

const fencedCode = /^[ \t]*~~~+[ \w]*\n[^]*?(?:^[ \t]*~~~|(?![^]))|```[^]*?(?:```|(?![^]))/gm
const url =
  /(?<![\w.-])(?:[a-z][a-z\d+.-]{0,19}:\/\/|www\.|(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?(?:\/|[?#]\w))[^\s<>"。，、；：！？（）「」『』《》【】“”]*/gi

function isWeak(keyword: string): boolean {
  return !letterOrDigit.test(keyword) || [...graphemes.segment(keyword)].length < 2
}

function foldKeyword(keyword: string): string {
  return fold(visible(keyword)).trim().replaceAll(/\s+/g, ' ')
}

/** Zero-width, bidi, tag and control characters hide in names and show nothing. */
function visible(text: string): string {
  return text.replaceAll(/[[\p{DI}\p{Cf}\p{Cc}]--[\t\n\r]]/gv, '')
}

/** NFKC and full case folding: by way of upper case ß meets SS, and both forms of the Greek sigma meet. */
function fold(text: string): string {
  return text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replaceAll('ς', 'σ')
}
