// A stand-in for a language model: judges by shared words and writes labelled lines. Same request, same answer.
import { LRUCache } from 'lru-cache'
import { isCjk, termsOf } from '../language/terms.ts'
import { readCompletion } from './completion.ts'
import type { ChatAnswer, ChatMessage, ChatRequest } from './model.ts'
import { asksForNote, rehearsedNote } from './rehearsal-note.ts'
import { isRehearsed } from './rehearsal-lines.ts'
import { ownTermsOf, rehearsedReply } from './rehearsal-reply.ts'
import { readTalk, type TalkLine, type TalkRead } from './rehearsal-talk.ts'
import { estimatePromptTokens, estimateTokens } from '../language/tokens.ts'

export const rehearsalName = 'rehearsal'

export interface RehearsedCompletion {
  id: string
  object: 'chat.completion'
  created: number
  model: string
  choices: { index: 0; finish_reason: 'stop'; message: { role: 'assistant'; content: string } }[]
  usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number }
}

/** What the stable part of a prompt says about the bot. */
interface Persona {
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
  seat: number
  seats: number
}

const personas = new LRUCache<string, Persona>({ max: 200 })

const enough = 0.5

/** Answers a chat completion request as an OpenAI-compatible server would. */
export function rehearse(body: { messages: ChatMessage[] }): RehearsedCompletion {
  const text = (role: ChatMessage['role']) => body.messages.find((message) => message.role === role)?.content ?? ''
  const [system, user] = [text('system'), text('user')]
  const content = answer(system, user)
  const prompt = estimatePromptTokens(system) + estimatePromptTokens(user)
  const completion = estimateTokens(content)
  return {
    id: `chatcmpl-${rehearsalName}`,
    object: 'chat.completion',
    created: 0,
    model: rehearsalName,
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
  }
}

/** The same without a server or a promise, for replays in virtual time. */
export function rehearseNow(request: ChatRequest): ChatAnswer {
  return readCompletion(rehearse(request), { ...request, model: rehearsalName })
}

function answer(system: string, user: string): string {
  if (asksForNote(system)) return rehearsedNote(user)
  const self = personaOf(system)
  const talk = readTalk(user)
  const asked = `${system}\n${talk.around}`
  const yesNo = asked.includes('Answer YES or NO only')
  const busy = asked.includes('[Group Vitality] state=HEATED') || asked.includes('The room is busy')
  if (talk.draft !== undefined) {
    const verdict = isCovered(talk, self) ? 'drop' : 'send'
    if (yesNo) return verdict === 'drop' ? 'NO' : 'YES'
    return JSON.stringify({ verdict, reason: verdict === 'drop' ? 'somebody has answered' : 'still open' })
  }
  if (yesNo) return judge(talk, self, busy).want_to_reply ? 'YES' : 'NO'
  if (asked.includes('"want_to_reply"')) return JSON.stringify(judge(talk, self, busy))
  const lines = [...talk.before, ...talk.batch, ...talk.after]
  const line = asNamed(talk) ?? subject(talk, self)
  const isColleague = line !== undefined && self.callable.includes(line.name.toLowerCase())
  const heard = { text: line?.text ?? '', name: line?.name ?? '', bot: line?.bot === true || isColleague }
  return rehearsedReply(heard, {
    ...self,
    names: namesOf(self, lines),
    type: typeOf(asked),
    busy,
    said: lines.map(({ text }) => text).filter(isRehearsed),
  })
}

function namesOf(self: Persona, lines: readonly TalkLine[]): Set<string> {
  const names = new Set(self.names)
  for (const { name } of lines) names.add(name.toLowerCase())
  for (const name of names) for (const word of name.split(/[\s.]+/)) if (word.length > 1) names.add(word)
  return names
}

/** The last line that the prompt asks to answer. */
const asNamed = ({ answers: labels, before, batch, after }: TalkRead): TalkLine | undefined =>
  [...before, ...batch, ...after].findLast(({ label }) => labels.includes(label))

const lengths: [string, string][] = [
  ['with one emoji alone', 'reaction'],
  ['Length: one emoji', 'reaction'],
  ['Length: up to five', 'normal'],
  ['Length: as many', 'long'],
]

const typeOf = (asked: string): string =>
  /\breply_type=(\w+)/.exec(asked)?.[1] ?? lengths.find(([words]) => asked.includes(words))?.[1] ?? 'short'

function judge(talk: TalkRead, self: Persona, busy: boolean) {
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
function subject(talk: TalkRead, self: Persona): TalkLine | undefined {
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
function relevanceOf(line: TalkLine, self: Persona): { score: number; hits: string[] } {
  const hits: string[] = []
  for (const term of termsOf(line.text)) if (self.terms.has(term)) hits.push(term)
  const pairs = hits.filter(isCjk).length
  const weight = hits.length - pairs + (pairs > 0 ? 0.5 + pairs / 2 : 0)
  const base = 1 - 0.52 ** weight
  const asked = isQuestion(line.text) ? base + (1 - base) * (weight > 0 ? 0.35 : 0.1) : base
  return { score: !line.mentioned && callsAnother(line.text, self) ? asked * 0.4 : asked, hits }
}

/** Somebody else's newer line says most of what was asked or drafted. */
function isCovered(talk: TalkRead, self: Persona): boolean {
  const asked = subject(talk, self)
  // Who is called by name answers, whatever others add.
  if (asked?.mentioned) return false
  const drafted = ownTermsOf(talk.draft ?? '')
  return talk.after.some(
    (line) =>
      (asked && !line.own && answers(line, asked)) ||
      (!line.own && !isQuestion(line.text) && shares(drafted, termsOf(line.text), 2)),
  )
}

/** New lines without the questions that somebody else has answered meanwhile. */
function unanswered({ batch, after }: TalkRead): TalkLine[] {
  return batch.filter((line, at) => {
    const newer = [...batch.slice(at + 1), ...after].filter(({ name }) => name !== line.name)
    return line.mentioned || !isQuestion(line.text) || !newer.some((each) => answers(each, line))
  })
}

function answers(line: TalkLine, asked: TalkLine): boolean {
  if (isQuestion(line.text)) return false
  // Another rehearsal answers with one word of the question alone.
  const fewest = isRehearsed(line.text) ? 1 : 2
  return shares(termsOf(asked.text), ownTermsOf(line.text), fewest)
}

function shares(wanted: Set<string>, said: Set<string>, fewest: number): boolean {
  let hits = 0
  for (const term of wanted) if (said.has(term)) hits += 1
  return hits > 0 && (fewest === 1 || (hits >= Math.min(fewest, wanted.size) && hits >= wanted.size * 0.4))
}

function isQuestion(text: string): boolean {
  return /[?？]|^(?:how|what|why|when|where|which|who|can|could|does|do|is|are|should|any)\b|吗|呢|怎么|如何|什么|为什么|哪|谁|几|多少/i.test(
    text,
  )
}

function callsAnother(text: string, { names }: Persona): boolean {
  const low = text.toLowerCase()
  return names.some(
    (name) => low.includes(`@${name}`) || (low.startsWith(name) && /^\s*[,:，：]/.test(low.slice(name.length))),
  )
}

const botMark = / \(bot\)$/

function personaOf(system: string): Persona {
  const end = system.search(/\n(?:\[Group Vitality\]|Lines: number)/)
  const key = end < 0 ? system : system.slice(0, end)
  const known = personas.get(key)
  if (known) return known
  const [, name = '', , also = '', role = ''] =
    /^You are ([^(,\n]+)( \(also ([^)\n]*)\))?, ([^\n]*), in a group chat/.exec(key) ?? []
  const expertise = /^Expertise: (.*)$/m.exec(key)?.[1] ?? ''
  const roster = key.split(/\n(?:Colleagues:|\[Colleagues\])\n/)[1]?.split('\nNoted of this room')[0] ?? ''
  const members = roster.split('\n').map((line) => line.split(': ', 1)[0]?.trim() ?? '')
  const colleagues = members.map((member) => member.replace(botMark, '')).filter(Boolean)
  const bots = members.filter((member) => botMark.test(member)).map((member) => member.replace(botMark, ''))
  const low = (names: string[]): string[] => names.map((each) => each.trim().toLowerCase()).filter(Boolean)
  const fields = expertise.split(/[,;，；、。.]+/).map((field) => field.trim())
  const persona: Persona = {
    name: name.trim(),
    role,
    terms: termsOf(`${role} ${expertise}`),
    fields: fields.filter(Boolean),
    names: low([name, ...also.split(', '), ...colleagues]),
    callable: low([name, ...also.split(', '), ...bots]),
    seat: colleagues.filter((colleague) => colleague < name).length,
    seats: colleagues.length + 1,
  }
  personas.set(key, persona)
  return persona
}
