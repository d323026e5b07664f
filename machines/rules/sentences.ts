// Where the sentences of a chat message end: as in UAX 29, but never within code, a name or a number (T3).
import { unit } from './plain-text.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Signs of code that end no sentence. */
const code = new RegExp(
  [
    '```[^]{0,4000}?```|``[^\n]{1,500}?``|`[^`\n]{1,500}`',
    // print("Hi! You"), parse()? of Rust
    String.raw`[\w.]{1,60}[!?]?\([^()\n]{0,300}\)(?:[!?](?= \p{Ll}))?`,
    // a ? b : c, a ?? b
    String.raw`\S \? [^?\n]{1,80} : \S|(?<=\s)\?\?=?(?=\s)`,
    // id = ? of SQL, $? of a shell, :q! of an editor
    String.raw`[=<>(,] ?\?|\$[?!]|(?<=^|\s):\w{1,10}!`,
    // list.empty? of Ruby, as! of Swift
    String.raw`\b\w{1,40}\.\w{1,40}[!?](?= \p{Ll})|\bas[!?](?= )`,
  ].join('|'),
  'gmu',
)
const abbreviation =
  /(?<!\p{L})(?:Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|cf|al|approx|e\.g|i\.e|a\.k\.a|(?:\p{Lu}\.)+\p{Lu}|ул|им|проф|акад|т\. ?[екп])\.\s+$/u
const beforeNumber = /(?<!\p{L})(?:no|nr|figs?|pp?|ch|sec|vol|eq|art|рис|стр|гл|табл|п)\.\s+$/iu
const initial = /(?:^|\p{Lu}\.\s?|\p{Lu}\p{Ll}{1,20}\s)\p{Lu}\.\s+$/u
const number = /(?:^|\n) *\d{1,2}\.\s+$/
/** UTF-16 units before an end that tell whether it is one. */
const looksBack = 60

/** The sentences of a text, without the spaces behind them. */
export function sentenceSpans(text: string): { start: number; end: number }[] {
  const plain = [code, unit].reduce((left, signs) => left.replaceAll(signs, (part) => 'X'.repeat(part.length)), text)
  const spans: { start: number; end: number }[] = []
  let start = 0
  for (const { segment, index } of segmenter.segment(plain)) {
    const next = index + segment.length
    if (!endsBetween(plain.slice(Math.max(start, next - looksBack), next), plain.slice(next, next + 2))) continue
    spans.push({ start, end: index + segment.trimEnd().length })
    start = next
  }
  if (start < text.length) spans.push({ start, end: text.length })
  return spans
}

function endsBetween(before: string, after: string): boolean {
  if (after === '' || /\n\s*$/.test(before)) return true
  if (abbreviation.test(before) || number.test(before)) return false
  if (/^\d/.test(after) && beforeNumber.test(before)) return false
  if (/^\p{Lu}/u.test(after) && initial.test(before)) return false
  // "Stop!" she said.
  if (/^\p{Ll}/u.test(after) && /[!?]["'”’»)\]]+\s+$/.test(before)) return false
  return /\s$|[。！？｡][”’」』）)\]"']*$/.test(before) || opensAtOnce.test(after)
}

/** Where the writing needs no space between sentences. */
const opensAtOnce =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}“「『（《]/u
