// The same call of a tool has the same digest, in whatever order its arguments are written.
import { createHash } from 'node:crypto'

/** Sixteen hex digits. An approval is bound to it, and a run that repeats itself is known by it. */
export const digestOf = (tool: string, args: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([tool, inOrder(args)]))
    .digest('hex')
    .slice(0, 16)

/** Of all that a text of JSON says, however it is written: 64 hex digits. */
export const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(inOrder(value)))
    .digest('hex')

/** Entries instead of objects: an object would put keys like `1` first and take `__proto__` for its own. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { entries: entries.map(([key, each]) => [key, inOrder(each)]) }
}
