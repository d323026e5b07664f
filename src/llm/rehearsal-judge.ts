// How the rehearsal judges: by the words that a line shares with a bot's field.
import { LRUCache } from 'lru-cache'
import { isCjk, termsOf } from '../language/terms.ts'
import { isRehearsed } from './rehearsal-lines.ts'
import { ownTermsOf } from './rehearsal-reply.ts'
import type { TalkLine, TalkRead } from './rehearsal-talk.ts'

/** What the stable part of a prompt says about the bot. */
export interface Persona {
  name: string
  role: string
  terms: Set<string>
  /** Phrases of the expertise, as written. */
  fields: string[]
  /** Lower-cased: the bot's own and its colleagues'. */
  names: string[]
  /** Those of the bots among them. */
  callable: string[]
  /** Its place among the names of the roster, and how many they are. */
  position: number
  positions: number
}

export const enough = 0.5

export function judge(talk: TalkRead, self: Persona, busy: boolean) {
  const open = { ...talk, batch: unanswered(talk) }
  const line = subject(open, self)
  const mentioned = talk.batch.some((each) => each.mentioned)
  const { score, hits } = line ? relevanceOf(line, self) : { score: 0, hits: [] }
  // A call without a topic, or in a busy room one of no field of its own, gets a sign.
  const isNodded = ({ text }: TalkLine) => termsOf(text).size === 0 || (busy && hits.length === 0)
  const relevance = Math.round(100 * (mentioned ? Math.max(score, 0.8) : score)) / 100
  return {
    want_to_reply: mentioned || relevance >= enough,
    line: line && (mentioned || relevance >= enough) ? line.label : 0,
    relevance,
    to: mentioned ? 'me' : line && callsAnother(line.text, self) ? 'other' : 'all',
    reply_type: score >= 0.85 ? 'normal' : mentioned && line && isNodded(line) ? 'reaction' : 'short',
    delay_hint: mentioned ? 'fast' : relevance >= enough ? 'normal' : 'slow',
    reason: `${mentioned ? 'mentioned; ' : ''}${hits.length > 0 ? `shared words: ${hits.slice(0, 5).join(', ')}` : 'no shared words'}`,
  }
}

/** The new line to answer: the last that mentions the bot, else the one nearest to its field. */
export function subject(talk: TalkRead, self: Persona): TalkLine | undefined {
  // What another rehearsal says asks for nothing, unless it is put to this bot.
  const others = talk.batch.filter((line) => !line.own && (line.mentioned || !isRehearsed(line.text)))
  const calling = others.findLast((line) => line.mentioned)
  if (calling) return calling
  let best: { line: TalkLine; score: number } | undefined
  for (const line of others) {
    const { score } = relevanceOf(line, self)
    if (!best || score >= best.score) best = { line, score }
  }
  return best?.line
}

// One shared word is a hint, two make a case; a question asks for more than a remark does.
export function relevanceOf(line: TalkLine, self: Pick<Persona, 'terms' | 'names'>): { score: number; hits: string[] } {
  const hits: string[] = []
  for (const term of termsIn(line.text)) if (self.terms.has(term)) hits.push(term)
  const pairs = hits.filter(isCjk).length
  const weight = hits.length - pairs + (pairs > 0 ? 0.5 + pairs / 2 : 0)
  const base = 1 - 0.52 ** weight
  const asked = isQuestion(line.text) ? base + (1 - base) * (weight > 0 ? 0.35 : 0.1) : base
  return { score: !line.mentioned && callsAnother(line.text, self) ? asked * 0.4 : asked, hits }
}

/** Somebody else's newer line says most of what was asked or drafted. */
export function isCovered(talk: TalkRead, self: Persona): boolean {
  const asked = subject(talk, self)
  // Who is called by name answers, whatever others add.
  if (asked?.mentioned) return false
  const drafted = ownTermsOf(talk.draft ?? '')
  return talk.after.some(
    (line) =>
      (asked && !line.own && answers(line, asked)) ||
      (!line.own && !isQuestion(line.text) && shares(drafted, termsIn(line.text), 2)),
  )
}

/** New lines without the questions that somebody else has answered meanwhile. */
export function unanswered({ batch, after }: TalkRead): TalkLine[] {
  return batch.filter((line, at) => {
    const newer = [...batch.slice(at + 1), ...after].filter(({ name }) => name !== line.name)
    return line.mentioned || !isQuestion(line.text) || !newer.some((each) => answers(each, line))
  })
}

function answers(line: TalkLine, asked: TalkLine): boolean {
  if (isQuestion(line.text)) return false
  // Another rehearsal answers with one word of the question alone.
  const fewest = isRehearsed(line.text) ? 1 : 2
  return shares(termsIn(asked.text), ownTermsIn(line.text), fewest)
}

// The lines of one talk come back prompt after prompt.
const mostLines = 1_000
const terms = new LRUCache<string, ReadonlySet<string>>({ max: mostLines })
const ownTerms = new LRUCache<string, ReadonlySet<string>>({ max: mostLines })

const termsIn = (text: string): ReadonlySet<string> => kept(terms, text, termsOf)
const ownTermsIn = (text: string): ReadonlySet<string> => kept(ownTerms, text, ownTermsOf)

function kept(by: typeof terms, text: string, read: (text: string) => ReadonlySet<string>): ReadonlySet<string> {
  let found = by.get(text)
  if (!found) by.set(text, (found = read(text)))
  return found
}

function shares(wanted: ReadonlySet<string>, said: ReadonlySet<string>, fewest: number): boolean {
  let hits = 0
  for (const term of wanted) if (said.has(term)) hits += 1
  return hits > 0 && (fewest === 1 || (hits >= Math.min(fewest, wanted.size) && hits >= wanted.size * 0.4))
}

function isQuestion(text: string): boolean {
  return /[?？]|^(?:how|what|why|when|where|which|who|can|could|does|do|is|are|should|any)\b|吗|呢|怎么|如何|什么|为什么|哪|谁|几|多少/i.test(
    text,
  )
}

function callsAnother(text: string, { names }: Pick<Persona, 'names'>): boolean {
  const low = text.toLowerCase()
  return names.some(
    (name) => low.includes(`@${name}`) || (low.startsWith(name) && /^\s*[,:，：]/.test(low.slice(name.length))),
  )
}
