// Where other workers ask this one for what needs a line that it has.
import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { type Channel, ChannelError, isPermanent, TooLargeError } from '../channel.ts'
import { textOf } from '../modules/guarded-channel.ts'
import { type Asked, type Failure, mimeHeader, passedPath } from './passing.ts'

interface Options {
  /** Of this worker. */
  secret: string
  /** The channel while this worker has the line. */
  local: (channel: string, line: string) => Channel | undefined
}

const asked = z.object({
  channel: z.string(),
  line: z.string(),
  method: z.enum(['identify', 'send', 'react', 'unreact', 'edit', 'download', 'typing', 'titleOf', 'people']),
  given: z.unknown(),
})
const longestBody = 2_000_000

/** Behind a secret that stands in Postgres alone. */
export function makeLineRoutes({ secret, local }: Options): Hono {
  const app = new Hono()
  app.post(passedPath, bodyLimit({ maxSize: longestBody }), async (c) => {
    const bearer = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
    if (!same(bearer, secret)) return c.json({ kind: 'unavailable', message: 'another worker has the line' }, 401)
    const read = asked.safeParse(await c.req.json().catch(() => undefined))
    if (!read.success) return c.json({ kind: 'permanent', message: 'what is asked cannot be read' }, 400)
    const channel = local(read.data.channel, read.data.line)
    if (!channel) return c.json({ kind: 'unavailable', message: 'this worker does not have the line any more' }, 409)
    try {
      return await answer(channel, read.data, c.req.raw.signal)
    } catch (error) {
      return c.json(failureOf(error), 502)
    }
  })
  return app
}

async function answer(channel: Channel, { method, given }: Asked, signal: AbortSignal): Promise<Response> {
  if (method === 'typing') return shown(channel, given as [string, string, string], signal)
  if (method === 'titleOf') return Response.json({ title: channel.titleOf?.(String(given)) })
  if (method === 'people') return Response.json({ people: channel.people?.(String(given)) })
  if (method === 'download') {
    if (!channel.download) throw new ChannelError('permanent', `${channel.name} gives no bytes of messages`)
    const { bytes, mime } = await channel.download(given as never, signal)
    const headers = { 'content-type': 'application/octet-stream', ...(mime !== undefined && { [mimeHeader]: mime }) }
    return new Response(new Uint8Array(bytes), { headers })
  }
  if (method === 'identify') return Response.json(await channel.identify(given as never))
  return Response.json((await channel[method]?.(given as never, signal)) ?? {})
}

/** As long as the request stands. */
async function shown(channel: Channel, given: [string, string, string], signal: AbortSignal): Promise<Response> {
  const end = (await channel.typing?.(...given)) ?? (() => Promise.resolve())
  const stop = (): void => void end().catch(() => {})
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('\n')),
    cancel: stop,
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof ChannelError)) return { kind: 'unavailable', message: textOf(error) }
  const { kind, message, retryAfterMs, why } = error
  return {
    kind: isPermanent(error) ? 'permanent' : kind,
    message,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(why !== undefined && { why }),
    ...(error instanceof TooLargeError && { tooLarge: error.most }),
  }
}

/** Constant time, whatever the lengths. */
const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
