// fs.read: the text of a file, a piece at a time.
import { z } from 'zod'
import { tool, ToolError } from '../tool.ts'
import { openAt, within } from '../workspace.ts'

/** Bytes of one call. */
export const longestRead = 262_144

export const readTool = tool({
  name: 'fs.read',
  description: `Reads a text file of the workspace, up to ${longestRead} bytes a call. A note at the end says how to read on.`,
  effect: 'read',
  schema: z.object({
    path: z.string().describe('relative to the workspace'),
    offset: z.int().min(0).optional().describe('byte to begin at'),
    limit: z.int().min(1).max(longestRead).optional().describe('bytes to read'),
  }),
  run({ path, offset = 0, limit = longestRead }, { workspace }) {
    return within(workspace, path, {}, async (spot) => {
      await using file = await openAt(spot, 'file')
      const { size } = await file.stat()
      if (offset > 0 && offset >= size)
        throw new ToolError(`${spot.shown} has ${size} bytes: there is nothing at ${offset}`)
      const { buffer, bytesRead } = await file.read(
        Buffer.alloc(Math.min(limit, size)),
        0,
        Math.min(limit, size),
        offset,
      )
      const isLast = offset + bytesRead >= size
      const piece = wholeSigns(buffer.subarray(0, bytesRead), offset > 0, !isLast)
      const text = textOf(piece.bytes)
      if (text === undefined)
        throw new ToolError(`${spot.shown} is binary (${size} bytes): only text in UTF-8 can be read`)
      if (size === 0) return `(${spot.shown} is empty)`
      const end = offset + piece.skipped + piece.bytes.length
      return isLast
        ? text
        : `${text}\n(${size - end} bytes more: fs_read {"path": ${JSON.stringify(path)}, "offset": ${end}})`
    })
  },
})

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Undefined: it is none. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

const isWithin = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80
const lengthOf = (first: number): number => (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1)
const longestSign = 4

/** Without the rest of a sign that a piece begins with, and the part of one that it ends with. */
function wholeSigns(bytes: Uint8Array, cutsHead: boolean, cutsTail: boolean) {
  let start = 0
  if (cutsHead) while (start < longestSign - 1 && isWithin(bytes[start])) start += 1
  let end = bytes.length
  if (cutsTail) {
    let last = end - 1
    while (last > start && end - last < longestSign && isWithin(bytes[last])) last -= 1
    if (last + lengthOf(bytes[last] ?? 0) > end && last > start) end = last
  }
  return { bytes: bytes.subarray(start, end), skipped: start }
}
