// Bodies of requests on their way: so large, in so much time, and so many at once for each who sends them.
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'

interface Options {
  maxBytes: number
  /** A body must have arrived whole by then, ms. */
  timeoutMs: number
  /** On their way at a time, for each sender; the oldest gives way. */
  mostAtOnce: number
}

/** `sender`: whoever is told apart; what one sends keeps no other one out. Rejects with an HTTPException. */
export function makeBodies({ maxBytes, timeoutMs, mostAtOnce }: Options) {
  const underWay = new Map<string, Set<Drop>>()
  return async (c: Context, sender: string): Promise<Buffer> => {
    if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
    const reader = c.req.raw.body?.getReader()
    if (!reader) return Buffer.alloc(0)
    const dropped = Promise.withResolvers<never>()
    const bodies = underWay.get(sender) ?? new Set()
    underWay.set(sender, bodies)
    // An honest body is there within moments: the oldest is the one that does not mean to come.
    const [oldest] = bodies
    if (oldest && bodies.size >= mostAtOnce) {
      bodies.delete(oldest)
      oldest(503, 'too many requests are under way: try again')
    }
    const drop: Drop = (status, message) => dropped.reject(new HTTPException(status, { message }))
    bodies.add(drop)
    const timer = setTimeout(() => drop(408, 'the body did not arrive in time'), timeoutMs)
    try {
      return await whole(reader, maxBytes, dropped.promise)
    } catch (error) {
      void reader.cancel().catch(() => {})
      throw error
    } finally {
      clearTimeout(timer)
      bodies.delete(drop)
    }
  }
}

/** What the head of a request must say before its body is read: it comes from a program, plain and of this type. */
export function checkHead(c: Context, wanted: string): void {
  // A page has no business here: programs send no origin.
  if (c.req.header('origin') !== undefined) throw new HTTPException(403, { message: 'no page may post here' })
  if ((c.req.header('content-encoding') ?? 'identity') !== 'identity')
    throw new HTTPException(415, { message: 'send the body as it is, without compression' })
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== wanted) throw new HTTPException(415, { message: `send the body as ${wanted}` })
}

type Drop = (status: 408 | 503, message: string) => void

async function whole(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  maxBytes: number,
  dropped: Promise<never>,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for (let size = 0; ;) {
    // oxlint-disable-next-line no-await-in-loop -- a chunk after the other
    const { done, value } = await Promise.race([reader.read().catch(cutShort), dropped])
    if (done) return Buffer.concat(chunks)
    size += value.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(value)
  }
}

const cutShort = (cause: unknown): never => {
  throw new HTTPException(400, { message: 'the connection ended before the body did', cause })
}
const tooLarge = (maxBytes: number) => new HTTPException(413, { message: `an event has at most ${maxBytes / 1024} KB` })
