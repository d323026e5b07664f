// Writes a rehearsal's line: labelled, about what was asked, and never what another bot of the room would say.
import { LRUCache } from 'lru-cache'
import { type Pairs, similarityTo, takenApart } from '../../machines/rules/repetition.ts'
import { termsOf } from '../../machines/rules/terms.ts'
import { chinese, english, type Kind, type Lines } from './rehearsal-lines.ts'

interface Speaker {
  name: string
  role: string
  terms: Set<string>
  /** Phrases of the expertise, as written. */
  fields: string[]
  /** Lower-cased names of everybody; never repeated in an answer. */
  names: string[]
  /** Its place among the bots and people of the roster, and how many they are. */
  seat: number
  seats: number
  type: string
  busy: boolean
  /** What stands in the talk already. */
  said: string[]
}

const reactions = ['👍', '👀', '🙂', '💡', '🙌', '👌', '✨', '🫡']
/** Two lines more alike than this are not told one after the other. */
const tooAlike = 0.7

/** An answer to one line of talk, in Chinese to Chinese and in English to everything else. */
export function rehearsedReply(text: string, speaker: Speaker): string {
  const turn = hash(text)
  if (speaker.type === 'reaction') return ownShare(reactions, speaker, turn)[0] ?? ''
  const inChinese = isChinese(text)
  const lines = inChinese ? chinese : english
  const topic = topicOf(text, speaker, inChinese)
  const kind = kindOf(text, topic)
  const likeness = similarityTo(speaker.said, remembered)
  if (greeting.test(text) && termsOf(text).size < 4) {
    const field = speaker.fields.find((each) => isChinese(each) === inChinese) ?? speaker.fields[0] ?? speaker.role
    const drafts = lines.intro.map(
      (line) =>
        lines.label + line.replace('{name}', speaker.name).replace('{role}', speaker.role).replace('{field}', field),
    )
    return leastOf(drafts, likeness) ?? ''
  }
  // In a busy room a remark of no field of its own gets a sign.
  if (speaker.busy && topic === '' && (kind === 'remark' || kind === 'call'))
    return ownShare(reactions, speaker, turn)[0] ?? ''
  const hasRoom = !speaker.busy && (speaker.type === 'normal' || speaker.type === 'long')
  const subject = topic || (inChinese ? '' : wordsOf(text, speaker).find((word) => /^[a-z]{5,}$/i.test(word))) || ''
  const isNews = (sentence: string) => speaker.said.every((each) => !each.includes(sentence))
  const drafts = linesFor(lines, kind, { topic, subject, busy: speaker.busy })
    .flatMap((pool) => ownShare(pool, speaker, turn))
    .map((line) => {
      const more = topic !== '' && hasRoom ? (ownShare(lines.more, speaker, turn).find(isNews) ?? '') : ''
      return `${lines.label}${line.replace('{}', subject)}${more && !inChinese ? ' ' : ''}${more}`
    })
  const fresh = drafts.find((draft) => likeness(draft) < tooAlike)
  return fresh ?? leastOf(drafts, likeness) ?? ''
}

// The lines of one talk come back prompt after prompt.
const apart = new LRUCache<string, Pairs>({ max: 500 })

function remembered(text: string): Pairs {
  const pairs = apart.get(text) ?? takenApart(text)
  apart.set(text, pairs)
  return pairs
}

/** The first of those with the least figure. */
function leastOf(drafts: readonly string[], figureOf: (draft: string) => number): string | undefined {
  const [least] = drafts.map((draft) => ({ draft, figure: figureOf(draft) })).toSorted((a, b) => a.figure - b.figure)
  return least?.draft
}

const greeting =
  /^\W*(?:\p{L}+\W+)?(?:hello|hi|hey|good (?:morning|afternoon|evening))\b|\bwho are you\b|\bwhat (?:can|do) you do\b|你好|您好|大家好|你(?:们)?是谁|你(?:们)?(?:能|会)(?:做|干|帮)?(?:什么|啥)/iu

/** What it says, without saying what it is: for a room that says so elsewhere. */
export function withoutLabel(line: string): string {
  const label = [english.label, chinese.label].find((each) => line.startsWith(each)) ?? ''
  return line.slice(label.length)
}

/** Pools of lines, the fittest first. */
function linesFor(
  lines: Lines,
  kind: Kind,
  { topic, subject, busy }: { topic: string; subject: string; busy: boolean },
): (readonly string[])[] {
  if (kind === 'call' || kind === 'thanks') return [lines.calm[kind]]
  if (topic === '') return subject === '' || lines.away.length === 0 ? [lines.lost] : [lines.away, lines.lost]
  return [busy ? lines.busy : lines.calm[kind], lines.calm.remark]
}

/** The lines that are this bot's alone, in the order of this turn: two bots share none while there are enough. */
function ownShare(lines: readonly string[], { seat, seats }: Speaker, turn: number): string[] {
  const shares = Math.min(seats, lines.length)
  const own = lines.filter((_, i) => i % shares === seat % shares)
  const first = turn % own.length
  return [...own.slice(first), ...own.slice(0, first)]
}

/** The first word of the line that belongs to the bot's field, as it stands there. */
function topicOf(text: string, speaker: Speaker, inChinese: boolean): string {
  const { terms, fields } = speaker
  if (!inChinese) return wordsOf(text, speaker).find((word) => [...termsOf(word)].some((term) => terms.has(term))) ?? ''
  const spoken = withoutCalls(text)
  const found = fields
    .filter((field) => field.length < 8 && spoken.includes(field) && !isName(field, speaker))
    .toSorted((a, b) => spoken.indexOf(a) - spoken.indexOf(b))
  return found[0] ?? ''
}

/** Words that mean something and name nobody. */
const wordsOf = (text: string, speaker: Speaker): string[] =>
  (withoutCalls(text).match(/[\p{L}\p{N}][\p{L}\p{N}+#]*/gu) ?? []).filter(
    (word) => termsOf(word).size > 0 && !isName(word, speaker),
  )

const withoutCalls = (text: string): string => text.replaceAll(/@\S+/g, ' ')

// A name in an answer would call whoever bears it, and two rehearsals would call each other for ever.
function isName(word: string, { names }: Speaker): boolean {
  const low = word.toLowerCase()
  return names.some((name) => name.includes(low) || low.includes(name))
}

const kinds: [Kind, RegExp][] = [
  ['thanks', /^\W*(?:thanks?|thank you|thx|cheers|nice one)\b|谢谢|多谢|辛苦了/i],
  ['count', /\bhow (?:many|much|long|often)\b|多少|(?<!哪)几[个篇次]|多久|多长/i],
  ['why', /\bwhy\b|\bhow come\b|为什么|为啥|怎么会|怎么回事/i],
  ['how', /\bhow\b|怎么|如何|怎样|咋/i],
  ['find', /\bany\b.*[?？]|\bwhere\b|\bwho has\b|\bfind\b|\bknow of\b|谁有|哪里|哪儿|有没有|找/i],
  ['which', /\bwhich\b|\bwhat\b|哪|什么/i],
  ['yesNo', /[?？]|吗|是不是|能不能|\b(?:can|could|please)\b|请/i],
]

function kindOf(text: string, topic: string): Kind {
  const kind = kinds.find(([, form]) => form.test(text))?.[0] ?? 'remark'
  return topic === '' && kind !== 'thanks' && termsOf(text).size < 2 ? 'call' : kind
}

// Han without Kana, and enough of it: an English line may quote a word.
function isChinese(text: string): boolean {
  const han = text.match(/[\u3400-\u9fff]/g)?.length ?? 0
  const latin = text.match(/[a-z]+/gi)?.length ?? 0
  return han > 0 && han >= latin && !/[\u3040-\u30ff]/.test(text)
}

function hash(text: string): number {
  let value = 2_166_136_261
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 16_777_619) >>> 0
  return value
}
