// A model's answer down to the message in it: without thoughts, labels, wrapping, notes and other people's lines.
import { LRUCache } from 'lru-cache'
import { sentenceSpans } from '../../machines/rules/sentences.ts'
import { withoutReasoning } from '../llm/completion.ts'
import { ModelError } from '../llm/model.ts'
import { objectsIn } from '../llm/read-json.ts'
import type { BotProfile } from '../prompt/identity.ts'
import { withPlainLineEnds } from './line-ends.ts'
import { withoutRefusals } from './refusals.ts'
import { withoutHeads } from './output-guards.ts'

/** UTF-16 units of an answer that are looked at. */
const maxAnswerChars = 8_000
/** Of wrapping within wrapping. */
const maxLayers = 6

/** Names: whose lines a model may go on writing, and who of them wrote what it answers. */
export interface Speakers {
  others: readonly string[]
  asking: readonly string[]
  /** How the bot itself is called, in small letters. */
  self: readonly string[]
  /** What it answers asks who: a line for each name is the answer then. */
  asksWho: boolean
}

/**
 * What is left to say; '' when it is a refusal or nothing.
 * Throws a ModelError `refused` for thoughts that cannot be told from an answer, for another's line and for a call.
 */
export function bareReply(answer: string, profile: BotProfile, speakers: Speakers): string {
  let bare = withoutThinking(withoutReasoning(withPlainLineEnds(answer.slice(0, maxAnswerChars)))).replaceAll(
    carried,
    '',
  )
  for (let layer = 0, before = ''; bare !== before && layer < maxLayers; layer += 1) {
    before = bare
    bare = withoutQuotes(withoutLabel(withoutHeads(withoutObject(withoutFence(bare.trim())), profile), profile.name))
  }
  return withoutRefusals(withoutNotes(ownLines(bare, speakers)))
}

/** As lines of the talk show what they quote: a model may go on in that manner. */
const carried = /⟦[^⟧]*⟧ ?/g
const replyLabel = String.raw`(?:(?:final|my|suggested)\s+){0,2}(?:reply|answer|response|message)|(?:最终|我的)?(?:回复|回答|答复|答案)|ответ`
const lastLabel = new RegExp(String.raw`(?:^|\n)[ \t>#*_]{0,6}(?:${replyLabel})[ \t*_]{0,4}[:：][ \t*_]{0,4}`, 'giu')

/** Thinking aloud talks of the user and the task, not to the room. */
const meta = [
  String.raw`\b(?:the|this) user(?:'s)? (?:is )?(?:ask|want|say|said|request|mention|need|seem|greet|just|query|question|message)`,
  String.raw`\b(?:I|we) (?:should|need to|must|have to|am (?:asked|supposed) to|are (?:asked|supposed) to|will|can)(?: \w+){0,2} (?:reply|respond|answer|craft|stay in character|keep (?:it|the|my) |say something|write (?:a|the|my) (?:reply|response|message))`,
  String.raw`\blet me (?:think|craft|draft|write|formulate|check the (?:chat|conversation|context|rules))|\b(?:my|the) (?:persona|instructions|system prompt|chat history|conversation history)\b`,
  '用户(?:在|正在|刚才|想|是想|要求)?(?:问|询问|说|想知道|提到|让我|要求)|我(?:应该|需要|得|要)(?:用|以)?[^，。\n]{0,10}(?:回复|回答|回应)|(?:作为|扮演)[^，。\n]{1,12}(?:的身份|这个角色)',
]
const metaTalk = new RegExp(meta.join('|'), 'giu')
const opensThinking =
  /^\W{0,4}(?:ok(?:ay)?|alright|hmm+|well|so|right|let's see|first|嗯|好的?|首先)[,.… ，。]{1,4}(?:so )?(?:(?:the|this) user (?:is |just |has )?(?:ask|want|say|said|need|mention)|let me think|[\p{L}]{1,20} (?:is asking|asks|wants to know)|I (?:should|need to) (?:reply|respond|answer)|用户|让我(?:想|分析))/iu
const thoughtLabel =
  /^[\s*_#>]{0,6}(?:thoughts?|thinking|reasoning|analysis|思考(?:过程)?|分析|推理)[\s*_]{0,4}[:：\n]/iu

function withoutThinking(text: string): string {
  const thinks = () =>
    thoughtLabel.test(text) || opensThinking.test(text) || (text.slice(0, 300).match(metaTalk)?.length ?? 0) > 1
  if (!thinks()) return text
  const label = Array.from(text.matchAll(lastLabel)).at(-1)
  const said = label && label.index > 0 ? text.slice(label.index + label[0].length).trim() : ''
  if (said === '') throw new ModelError('refused', { why: 'thoughtAloud' })
  return said
}

const plainFence = /^(`{3,})[ \t]*(?:text|txt|plain|plaintext|json|md|markdown)?[ \t]*\n([^]*?)\n?[ \t]*\1$/i

function withoutFence(text: string): string {
  const [, , within] = plainFence.exec(text) ?? []
  return within === undefined || within.includes('```') ? text : within.trim()
}

const said = new Set(['reply', 'text', 'message', 'content', 'response', 'answer', '回复', '回答', '内容'])
const beside =
  /^(?:type|reply_?type|to|reply_?to|line|from|name|sender|role|reason|tone|language|emoji|delay_?hint|thoughts?|reasoning)$/i

/** {"reply": "…"}: of an object that holds nothing but a message and what is told about it. */
function withoutObject(text: string): string {
  if (!/^[{｛][^]*[}｝]$/.test(text)) return text
  const [object, more] = objectsIn(text)
  if (!object || more) return text
  const keys = Object.keys(object)
  if (['arguments', 'parameters', 'tool', 'function', 'tool_calls'].some((key) => keys.includes(key))) {
    throw new ModelError('refused', { why: 'toolCalled' })
  }
  const key = keys.find((each) => said.has(each.toLowerCase()))
  const message = key === undefined ? undefined : object[key]
  if (message === null) return ''
  return typeof message === 'string' && keys.every((each) => each === key || beside.test(each)) ? message : text
}

const intro =
  /^(?:(?:sure|okay|ok|certainly|of course|absolutely|好的|当然)[,!.，！。 ]{1,3})?(?:here(?:'s| is)(?: \w+){0,4}?|以下是[^：:\n]{0,10}|这是[^：:\n]{0,10})?$/iu

function withoutLabel(text: string, name: string): string {
  // Every label has a colon.
  if (!/[:：]/.test(text)) return text
  const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
  const label = compiled(
    String.raw`^([^:：\n]{0,40}?)[*_#]{0,3}(?:${escaped}'?s? )?(?:${replyLabel})(?: (?:as|from|by) ${escaped})?[*_]{0,3}[ \t]{0,2}[:：][*_]{0,3}\s{0,4}`,
  )
  const [whole = '', before = ''] = label.exec(text) ?? []
  return intro.test(before.trim()) ? text.slice(whole.length) : text
}

const quotes: Record<string, string> = { '"': '"', '“': '”', '「': '」', '『': '』', '«': '»', "'": "'", '‘': '’' }

/** Marks around the whole, not around words at its beginning and at its end. */
function withoutQuotes(text: string): string {
  const opening = text.charAt(0)
  const closing = quotes[opening]
  if (closing === undefined || text.length < 3 || !text.endsWith(closing)) return text
  const within = text.slice(1, -1)
  if (!within.includes(opening) && !within.includes(closing)) return within.trim()
  return opening === closing && opensWithin(within, opening) ? within.trim() : text
}

/** The next of the same signs opens a quotation: the first one, then, is around it all. */
function opensWithin(text: string, sign: string): boolean {
  const at = text.indexOf(sign)
  return text.split(sign).length % 2 === 1 && /^[\s(]\S$/.test(text.charAt(at - 1) + text.charAt(at + 1))
}

const aboutReply =
  /\b(?:I|my|reply|response|answer|message|tone|persona|character|prompt|instruct\w*|request\w*|words?|tokens?)\b|语气|字数|回复|人设|要求|角色/i
const note = /\s*[([（【*_]{1,3}\s{0,2}(?:note|nb|注|备注|说明)\s{0,2}[:：]([^()（）\n]{0,400})[)\]）】*_]{1,3}\s*$/i
const count =
  /\s*[([（【]\s{0,2}(?:\d{1,4} (?:words?|tokens?|characters|chars)|word count:? ?\d{1,4}|end(?: of (?:reply|message|response))?|字数[:：]? ?\d{1,4}|共? ?\d{1,4} ?字)\s{0,2}[)\]）】]\s*$/i
const offer =
  /\n+[*_(]{0,3}(?:let me know if you(?:'d| would) like (?:me to )?(?:adjust|change|rephrase|revise|a different|another)|如果?需要(?:我)?(?:调整|修改)(?:语气|内容)?)[^\n]{0,200}$/i

function withoutNotes(text: string): string {
  const bare = text
    .replace(offer, '')
    .replace(count, '')
    .replace(/\n-{3,}\s*$/, '')
  return (aboutReply.test(note.exec(bare)?.[1] ?? '') ? bare.replace(note, '').replace(/\n-{3,}\s*$/, '') : bare).trim()
}

/** Models like to go on for the others: another's line ends the reply, a quoted one is left out. */
function ownLines(text: string, speakers: Speakers): string {
  // Every head has a colon.
  if (!/[:：]/.test(text)) return text.trim()
  const { others, asking, self, asksWho } = speakers
  const names = others
    .filter((name) => name.length > 1)
    .map((name) => name.toLowerCase().replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
    // Whoever spoke last: the pattern is the same.
    .toSorted()
  if (names.length === 0) return text
  const head = compiled(
    String.raw`^(?:#?\d{1,4}[*~]?\s{1,3})?(?:\[[^\]\n]{1,40}\]\s{0,2}){0,3}(?:\d{1,6}(?:s|m|min|h|d)\s{1,3})?[*_\[<(（【]{0,3}(?:${names.join('|')})(?: \([^()\n]{1,20}\)| >\d{1,4})?[*_\]>)）】]{0,3}\s?[:：](?:\s|[*_]|(?![\d/])\P{ASCII}|$)`,
  )
  // In some rooms people are answered so. A question behind a name may be that person's next one; an answer is nobody's.
  const [first = ''] = text.trim().split('\n')
  const answered = asking.find((name) => first.toLowerCase().startsWith(`${name.toLowerCase()}:`))
  const spoken = text
    .trim()
    .slice((answered ?? '').length + 1)
    .trim()
  if (answered !== undefined && !opensWithQuestion(first.slice(answered.length + 1)) && !callsOneOf(self, spoken)) {
    const own = ownLines(spoken, { ...speakers, asking: [] })
    // It is a reply to that person's message: only among several does the name tell anything.
    return new Set(asking).size === 1 ? own : `${answered}: ${own}`
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (asksWho && lines.every((line) => head.test(line.trimStart())) && isListOf(lines)) return text.trim()
  const kept: string[] = []
  for (const line of text.split('\n')) {
    if (/^\s*>/.test(line) && head.test(line.replace(/^[\s>]{1,8}/, ''))) continue
    // A list of who does what is the bot's own.
    const listed =
      /[:：]\s*$/.test(kept.findLast((each) => each.trim() !== '') ?? '') ||
      (kept.length > 0 && head.test(kept.at(-1) ?? '')) ||
      isListOf(line.split(/(?<=[.;,!。；，、！])\s*/).filter((each) => head.test(each)))
    if (!listed && head.test(line.trimStart())) break
    kept.push(line)
  }
  const own = kept.join('\n').trim()
  if (own === '' && text.trim() !== '') throw new ModelError('refused', { why: 'othersLine' })
  return own
}

/** `Ann: the slides. Bob: the talk.`: several names, each once. Who speaks for the others begins a line for each. */
const isListOf = (entries: readonly string[]): boolean =>
  entries.length > 1 &&
  new Set(entries.map((each) => each.split(/[:：]/, 1)[0]?.trim().toLowerCase())).size === entries.length

// Who is in a room changes seldom, and to compile all their names takes longer than the rest of the reading.
const patterns = new LRUCache<string, RegExp>({
  max: 500,
  maxSize: 1_000_000,
  sizeCalculation: ({ source }) => source.length,
})

function compiled(source: string): RegExp {
  let pattern = patterns.get(source)
  if (!pattern) patterns.set(source, (pattern = new RegExp(source, 'iu')))
  return pattern
}

const callsOneOf = (names: readonly string[], text: string): boolean =>
  names.some((name) => text.toLowerCase().startsWith(name) && /^[\s,，:：!！]/.test(text.slice(name.length)))

/** Who asks back and then goes on at length has an answer. */
function opensWithQuestion(text: string): boolean {
  const [opening] = sentenceSpans(text)
  if (opening === undefined || !/[?？]\W*$/.test(text.slice(opening.start, opening.end))) return false
  return text.slice(opening.end).trim().length < leastAnswer
}

/** Characters. */
const leastAnswer = 60

/** Up to the end of the last whole sentence of a cut answer; '' when none ended. */
export function wholeSentences(text: string): string {
  const last = sentenceSpans(text).findLast(({ start, end }) =>
    /[.!?。！？…][\s"'”’」』）)\]*_`]*$/u.test(text.slice(start, end)),
  )
  return last ? text.slice(0, last.end) : ''
}
