// The tools of this machine under both of their names, and a model's call of one: read, or refused in words for the model.
import { z } from 'zod'
import type { CallRef } from '../../machines/agent/children.ts'
import { longestOnWire, wireName } from '../language/wire-name.ts'
import { digestOf } from './digest.ts'
import type { Tool } from './tool.ts'

/** What a provider is told of a tool. */
export interface ToolParameters {
  /** On the wire. */
  name: string
  description: string
  /** JSON schema of an object. */
  parameters: Record<string, unknown>
}

export type ReadCall =
  | { tool: Tool; args: Record<string, unknown>; digest: string }
  | {
      refused: NonNullable<CallRef['refused']>
      /** Where there is one of the name. */
      tool?: Tool
      digest: string
      /** For the model. */
      message: string
    }

export interface Registry {
  readonly tools: readonly Tool[]
  /** Another one when tools came, went or are described in other words. */
  edition: () => number
  /** By the name of the house, or by that on the wire. */
  find: (name: string) => Tool | undefined
  parametersOf: (tool: Tool) => ToolParameters
  /** `offered`: names, as the house writes them, of the tools that may be called. */
  readCall: (name: string, argumentsText: string, offered: readonly string[]) => ReadCall
}

const wellNamed = /^[a-z][\w-]*(?:\.[a-z][\w-]*)*$/i
/** Characters of the arguments of one call. */
export const longestArguments = 400_000

/** Tools that come and go while the service runs; whoever has them takes care that no two answer to one name. */
export interface MovingTools {
  tools: () => readonly Tool[]
  edition: () => number
}

const none: MovingTools = { tools: () => [], edition: () => 0 }

/** Throws where two tools would answer to one name, or a name would not pass on the wire. */
export function makeRegistry(tools: readonly Tool[], moving: MovingTools = none): Registry {
  const known = new Map<string, Tool>()
  for (const tool of tools) {
    if (!wellNamed.test(tool.name) || tool.name.length > longestOnWire.name)
      throw new Error(`a tool cannot be called ${JSON.stringify(tool.name)}: letters, digits, _ and -, parted by dots`)
    const wire = wireName(tool.name)
    const other = known.get(wire)
    if (other) throw new Error(`the tools ${other.name} and ${tool.name} are both ${wire} to a model: rename one`)
    known.set(wire, tool)
  }
  const described = new WeakMap<Tool, ToolParameters>()
  const find = (name: string) => {
    const found = known.get(wireName(name)) ?? moving.tools().find((each) => wireName(each.name) === wireName(name))
    return found && (name === found.name || name === wireName(found.name)) ? found : undefined
  }
  return {
    get tools() {
      return [...tools, ...moving.tools()]
    },
    edition: moving.edition,
    find,
    parametersOf(tool) {
      const made = described.get(tool) ?? describe(tool)
      described.set(tool, made)
      return made
    },
    readCall(name, argumentsText, offered) {
      const tool = find(name)
      const unread = digestOf(tool?.name ?? name, [argumentsText])
      const others =
        offered.length === 0 ? 'no tool may be called now' : `there are ${offered.map(wireName).join(', ')}`
      if (!tool) return { refused: 'unknown', digest: unread, message: `there is no tool ${quoted(name)}: ${others}` }
      if (!offered.includes(tool.name))
        return {
          refused: 'notAllowed',
          tool,
          digest: unread,
          message: `${wireName(tool.name)} may not be used here: ${others}`,
        }
      const read = readArguments(tool, argumentsText)
      if ('args' in read) return { tool, args: read.args, digest: digestOf(tool.name, read.given) }
      return {
        refused: 'malformed',
        tool,
        digest: unread,
        message: `${wireName(tool.name)} was not called: ${read.problem}`,
      }
    },
  }
}

function describe({ name, description, schema, parameters: given }: Tool): ToolParameters {
  if (given) return { name: wireName(name), description, parameters: given }
  const { $schema: _, ...parameters } = z.toJSONSchema(schema.strict(), { io: 'input' })
  return { name: wireName(name), description, parameters }
}

type Arguments = { args: Record<string, unknown>; given: unknown } | { problem: string }

function readArguments({ schema, parameters }: Tool, text: string): Arguments {
  if (text.length > longestArguments)
    return { problem: `its arguments have ${text.length} characters, at most ${longestArguments} are read` }
  let given: unknown
  try {
    // Some models write nothing where a tool takes nothing.
    given = text.trim() === '' ? {} : JSON.parse(text)
  } catch (error) {
    return { problem: `its arguments are no JSON: ${clipped((error as Error).message, longestDetail)}` }
  }
  const read = (parameters ? anyObject : schema.strict()).safeParse(given)
  if (read.success) return { args: read.data, given }
  const problems = read.error.issues.slice(0, mostProblems).map(({ path, message }) => {
    const where = path.length === 0 ? 'the arguments' : clipped(path.map(String).join('.'), longestDetail)
    return `${where}: ${clipped(message, longestDetail)}`
  })
  return { problem: `${problems.join('; ')}. It takes ${parameters ? 'an object' : takes(schema)}` }
}

const anyObject = z.record(z.string(), z.unknown(), 'expected an object')

/** `path, offset?, limit?`. */
const takes = (schema: z.ZodObject): string =>
  Object.entries(schema.shape)
    .map(([key, type]) => `${key}${z.safeParse(type as z.ZodType, undefined).success ? '?' : ''}`)
    .join(', ') || 'no arguments'

const mostProblems = 5
const longestDetail = 200
const clipped = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text
const quoted = (name: string): string => JSON.stringify(clipped(name, longestOnWire.name))
