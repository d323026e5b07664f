// What a server says of a tool, cut down to what a model may be told of it; and its hash, by which it is pinned.
import { createHash } from 'node:crypto'
import { mcpPrefix } from '../../config/mcp.ts'
import { hashOf } from '../digest.ts'
import { plainText } from './plain-text.ts'
import { tidySchema, UnfitSchema } from './tidy-schema.ts'

/** A tool of a server. */
export interface Described {
  /** As the server calls it. */
  name: string
  /** For the model. */
  description: string
  /** JSON schema of an object. */
  parameters: Record<string, unknown>
  /** Of all that a model could be told of it, as the server wrote it. */
  hash: string
}

/** What a server said may be anything; `name` where it has one. */
export type Read = Described | { name: string; problem: string }

/** Characters. */
const longest = { name: 128, description: 1_000, given: 16_000 }
const longestHouseName = 64

/**
 * `mcp.files.read_file`: as rules name it. What is too long is cut and told apart by six digits of a hash. Where the server
 * is told, only the last part counts: servers differ by their own names.
 */
export function houseName(server: string, tool: string): string {
  const plain = tool.replaceAll(/[^\w-]/g, '_')
  const begun = /^[a-z]/i.test(plain) ? plain : `t${plain}`
  const room = longestHouseName - mcpPrefix.length - server.length - 1
  const part = begun.length > room || begun === 't' ? `${begun.slice(0, room - 7)}_${digits(tool)}` : begun
  return `${mcpPrefix}${server}.${part}`
}

const digits = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 6)

/** Undefined: it has no name, so that nobody can call it. */
export function readDescription(given: unknown): Read | undefined {
  const { name, description = '', inputSchema = {} } = (given ?? {}) as Record<string, unknown>
  if (typeof name !== 'string' || name === '' || name.length > longest.name || /\p{Cc}|\p{Cs}/u.test(name))
    return undefined
  if (typeof description !== 'string') return { name, problem: 'its description is no text' }
  try {
    const length = description.length + JSON.stringify(inputSchema).length
    if (length > longest.given)
      return {
        name,
        problem: `its description and schema have ${length} characters, at most ${longest.given} are read`,
      }
    const parameters = tidySchema(inputSchema)
    // Its annotations prove nothing, and what it returns is read as it comes: neither counts.
    return {
      name,
      description: plainText(description, longest.description),
      parameters,
      hash: hashOf([name, description, inputSchema]),
    }
  } catch (error) {
    return { name, problem: error instanceof UnfitSchema ? error.message : 'its schema cannot be read' }
  }
}
