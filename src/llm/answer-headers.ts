// The headers of an answer as `openai` and this folder read them: a Headers would check and sort them for each call.
import type { IncomingHttpHeaders } from 'node:http'

/** Of Headers what is read of an answer. */
export interface ReadHeaders {
  get(name: string): string | null
  has(name: string): boolean
  entries(): IterableIterator<[name: string, value: string]>
  [Symbol.iterator](): IterableIterator<[name: string, value: string]>
}

/** What speaks of the bytes on the wire, which are unpacked by now. */
const ofTheWire: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding'])

/** `given`: names in small letters. */
export function readHeaders(given: IncomingHttpHeaders): ReadHeaders {
  const all = new Map<string, string>()
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && !ofTheWire.has(name)) all.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return {
    get: (name) => all.get(name.toLowerCase()) ?? null,
    has: (name) => all.has(name.toLowerCase()),
    entries: () => all.entries(),
    [Symbol.iterator]: () => all.entries(),
  }
}
