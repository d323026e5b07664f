// Which type of reply the situation allows, and a model's answer cut to that type (T1–T4).
import type { ReplyType, Vitality } from '../group.settings.ts'

/** UTF-16 units of a model's answer that are looked at; no chat takes a longer message. */
const maxInput = 20_000

const order: readonly ReplyType[] = ['reaction', 'short', 'normal', 'long']
const sentencesOf: Record<ReplyType, number> = { reaction: 1, short: 2, normal: 5, long: Infinity }
const reactionChars = 8

/** T2: the wanted type, or the longest that vitality, budget use (0–1) and relevance (0–1) allow. */
export function allowedType(
  wanted: ReplyType,
  situation: { vitality: Vitality; budgetUsage: number; relevance: number | undefined },
): ReplyType {
  const most = longestAllowed(situation)
  return order.indexOf(wanted) <= order.indexOf(most) ? wanted : most
}

/**
 * T3, T4: a model's answer as it may be said: no invisible characters, no call to everybody, no image, no markdown
 * unless wanted, cut to its type and to `maxChars` graphemes. '' when nothing is left to say.
 */
export function shapeReply(text: string, type: ReplyType, options: { maxChars: number; markdown: boolean }): string {
  const { maxChars, markdown } = options
  const seen = visible(text.slice(0, maxInput)).replaceAll(image, '')
  const said = withoutBroadcasts(markdown ? seen : plain(seen)).trim()
  const typed = type === 'reaction' ? reaction(said) : firstSentences(said, sentencesOf[type])
  return clip(inLines(typed, type, markdown), maxChars).trim()
}

/** A shaped draft made shorter by the judgement before sending: its first sentence (L3). */
export function shorten(text: string): string {
  return inLines(firstSentences(text.trim(), 1), 'short', false).trim()
}

// NaN compares false everywhere: an unreadable budget use allows the least.
function longestAllowed({ vitality, budgetUsage, relevance }: Parameters<typeof allowedType>[1]): ReplyType {
  if (vitality !== 'ACTIVE' || !(budgetUsage < 0.7)) return 'short'
  return budgetUsage < 0.5 && relevance !== undefined && relevance >= 0.8 ? 'long' : 'normal'
}

/** Emoji keep their joiners and variation selectors; everything else that shows nothing goes (bad input 10). */
function visible(text: string): string {
  return text
    .replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', '    ')
    .replaceAll(/[^\S\n]{32,}/g, ' ')
    .replaceAll(/(\p{RGI_Emoji})|[[\p{DI}\p{Cf}\p{Cc}\p{Cs}]--\n]/gv, '$1')
}

const linkTarget = String.raw`\(\s*<?([^\s()<>]{0,1000}(?:\([^\s()<>]{0,200}\)[^\s()<>]{0,200})?)>?(?:\s+["'][^"'\n]{0,200}["'])?\s*\)`
const image = new RegExp(
  String.raw`!\[[^\[\]]{0,500}\](?:${linkTarget}|\[[^\[\]\n]{0,200}\])|<img\b[^<>]{0,2000}>`,
  'gi',
)
const link = new RegExp(String.raw`\[([^\[\]\n]{0,500})\]${linkTarget}`, 'g')

const urlRest = String.raw`[^\s<>"，。！？；：、（）「」]{0,2000}[^\s<>"，。！？；：、（）「」.,!?;:\)\]*~]`
const bareUrl = String.raw`\b[a-z][a-z\d+.\-]{1,15}:\/\/${urlRest}|\b(?:[a-z\d\-]{1,63}\.){1,5}[a-z]{2,20}\b(?:\/${urlRest})?`
const markedMention = String.raw`<at\b[^<>]{0,200}>[^<]{0,200}<\/at>`
const nameChars = String.raw`[\p{L}\p{N}\p{M}_]{1,64}`
const mention = String.raw`${markedMention}|[\w.+\-]{0,64}@${nameChars}(?:[.\-]${nameChars}){0,5}`
/** What a cut takes whole or leaves whole. */
const unit = new RegExp(`${mention}|${link.source}|${bareUrl}`, 'giu')

const broadcast =
  / *(?:[@＠](?:(?:all|everyone|here|channel)(?![\p{Script=Latin}\p{N}_]|[.-][a-z\d])|所有人|全体成员)|<at\b[^<>]{0,200}\b(?:all|everyone|here)\b[^<>]{0,200}>(?:[^<]{0,200}<\/at>)?|<!(?:channel|everyone|here)\b[^<>]{0,200}>)(?: *[,，:：])? */giu

// A space stays in its place, so that no new call grows together from its neighbours.
function withoutBroadcasts(text: string): string {
  return text.replaceAll(broadcast, ' ')
}

/** T4: what a chat that does not render markdown would show as signs. Code and URLs keep theirs. */
function plain(text: string): string {
  const kept: string[] = []
  const keep = (part: string) => {
    kept.push(part)
    return '\0'
  }
  const codeOrUrl = new RegExp(`(\`+)([^\`\\n]+)\\1|${markedMention}|${bareUrl}`, 'gi')
  return text
    .replaceAll(/^ *(?:`{3,}[^`\n]*|~{3,} *\w*)$/gm, '')
    .replaceAll(link, (_, label: string, url: string) => (label === '' || label === url ? url : `${label} (${url})`))
    .replaceAll(/<((?:https?:\/\/|mailto:)[^\s<>]+)>/gi, '$1')
    .replaceAll(codeOrUrl, (part, _ticks, code: string | undefined) => keep(code ?? part))
    .replaceAll(/^ *([-*_=])(?: *\1){2,} *$/gm, '')
    .replaceAll(/^(?=[^\n]*\|)(?=[^\n]*-)[ |:-]+$/gm, '')
    .replaceAll(/^ *\|([^\n]*)\| *$/gm, (_, row: string) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .join(' '),
    )
    .replaceAll(/^ *>(?![_.<])[> ]*/gm, '')
    .replaceAll(/^ *#{1,6} +/gm, '')
    .replaceAll(/^ *(?:[-*+•]|\d{1,3}[.)]) +(?:\[[ xX]\] +)?/gm, '')
    .replaceAll(asterisks, '$2')
    .replaceAll(asterisks, '$2')
    .replaceAll(/(?<![\p{L}\p{N}_])(_{1,3})(?=[\p{L}\p{N}\0])([^_\n]{1,500})(?<=\S)\1(?![\p{L}\p{N}_])/gu, '$2')
    .replaceAll(/~~(?=\S)([^~\n]{1,500})(?<=\S)~~/g, '$1')
    .replaceAll('\0', () => kept.shift() ?? '')
    .replaceAll(/ +/g, ' ')
}

// Between letters or digits they may be arithmetic: 2*3*4. Twice, for bold around italics.
const asterisks = /(?<![\w*])(\*{1,3})(?=\S)([^*\n]{1,500})(?<=\S)\1(?!\w)/g

/** The whole text when it is short, else its first emoji, its first clause or its first word of 1–8 graphemes. */
function reaction(text: string): string {
  if (fits(text)) return text
  const emoji = /\p{RGI_Emoji}/v.exec(text)?.[0]
  if (emoji !== undefined) return emoji
  const bare = text.replaceAll(unit, ' ').trim()
  const clauses = bare.split(/[,.;:!?，。；：！？、…~～—–\n]+/).map((clause) => clause.trim())
  const clause = clauses.find((part) => part !== '') ?? ''
  if (fits(clause)) return clause
  const word = Array.from(words.segment(clause)).find(({ isWordLike }) => isWordLike)?.segment ?? ''
  return fits(word) ? word : ''
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('zh', { granularity: 'word' })
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

const fits = (text: string) => cutAt(text, reactionChars) === text.length

function firstSentences(text: string, most: number): string {
  let count = 0
  for (const { start, end } of sentenceSpans(text)) {
    // An emoji or dots after a sentence belong to it.
    if (/[\p{L}\p{N}]/u.test(text.slice(start, end))) count += 1
    if (count > most) return text.slice(0, start).trimEnd()
  }
  return text
}

/** Sentences as in UAX 29; none ends within a mention or link, or after a title's dot. */
function sentenceSpans(text: string): { start: number; end: number }[] {
  const masked = text.replaceAll(unit, (part) => 'X'.repeat(part.length))
  const spans: { start: number; end: number }[] = []
  let start = 0
  for (const { segment, index } of sentences.segment(masked)) {
    const end = index + segment.length
    if (/\b(?:Mr|Mrs|Ms|Dr|Prof|vs|e\.g|i\.e)\.\s+$/.test(segment)) continue
    spans.push({ start, end: index + segment.trimEnd().length })
    start = end
  }
  if (start < text.length) spans.push({ start, end: text.length })
  return spans
}

function inLines(text: string, type: ReplyType, markdown: boolean): string {
  const oneLine = type === 'reaction' || type === 'short'
  if (oneLine) return text.replaceAll(/(?<=[，。！？；：、…])\s*\n\s*/g, '').replaceAll(/\s*\n\s*/g, ' ')
  return markdown ? text.replaceAll(/\n{3,}/g, '\n\n') : text.replaceAll(/\s*\n\s*/g, '\n')
}

/** At most so many graphemes: to the end of a sentence, else of a word, else of a grapheme; units stay whole. */
function clip(text: string, maxChars: number): string {
  const cut = cutAt(text, maxChars)
  if (cut === text.length) return text
  const sentenceEnd = sentenceSpans(text).findLast(({ end }) => end <= cut)?.end
  if (sentenceEnd !== undefined) return text.slice(0, sentenceEnd)
  const wordEnd = words.segment(text).containing(cut)?.index ?? 0
  const end = wordEnd > 0 ? wordEnd : cut
  const split = Array.from(text.matchAll(unit)).find(({ index, 0: part }) => index < end && index + part.length > end)
  return text.slice(0, split?.index ?? end)
}

function cutAt(text: string, maxChars: number): number {
  let count = 0
  for (const { index } of graphemes.segment(text)) {
    if (count >= maxChars) return index
    count += 1
  }
  return text.length
}
