// What a line of talk asks for, and about what: read off its words, for the rehearsal.
import { LRUCache } from 'lru-cache'
import { termsOf } from '../language/terms.ts'
import type { Kind } from './rehearsal-lines.ts'

export interface Listener {
  terms: ReadonlySet<string>
  /** Phrases of the expertise, as written. */
  fields: readonly string[]
  /** Lower-cased names of everybody, and the words of them: one in an answer would call whoever bears it. */
  names: ReadonlySet<string>
}

export interface Topic {
  /** '' when the line holds nothing that can be named. */
  text: string
  /** The one word of it that is the bot's own; '' when it is not in the bot's field. */
  head: string
}

/** Han without Kana, and enough of it: an English line may quote a word. */
export function isChinese(text: string): boolean {
  const han = text.match(/[\u3400-\u9fff]/g)?.length ?? 0
  if (han === 0) return false
  return han >= (text.match(/[a-z]+/gi)?.length ?? 0) && !/[\u3040-\u30ff]/.test(text)
}

/** What a line asks to do: where a clause begins, or after a name or a please. */
const tasks = ['summarize', 'summarise', 'explain', 'translate', 'write', 'list', 'compare', 'draft', 'check', 'review']
const task = new RegExp(
  String.raw`(?<=^|[,.:;!?]\s{0,2}|\b(?:please|you|then|and|now|\p{Lu}\p{L}+)\s)(?:${tasks.join('|')})(?=\s(?!of\b)\p{L})`,
  'u',
)
const chineseTask = /总结|解释|翻译|整理|比较|检查|列出|写(?=[一个首篇段份点])/
const ways = /\bhow (?:do|can|could|should|would|to)\s(?:(?:i|we|you|one)\s)?/i

const kinds: [Kind, RegExp][] = [
  ['sum', /\d\s?(?:[+*×÷^]\s?|[-/]\s)\d/],
  ['joke', /\bjokes?\b|\bsomething funny\b|笑话|段子/i],
  [
    'correction',
    /^\W*(?:\p{L}+[,:]\s*)?(?:no\b(?!\s+\w+\s*\?)|not that\b|actually\b|wrong\b)|\bI meant\b|\b(?:that is|that's|you are|you're) (?:wrong|not right|not true|incorrect)|^不(?:是|对)[，,。]|说错|弄错|搞错|不对|我(?:说|问|指)的是/iu,
  ],
  ['count', /\bhow (?:many|much|long|often|far|big)\b|多少|(?<!哪)几[个篇次种条]|多久|多长/i],
  ['why', /\bwhy\b|\bhow come\b|为什么|为啥|怎么会|怎么回事/i],
  ['opinion', /\bwhat do you (?:think|say)\b|\byour (?:view|opinion|take)\b|觉得|怎么看|看法/i],
  ['howTo', ways],
  ['how', /\bhow\b(?! are you)|怎么|如何|怎样|咋/i],
  ['yesNo', /\b(?:is|are) there\b/i],
  [
    'find',
    /\bany\b.*[?？]|\banybody know|\banyone know|\bwhere\b|\bwho has\b|\bfind\b|\bknow (?:of|a)\b|谁有|谁知道|哪里|哪儿|有没有.*(?:论文|文献|资料|数据)|找|推荐/i,
  ],
  ['task', new RegExp(`${task.source}|${chineseTask.source}`, 'u')],
  ['which', /\bwhich\b|\bwhat\b|哪|什么|啥/i],
  [
    'yesNo',
    /[?？]|^(?:\p{L}+[,:]\s*)?(?:do|does|did|is|are|was|were|has|have|will|would|should)\b|吗|是不是|能不能|要不要|没有[？?]?$|\b(?:can|could|please)\b|请|帮/iu,
  ],
]

export const verbIn = (text: string): string => (task.exec(text) ?? chineseTask.exec(text))?.[0] ?? ''

export function kindOf(text: string, listener: Listener): Kind {
  const spoken = withoutSigns(text)
  if (spoken.length < 60 && (spoken.match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => isName(word, listener)))
    return 'call'
  return kinds.find(([, form]) => form.test(spoken))?.[0] ?? 'remark'
}

const withoutSigns = (text: string): string => text.replaceAll(/@\S+|https?:\S+|`[^`]*`/g, ' , ')

export function topicOf(text: string, kind: Kind, listener: Listener): Topic {
  const [sum] = calculation.exec(text) ?? []
  if (sum !== undefined) return { text: sum, head: '' }
  const spoken = withoutSigns(text)
  return isChinese(text) ? chineseTopic(spoken, listener) : englishTopic(spoken, kind, listener)
}

const calculation = /\d[\d.,]{0,12}(?:\s?(?:[+*×÷^]\s?|[-/]\s)\d[\d.,]{0,12}){1,6}/

// English: the word of the field, the words that belong to it, and what follows `on`, `about`, `of`.

const joining = new Set(['on', 'about', 'of', 'for', 'in', 'with', 'between', 'against'])
const articles = new Set(['a', 'an', 'the', 'this', 'that', 'these', 'those', 'my', 'our', 'your', 'some', 'any'])
/** Beside the words that mean nothing to anybody: what a chat asks with, and what is no thing to talk about. */
const hardlyTopics = new Set(
  `again anybody anymore better cover does doing done find fit fits fitting gave give given going good happen happens
  help idea joke keep know long may maybe mean means meant mend might much name need needed often okay pass please quick
  read really recommend right said say says show speak still suggest summarise summarize sure take tell thing think
  somebody someone something anything everything nothing nobody today told tomorrow tonight took try want wants wish work works worth write wrong year yesterday because between
  against while until since before`.split(/\s+/),
)

function englishTopic(text: string, kind: Kind, listener: Listener): Topic {
  const words = wordsOf(text)
  const at = words.findIndex((word) => isOwn(word, listener) && !isName(word, listener))
  const [form] = kind === 'task' ? [task] : kind === 'howTo' ? [ways] : []
  const object = form ? objectOf(text, form, listener) : ''
  if (at < 0) return { text: object || longestRun(words, listener), head: '' }
  const word = words[at] ?? ''
  const head = asInField(word, listener)
  if (object !== '') return { text: object, head }
  const before = words[at - 1]?.toLowerCase() ?? ''
  const phrase = pointing.has(before) ? [before, word] : [head]
  let next = at + 1
  while (isOwn(words[next] ?? '', listener) && !isName(words[next] ?? '', listener)) phrase.push(words[next++] ?? '')
  return { text: [...phrase, ...joined(words, next, listener)].join(' '), head }
}

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}+#'’-]*|[^\s\p{L}\p{N}]/gu) ?? []

const pointing = new Set(['the', 'this', 'that', 'these', 'those', 'our'])
const ending = new Set(['please', 'for', 'to', 'so', 'because', 'when', 'if', 'then', 'before', 'while'])
const mostWords = 6

/** What stands behind the words that ask to do something, up to a sign or a name. */
function objectOf(text: string, form: RegExp, listener: Listener): string {
  const { 0: asks = '', index = 0 } = form.exec(text) ?? {}
  const rest = wordsOf(text.slice(index + asks.length, index + asks.length + 100)).slice(0, mostWords)
  const end = rest.findIndex(
    (word) => !/^[\p{Script=Latin}\p{N}]/u.test(word) || ending.has(word.toLowerCase()) || isName(word, listener),
  )
  const object = end < 0 ? rest : rest.slice(0, end)
  return object.some((word) => termOf(word) !== undefined) ? object.join(' ') : ''
}

/** ` on sleep and memory`. */
function joined(words: readonly string[], from: number, listener: Listener): string[] {
  const preposition = words[from]?.toLowerCase() ?? ''
  if (!joining.has(preposition)) return []
  const start = from + 1 + (articles.has(words[from + 1]?.toLowerCase() ?? '') ? 1 : 0)
  const things = thingsFrom(words, start, listener)
  if (things.length === 0) return []
  const after = start + things.length
  const more = words[after]?.toLowerCase() === 'and' ? thingsFrom(words, after + 1, listener).slice(0, 1) : []
  return [...words.slice(from, start), ...things, ...(more.length > 0 ? ['and', ...more] : [])]
}

/** Up to two words in a row that could be a thing. */
function thingsFrom(words: readonly string[], start: number, listener: Listener): string[] {
  const things: string[] = []
  while (things.length < 2 && isThing(words[start + things.length] ?? '', listener))
    things.push(words[start + things.length] ?? '')
  return things
}

/** The most words in a row that could be a thing, the last three of them. */
function longestRun(words: readonly string[], listener: Listener): string {
  let longest: string[] = []
  let run: string[] = []
  for (const word of words) {
    run = isThing(word, listener) ? [...run, word] : []
    if (run.length > longest.length) longest = run
  }
  return longest.slice(-3).join(' ')
}

const isThing = (word: string, listener: Listener): boolean =>
  /^[\p{Script=Latin}\p{N}]/u.test(word) &&
  termOf(word) !== undefined &&
  !hardlyTopics.has(word.toLowerCase()) &&
  !isName(word, listener)

const isOwn = (word: string, { terms }: Listener): boolean => {
  const term = termOf(word)
  return term !== undefined && terms.has(term)
}

/** `paper` as `papers`, when the expertise says so. */
function asInField(word: string, { fields }: Listener): string {
  const term = termOf(word) ?? ''
  return fields.find((field) => termOf(field) === term && !/\s/.test(field)) ?? word
}

const stems = new LRUCache<string, { term?: string }>({ max: 5_000 })

/** The first term of a word; undefined when it means nothing. */
function termOf(word: string): string | undefined {
  let known = stems.get(word)
  if (known === undefined) {
    const [term] = termsOf(word)
    known = term === undefined ? {} : { term }
    stems.set(word, known)
  }
  return known.term
}

function isName(word: string, { names }: Listener): boolean {
  const low = word.toLowerCase()
  if (names.has(low)) return true
  if (/^[\x20-\x7e]*$/.test(low)) return false
  // Next to a Han sign a name need not end.
  for (const name of names) if (low.includes(name)) return true
  return false
}

// Chinese has no spaces: the piece between two words that ask.

const pieces =
  /[^\p{L}\p{N}]+|请问|为什么|为啥|怎么样?|怎样|如何|什么|哪[种个里儿些篇位]|哪|多少|多久|多长|(?<!哪)几[个篇次种条]|吗|呢|是不是|能不能|可不可以|要不要|有没有|会不会|谁(?:知道|有|能)?|[你您](?:们)?(?:觉得|认为|能|可以)?|帮(?:我|忙|个忙)|给我|我们?|(?:总结|解释|翻译|整理|比较|检查)(?:一下)?|一下|没有|确定/u
const leading =
  /^(?:[那再又也还请就把让来是]|讲的是|说的是|讲个?|说个?|找|有讲|有|关于|推荐|列出?|写个?|想要?|的是|的)+(?=..)/u
const trailing = /(?<=..)(?:做完|[用选该要是了的得过着在有和跟好还没吃]+|等于)$/u
const longestPiece = 10

function chineseTopic(text: string, listener: Listener): Topic {
  const head = firstField(text, listener)
  const usable = text
    .split(pieces)
    .map((piece) => piece.replace(leading, '').replace(trailing, ''))
    .filter((piece) => piece.length > 1 && piece.length <= longestPiece && !isName(piece, listener))
  // A thing ends with what it is, give or take a word: the rest of a sentence says something of it.
  const isOfIt = (piece: string): boolean =>
    piece.includes(head) && piece.length - piece.indexOf(head) <= head.length + 2
  if (head !== '') return { text: usable.find(isOfIt) ?? head, head }
  const known = usable.filter((piece) => termsOf(piece).size > 0)
  return { text: known.toSorted((a, b) => b.length - a.length)[0] ?? '', head: '' }
}

function firstField(text: string, listener: Listener): string {
  let first = { at: Infinity, field: '' }
  for (const field of listener.fields) {
    const at = field.length < 8 ? text.indexOf(field) : -1
    if (at >= 0 && at < first.at && !isName(field, listener)) first = { at, field }
  }
  return first.field
}
