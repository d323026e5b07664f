// How many tokens a text is worth before a provider has counted it (U3).
import { LRUCache } from 'lru-cache'
import { estimateTokenCount } from 'tokenx'

/** Longest text looked at, in UTF-16 units: what is longer is clipped before it ever reaches a prompt. */
export const maxCountedChars = 4_000

// The lines of one talk come back prompt after prompt.
const counted = new LRUCache<string, number>({ max: 2_000 })
const maxKeptChars = 400
// Tasks and legends are long and few: every prompt of every bot has the same ones.
const countedLong = new LRUCache<string, number>({ max: 200 })
const longestHead = 60

// The heads of lines are made of few words: numbers, ages and names. Which of them came last matters little.
const countedWords = new Map<string, number>()
const mostWords = 2_000

/** Within about 20 % of a real tokenizer for Chinese and English alike; a line break is one token. */
export function estimateTokens(text: string): number {
  const clipped = text.slice(0, maxCountedChars)
  return clipped.includes('\n') ? sumOfLines(clipped, countLine) : countLine(clipped)
}

/** The same for a line of talk as a whole: its text, which comes back prompt after prompt, is looked up as it is. */
estimateTokens.headed = (head: string, text: string): number => {
  const isHead = head.length <= longestHead && head.indexOf(': ') === head.length - 2 && !head.includes('\n')
  const isLine = opensWithWord(text, 0) && head.length + text.length <= maxCountedChars && !text.includes('\n')
  return isHead && isLine ? countHead(head) + countKept(text) : estimateTokens(head + text)
}

/** A whole prompt, however long: its parts were clipped before. */
export const estimatePromptTokens = (text: string): number => sumOfLines(text, countLong)

// The part of a bot's prompts that stays the same from one to the next.
const countedStable = new LRUCache<string, number>({ max: 100 })

/** The same for what comes back as a whole. */
export function estimateStableTokens(text: string): number {
  let tokens = countedStable.get(text)
  if (tokens === undefined) countedStable.set(text, (tokens = estimatePromptTokens(text)))
  return tokens
}

/** A line break is one. */
function sumOfLines(text: string, countOf: (line: string) => number): number {
  let sum = 0
  for (let start = 0; ;) {
    const end = text.indexOf('\n', start)
    if (end < 0) return sum + countOf(text.slice(start))
    sum += countOf(text.slice(start, end)) + 1
    start = end + 1
  }
}

function countLong(line: string): number {
  if (line.length <= maxCountedChars) return countLine(line)
  let sum = 0
  for (let at = 0; at < line.length; at += maxCountedChars) sum += countLine(line.slice(at, at + maxCountedChars))
  return sum
}

/** The head of a line of talk changes from prompt to prompt, and the text behind it does not. */
function countLine(line: string): number {
  const text = line.indexOf(': ') + 2
  if (text < 2 || text > longestHead || !opensWithWord(line, text)) return countKept(line)
  return countHead(line.slice(0, text)) + countKept(line.slice(text))
}

/** No white space stands there, nor the end. */
function opensWithWord(line: string, at: number): boolean {
  const code = line.charCodeAt(at)
  return (code > 0x20 && code < 0x7f) || (!Number.isNaN(code) && !/^\s/.test(line.charAt(at)))
}

/** The estimate goes by words: what a space parts adds up. */
function countHead(head: string): number {
  let sum = 0
  for (let start = 0; ;) {
    const end = head.indexOf(' ', start)
    if (end < 0) return sum + countWord(head.slice(start))
    sum += countWord(head.slice(start, end))
    start = end + 1
  }
}

function countWord(word: string): number {
  if (word === '') return 0
  const known = countedWords.get(word)
  if (known !== undefined) return known
  const tokens = estimateTokenCount(word)
  if (countedWords.size >= mostWords) countedWords.clear()
  countedWords.set(word, tokens)
  return tokens
}

function countKept(line: string): number {
  const kept = line.length > maxKeptChars ? countedLong : counted
  const known = kept.get(line)
  if (known !== undefined) return known
  const tokens = estimateTokenCount(line)
  kept.set(line, tokens)
  return tokens
}

/** A tokenizer of theirs may count so much more than our estimate. */
const safety = 1.25
/** What the protocol adds to a message. */
const framingTokens = 4

export const withMargin = (estimate: number): number => Math.ceil(estimate * safety)

/** What models are told of tools in general where some are on offer: the longest instruction of a provider has 346. */
const toolsPreamble = 280
/** What stands around a call, and around a tool on offer. */
const callFraming = 12

interface Counted {
  content: string
  pictures?: readonly { tokens: number }[]
  calls?: readonly { name: string; arguments: string }[]
}

/** Most tokens that a prompt is likely to be counted as, with the `tools` that it offers. */
export const promptTokens = (messages: readonly Counted[], tools: readonly object[] = []): number =>
  withMargin(estimateRequest(messages, tools)) +
  messages.reduce((sum, { pictures = [] }) => sum + pictures.reduce((all, { tokens }) => all + tokens, 0), 0)

/** The same before the margin, and without pictures. */
export const estimateRequest = (messages: readonly Counted[], tools: readonly object[] = []): number =>
  messages.reduce((sum, { content, calls = [] }) => sum + wholeEstimate(content) + framingTokens + ofCalls(calls), 0) +
  tools.reduce(
    (sum: number, tool) => sum + wholeEstimate(JSON.stringify(tool)) + callFraming,
    tools.length > 0 ? toolsPreamble : 0,
  )

const ofCalls = (calls: NonNullable<Counted['calls']>): number =>
  calls.reduce((sum, call) => sum + wholeEstimate(call.name) + wholeEstimate(call.arguments) + callFraming, 0)

/**
 * What a model is likely to count for a picture of so many pixels: the larger of what the two usual ways come to, 85 and 170
 * for every tile of 512 × 512 (OpenAI), a token for every 750 pixels (Anthropic; Qwen with 784 nearly so).
 */
export const pictureTokens = (width: number, height: number): number =>
  Math.max(85 + 170 * Math.ceil(width / 512) * Math.ceil(height / 512), Math.ceil((width * height) / 750))

function wholeEstimate(text: string): number {
  let sum = 0
  for (let at = 0; at < text.length; at += maxCountedChars) sum += estimateTokens(text.slice(at, at + maxCountedChars))
  return sum
}
