// Files on their way into a room, and out of it to the page, where none of them may do anything but be looked at.
import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { ChannelError } from '../channel.ts'
import type { SentFile } from './contract.ts'
import type { RoomFile } from './files.ts'
import { FileRefused } from './not-posted.ts'
import { fileLimits, partOf, shownTypes } from './uploads.ts'
import type { RoomView, WebChannel } from './web-channel.ts'

interface Options {
  channel: WebChannel
  /** Throws an HTTPException where there is none. */
  roomOf: (c: Context) => RoomView
}

const statuses = { fileTooLarge: 413, fileEmpty: 400, fileRefused: 415, filesFull: 503 } as const
const maxMegabytes = fileLimits.bytes / 1_000_000

/**
 * POST /api/rooms/:room/files?name=NAME with the bytes as application/octet-stream, which a page of another site cannot
 * send unasked → SentFile · GET /api/rooms/:room/files/:file → the bytes.
 */
export function makeFileRoutes({ channel, roomOf }: Options): Hono {
  const routes = new Hono()

  routes.post('/api/rooms/:room/files', async (c) => {
    const room = roomOf(c)
    if (!channel.open) throw new HTTPException(503, { message: 'the service is stopping' })
    try {
      if (Number(c.req.header('content-length') ?? 0) > fileLimits.bytes) throw new FileRefused('fileTooLarge')
      const file = await channel.uploads.take(room.id, c.req.query('name') ?? '', c.req.raw.body ?? [])
      const sent: SentFile = { id: file.id, part: partOf(file) }
      return c.json(sent, 201, { 'cache-control': 'no-store' })
    } catch (error) {
      if (error instanceof ChannelError)
        throw new HTTPException(503, { message: error.message, cause: { code: 'notStored' } })
      if (!(error instanceof FileRefused)) throw error
      const { code, message } = error
      throw new HTTPException(statuses[code], { message, cause: { code, numbers: { maxMegabytes } } })
    }
  })

  routes.get('/api/rooms/:room/files/:file', (c) => {
    const file = channel.uploads.find(roomOf(c).id, c.req.param('file'))
    if (!file) throw new HTTPException(404, { message: 'the file is not here any more', cause: { code: 'fileGone' } })
    return c.body(channel.uploads.stream(file), 200, {
      'content-type': playedOrShown(file.mime) ? file.mime : 'application/octet-stream',
      'content-length': String(file.bytes),
      'content-disposition': dispositionOf(file),
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=3600',
    })
  })

  return routes
}

/** By elements of the page that run nothing: whatever else it may be, it is not run as that. */
const playedOrShown = (mime: string): boolean => shownTypes.has(mime) || /^(audio|video)\/[\w.+-]+$/.test(mime)

/** RFC 6266: a name for those who know nothing newer, and the name itself. */
function dispositionOf({ mime, name }: RoomFile): string {
  const plain = name.replaceAll(/[^\w. -]/g, '_')
  const whole = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${shownTypes.has(mime) ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${whole}`
}
