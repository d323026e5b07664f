// The rehearsal's use of tools: it calls what a line literally says, `$fs.read {"path":"notes.txt"}`, and quotes the results.
import type { ChatMessage, ToolCall } from './model.ts'
import { labels } from './rehearsal-lines.ts'
import { isChinese } from './rehearsal-topic.ts'
import { wireName } from '../language/wire-name.ts'

/** UTF-16 units of the results that are quoted, all of them together. */
const longestQuote = 200

interface Worked {
  messages: readonly ChatMessage[]
  tools?: readonly { name: string }[]
}

/** `line`: what it would answer. Undefined: it goes on as without tools. */
export function rehearsedWork(
  { messages, tools = [] }: Worked,
  line: string,
): { calls?: ToolCall[]; text?: string } | undefined {
  const before = messages.flatMap(({ calls = [] }) => calls)
  const last = messages.findLastIndex(({ calls = [] }) => calls.length > 0)
  const since = messages.slice(last + 1)
  const steering = since.flatMap(({ role, content }) => (role === 'user' ? [content] : []))
  const calls = callsIn(before.length === 0 ? line : steering.join('\n'), tools, before.length)
  if (calls.length > 0) return { calls }
  if (before.length === 0) return undefined
  const results = since.flatMap(({ role, content }) => (role === 'tool' ? [content] : []))
  return { text: quoted(results, isChinese(line.replaceAll(aCall, ' '))) }
}

/** Its words are of no language. */
const aCall = /\$[a-z][\w.-]*\s*\{.*?\}+/gi

const mark = /\$([a-z][\w.-]{0,63})\s*(?=\{)/gi

function callsIn(text: string, tools: readonly { name: string }[], before: number): ToolCall[] {
  if (tools.length === 0) return []
  const marks = Array.from(text.matchAll(mark))
  return marks
    .flatMap(({ 0: { length }, 1: written = '', index }, i) => {
      const name = tools.find((tool) => wireName(tool.name) === wireName(written))?.name
      const said = text.slice(index + length, marks[i + 1]?.index)
      return name === undefined ? [] : [{ name, arguments: objectAt(said) }]
    })
    .map((call, i) => ({ id: `call_${before + i + 1}`, ...call }))
}

/** The JSON that a text begins with; where it is none, all of its line: how that is answered can be tried, too. */
function objectAt(text: string): string {
  const [line = ''] = text.split('\n', 1)
  for (let end = line.indexOf('}'); end >= 0; end = line.indexOf('}', end + 1)) {
    const read = line.slice(0, end + 1)
    if (isJson(read)) return read
  }
  return line.trim()
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function quoted(results: readonly string[], chinese: boolean): string {
  const each = Math.floor(longestQuote / Math.max(1, results.length))
  const quotes = results.map((result) => {
    const words = result.replaceAll(/\s+/g, ' ').trim()
    return `“${words.slice(0, each).toWellFormed()}${words.length > each ? '…' : ''}”`
  })
  return chinese ? `${labels.zh}结果：${quotes.join('、')}` : `${labels.en}The result: ${quotes.join(', ')}`
}
