// Which type of reply the situation allows, and a model's answer cut to that type (T1–T4).
import type { ReplyType, Vitality } from '../group/settings.ts'
import { plain, unit, visible, withoutBroadcasts } from './plain-text.ts'
import { reaction } from './reaction.ts'
import { sentenceSpans } from './sentences.ts'

/** UTF-16 units of a model's answer that are looked at; no chat takes a longer message. */
const maxInput = 20_000
/** Of markdown within markdown. */
const maxLayers = 12

const order: readonly ReplyType[] = ['reaction', 'short', 'normal', 'long']
const sentencesOf: Record<ReplyType, number> = { reaction: 1, short: 2, normal: 5, long: Infinity }

/** T2: the wanted type, or the longest that vitality, budget use (0–1) and relevance (0–1) allow; what a person asked
 * for is shortened by the budget alone. */
export function allowedType(
  wanted: ReplyType,
  situation: { vitality: Vitality; budgetUsage: number; relevance: number | undefined; isRequested?: boolean },
): ReplyType {
  const most = longestAllowed(situation)
  return order.indexOf(wanted) <= order.indexOf(most) ? wanted : most
}

/**
 * T3, T4: a model's answer as it may be said: no invisible characters, no call to everybody, no image, no markdown
 * unless wanted, cut to its type and to `maxChars` graphemes. Shaping it again changes nothing. '' when nothing is left
 * to say, or when markdown lies in it deeper than anybody writes it.
 */
export function shapeReply(text: string, type: ReplyType, options: { maxChars: number; markdown: boolean }): string {
  let before = text.slice(0, maxInput)
  for (let layer = 0; layer < maxLayers; layer += 1) {
    const shaped = shapeOnce(before, type, options)
    if (shaped === before) return shaped
    before = shaped
  }
  return ''
}

/** A shaped draft made shorter by the judgement before sending: its first sentence (L3). */
export function shorten(text: string): string {
  return inLines(firstSentences(text.trim(), 1), 'short', false).trim()
}

function shapeOnce(text: string, type: ReplyType, options: { maxChars: number; markdown: boolean }): string {
  const { maxChars, markdown } = options
  const seen = visible(text)
  // Lists and code are nothing on one line.
  const keepsMarks = markdown && !(isOneLine(type) && seen.trim().includes('\n'))
  const said = withoutBroadcasts(keepsMarks ? seen : plain(seen)).trim()
  const typed = type === 'reaction' ? reaction(said) : firstSentences(said, sentencesOf[type])
  return clip(inLines(typed, type, markdown), maxChars).trim()
}

// NaN compares false everywhere: an unreadable budget use allows the least.
function longestAllowed({
  vitality,
  budgetUsage,
  relevance,
  isRequested,
}: Parameters<typeof allowedType>[1]): ReplyType {
  if (!(budgetUsage < 0.7)) return 'short'
  if (vitality !== 'ACTIVE') return isRequested ? 'normal' : 'short'
  return budgetUsage < 0.5 && relevance !== undefined && relevance >= 0.8 ? 'long' : 'normal'
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('zh', { granularity: 'word' })

function firstSentences(text: string, most: number): string {
  let count = 0
  for (const { start, end } of sentenceSpans(text)) {
    // An emoji or dots after a sentence belong to it.
    if (/[\p{L}\p{N}]/u.test(text.slice(start, end))) count += 1
    if (count > most) return text.slice(0, start).trimEnd()
  }
  return text
}

const isOneLine = (type: ReplyType): boolean => type === 'reaction' || type === 'short'

function inLines(text: string, type: ReplyType, markdown: boolean): string {
  if (isOneLine(type)) return text.replaceAll(/(?<=[，。！？；：、…])\s*\n\s*/g, '').replaceAll(/(?<!\s)\s*\n\s*/g, ' ')
  return markdown ? text.replaceAll(/\n{3,}/g, '\n\n') : text.replaceAll(/(?<!\s)\s*\n\s*/g, '\n')
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
  return text.slice(0, graphemes.segment(text).containing(split?.index ?? end)?.index)
}

function cutAt(text: string, maxChars: number): number {
  let count = 0
  for (const { index } of graphemes.segment(text)) {
    if (count >= maxChars) return index
    count += 1
  }
  return text.length
}
