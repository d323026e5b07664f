// A web channel that takes files, and small files as a browser sends them.
import type { Hono } from 'hono'
import type { SentFile } from '../../src/channels/web/contract.ts'
import { makeWeb } from './web-fixture.ts'

export async function started(options: Parameters<typeof makeWeb>[1] = {}) {
  const web = makeWeb(undefined, options)
  await web.channel.start(web.intake)
  return web
}
type Web = Awaited<ReturnType<typeof started>>

export const text = (value: string): Uint8Array => new TextEncoder().encode(value)
export const pathOf = ({ id }: SentFile): string => `/api/rooms/lobby/files/${id}`
export const sent = async ({ app }: Pick<Web, 'app'>, body: Uint8Array, name = 'cat.png'): Promise<SentFile> =>
  (await (await send(app, body, { name })).json()) as SentFile
export const filesIn = ({ db }: Web) => [
  ...db
    .prepare('SELECT name, message FROM room_file ORDER BY n')
    .all()
    .map((row) => ({ ...row })),
  ...db
    .prepare('SELECT count(*) AS pieces FROM room_file_piece')
    .all()
    .map((row) => ({ ...row })),
]

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
export const webp = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')
export const jpeg = Buffer.from([
  0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0xff, 0xd9,
])

export const send = async (
  app: Hono,
  body: Uint8Array,
  {
    room = 'lobby',
    name = 'cat.png',
    headers = {},
  }: { room?: string; name?: string; headers?: Record<string, string> } = {},
) =>
  app.request(`/api/rooms/${room}/files?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { host: 'localhost:7171', 'content-type': 'application/octet-stream', ...headers },
    body: Buffer.from(body),
  })
