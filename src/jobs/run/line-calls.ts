// Lines of a model's text that are commands become calls of tools: rights, budget, approval and tape are those of a call (A4).
import type { z } from 'zod'
import { isCommandName } from '../../commands/commands.ts'
import { type CommandLine, commandLinesIn, type RoutedText } from '../../commands/lines.ts'
import type { ChatAnswer, ToolCall } from '../../llm/model.ts'
import type { Registry } from '../../tools/registry.ts'
import { shellName } from '../../tools/rights.ts'
import type { Tool } from '../../tools/tool.ts'

/** How a bot that works reads the text of its model. */
export interface TextCommands {
  /** In a one-to-one talk lines are for the shell, too, where whoever asks may use it. */
  shell: boolean
}

/** A call that was written as a line of text. */
export interface LineCall extends ToolCall {
  line: string
  /** It is nothing that a line of a model's text may do. */
  isForPeople?: true
}

/** Calls of one answer. */
const mostCalls = 16

/** What a job has of both; without one of them no line is a command. */
interface Reading {
  tools?: Registry
  textCommands?: TextCommands
}

const routed = (registry: Registry, text: string, code?: ReadonlySet<string>): RoutedText =>
  commandLinesIn(text, (name) => registry.find(name) !== undefined, code)

/** What an answer calls by its lines, `tools` being on offer; they stand before its own calls, as its text does. */
export function linesOf(
  { tools: registry, textCommands }: Reading,
  { text, finish, calls = [] }: Pick<ChatAnswer, 'text' | 'finish' | 'calls'>,
  tools: readonly string[],
  { oneToOne }: { oneToOne?: boolean },
): LineCall[] {
  if (!registry || !textCommands) return []
  const { lines, endsWithOne } = routed(registry, text)
  const shell = textCommands.shell && oneToOne === true
  const isCut = finish === 'length' && calls.length === 0 && endsWithOne
  return lines.slice(0, Math.max(0, mostCalls - calls.length)).map((line, n): LineCall => {
    const call = callOf(registry, line, { tools, shell })
    return { id: `line_${n}`, ...call, line: line.line, ...(isCut && n === lines.length - 1 && { isCut: true }) }
  })
}

/** What may be said to the room of a text whose commands are run. */
export const proseBefore = ({ tools, textCommands }: Reading, text: string): string =>
  tools && textCommands ? routed(tools, text).before : text

/** `bare`: of an answer what would be posted. What stands in a block of code there is text, also where the block is taken off. */
export function withoutCommands({ tools, textCommands }: Reading, answer: string, bare: string): string {
  if (!tools || !textCommands) return bare
  const { lines, rest } = routed(tools, bare, routed(tools, answer).code)
  return lines.length > 0 ? rest : bare
}

interface Asked {
  tools: readonly string[]
  /** Lines are for the shell, too. */
  shell: boolean
}

function callOf(
  registry: Registry,
  { name, words, line }: CommandLine,
  { tools, shell }: Asked,
): Pick<LineCall, 'name' | 'arguments' | 'isForPeople'> {
  const tool = registry.find(name)
  if (tool) {
    const call = { name: tool.name, arguments: argumentsIn(tool, words) }
    return tool.name === shellName && !shell ? { ...call, isForPeople: true } : call
  }
  // What an operator orders is a person's word: no model speaks it, least of all an approval.
  if (isCommandName(name)) return { name, arguments: words, isForPeople: true }
  if (shell && tools.includes(shellName))
    return { name: shellName, arguments: JSON.stringify({ command: line.replace(/^[^,，]*[,，]/u, '') }) }
  return { name, arguments: words }
}

/** The words behind the name of a tool as its arguments: an object, `key=value …`, or the fields that it needs in their order. */
export function argumentsIn({ schema }: Tool, words: string): string {
  if (words === '' || words.startsWith('{')) return words
  const shape = schema.shape as Record<string, z.ZodType>
  const named = namedIn(shape, words)
  if (named) return JSON.stringify(named)
  const needed = Object.entries(shape).filter(([, type]) => !type.safeParse(undefined).success)
  const [keys, types] = [needed.map(([key]) => key), needed.map(([, type]) => type)]
  const given = inWords(words, Math.max(1, keys.length))
  // What takes nothing is told so.
  if (keys.length === 0) return JSON.stringify({ words })
  return JSON.stringify(Object.fromEntries(given.map((value, n) => [keys[n] ?? '', readAs(types[n], value)])))
}

const pair = /([a-z]\w*)=("(?:[^"\\]|\\.)*"|\S+)/giy

function namedIn(shape: Record<string, z.ZodType>, words: string): Record<string, unknown> | undefined {
  const named: Record<string, unknown> = {}
  for (let at = 0; at < words.length;) {
    pair.lastIndex = at
    const [whole = '', key = '', value = ''] = pair.exec(words) ?? []
    if (whole === '' || !Object.hasOwn(shape, key)) return undefined
    named[key] = readAs(shape[key], value.startsWith('"') ? unquoted(value) : value)
    at += whole.length
    while (words[at] === ' ') at += 1
  }
  return named
}

/** So many: the last one takes all that is left. */
function inWords(words: string, most: number): string[] {
  const given: string[] = []
  let left = words
  while (given.length < most - 1 && left !== '') {
    const [first = ''] = left.split(/\s/, 1)
    given.push(first)
    left = left.slice(first.length).trim()
  }
  return left === '' ? given : [...given, left]
}

/** A text where the field takes one; else what it says in JSON. */
function readAs(type: z.ZodType | undefined, value: string): unknown {
  if (!type || type.safeParse(value).success) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

function unquoted(value: string): string {
  try {
    return JSON.parse(value) as string
  } catch {
    return value.slice(1, -1)
  }
}
