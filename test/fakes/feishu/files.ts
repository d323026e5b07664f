// The bytes behind pictures and files, as hostile as they come: huge, packed, empty, mislabelled, slow, cut, for one app alone.
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { type Answer, badParameter, refused } from './answers.ts'
import type { Call } from './message-calls.ts'
import type { File } from './file.ts'
import type { World } from './world.ts'

const chunk = 65_536

export function fileCalls(world: World) {
  const files = new Map<string, File>()
  return {
    /** What stands behind a key of a message's content. */
    keep: (key: string, file: File): void => void files.set(key, file),
    drop: (key: string): void => void files.delete(key),
    resource({ app, path, query }: Call): Answer {
      const message = world.messages.get(path['message'] ?? '')
      const key = path['key'] ?? ''
      if (!message) return badParameter('message_id')
      if (!message.chat.members.has(app.handle)) return refused(234004, 'App not in chat.')
      if (message.recalled) return refused(230110, 'Action unavailable as the message has been deleted.')
      if (message.kind === 'merge_forward' || message.kind === 'interactive')
        return refused(234043, 'Unsupported message type.')
      const type = key.startsWith('img_') ? 'image' : 'file'
      if (query.get('type') !== type) return refused(234001, 'Invalid request param.')
      const file = message.content.includes(`"${key}"`) ? files.get(key) : undefined
      if (!file || (file.only ?? app.handle) !== app.handle) return refused(234003, 'File not in msg.')
      return { http: 200, body: {}, file }
    },
  }
}

export function giveFile(response: ServerResponse, file: File): void {
  const { mime = 'application/octet-stream', announced, packed, stallsAt, cutAt } = file
  response.writeHead(200, {
    'content-type': mime,
    'content-disposition': 'attachment; filename="file"',
    ...(announced !== undefined && { 'content-length': announced }),
    ...(packed && { 'content-encoding': 'gzip' }),
  })
  // Who reads no further closes the connection.
  response.on('error', () => undefined)
  const most = Math.min(stallsAt ?? Infinity, cutAt ?? Infinity)
  const body = Readable.from(pieces(file, most), { objectMode: false })
  const out = packed ? body.pipe(createGzip()) : body
  response.on('close', () => body.destroy())
  out.pipe(response, { end: most === Infinity })
  if (cutAt !== undefined) out.on('end', () => response.destroy())
}

function* pieces({ bytes, told }: File, most: number): Generator<Uint8Array> {
  const size = Math.min(typeof bytes === 'number' ? bytes : bytes.length, most)
  for (let at = 0; at < size; at += chunk) {
    const length = Math.min(chunk, size - at)
    told?.(at + length)
    yield typeof bytes === 'number' ? Buffer.alloc(length) : bytes.subarray(at, at + length)
  }
}
