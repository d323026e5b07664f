// What a server answered to a call, as text for a model: pictures and sounds are named, not shown.
import { plainText } from './plain-text.ts'

export interface Answered {
  text: string
  isError: boolean
}

/** Undefined: it is no answer to a call. */
export function readAnswer(given: unknown): Answered | undefined {
  const { content = [], structuredContent, isError = false } = (given ?? {}) as Record<string, unknown>
  if (!Array.isArray(content) || content.length > mostParts) return undefined
  const parts = content.map(partText)
  // Where there are both, the one is the other in words.
  if (parts.length === 0 && structuredContent !== undefined) parts.push(JSON.stringify(structuredContent))
  return { text: parts.join('\n').toWellFormed() || '(nothing)', isError: isError === true }
}

const mostParts = 1_000

function partText(part: unknown): string {
  const { type, text, data, mimeType, uri, name, resource } = (part ?? {}) as Record<string, unknown>
  if (type === 'text' && typeof text === 'string') return text
  if ((type === 'image' || type === 'audio') && typeof data === 'string')
    return `(${type} ${shown(mimeType)}, ${Math.ceil((data.length * 3) / 4)} bytes: not shown)`
  if (type === 'resource_link') return `(at ${shown(uri)}: ${shown(name)})`
  if (type === 'resource') {
    const { text: inside, uri: at, blob } = (resource ?? {}) as Record<string, unknown>
    if (typeof inside === 'string') return `(from ${shown(at)})\n${inside}`
    return `(from ${shown(at)}: ${typeof blob === 'string' ? 'bytes' : 'nothing'}, not shown)`
  }
  return `(something of the kind ${shown(type)}: not shown)`
}

const shown = (value: unknown): string => (typeof value === 'string' ? plainText(value, 200) : 'unknown')
