// Where peers of the bridge post: one event a request, small, plain and in time (X2).
import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'

interface Options {
  /**
   * Asks for the body once the headers may be those of a peer;
   * verifies and takes an event; `known`: it was taken before. Rejects with an error that has a `status` when the peer is
   * to be told, and may have the `peer`.
   */
  receive: (headers: Record<string, string>, bodyOf: () => Promise<Buffer>) => Promise<'taken' | 'known'>
  /** Told of every request that was not taken. */
  refused: (refusal: { status: number; reason: string; peer?: string }) => void
  /** A body must have arrived whole by then, ms. */
  patienceMs?: number
  /** Bodies that may be on their way at a time: whoever sends them has not proved anything yet. */
  mostAtOnce?: number
}

export const bridgePath = '/v1/events'
const maxBodyBytes = 64 * 1024

/** POST /v1/events → 202, or 200 for an event that is known. The signature says who asks, so that no token is needed. */
export function makeBridgeRoutes({ receive, refused, patienceMs = 10_000, mostAtOnce = 100 }: Options): Hono {
  let underWay = 0
  const bodyInTime = async (c: Context): Promise<Buffer> => {
    if (underWay >= mostAtOnce) throw new HTTPException(503, { message: 'too many requests are under way: try again' })
    underWay += 1
    try {
      return await bodyOf(c, patienceMs)
    } finally {
      underWay -= 1
    }
  }
  const routes = new Hono()
  routes.post(bridgePath, async (c) => {
    try {
      // A page has no business here: programs send no origin.
      if (c.req.header('origin') !== undefined) throw new HTTPException(403, { message: 'no page may post here' })
      if ((c.req.header('content-encoding') ?? 'identity') !== 'identity')
        throw new HTTPException(415, { message: 'send the body as it is, without compression' })
      const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
      if (type !== 'application/cloudevents+json')
        throw new HTTPException(415, { message: 'send the body as application/cloudevents+json' })
      const receipt = await receive(c.req.header(), () => bodyInTime(c))
      return c.body(null, receipt === 'taken' ? 202 : 200, { 'cache-control': 'no-store' })
    } catch (error) {
      const { status, message, peer } = error as { status?: number; message: string; peer?: string }
      if (status === undefined) throw error
      refused({ status, reason: message, ...(peer !== undefined && { peer }) })
      // What is left of the body is not waited for.
      c.header('connection', 'close')
      if (status === 401) c.header('www-authenticate', 'Webhook-Signature')
      throw new HTTPException(status as 400, { message, cause: error })
    }
  })
  return routes
}

async function bodyOf(c: Context, patienceMs: number): Promise<Buffer> {
  const tooLarge = () => new HTTPException(413, { message: 'an event has at most 64 KB' })
  if (Number(c.req.header('content-length') ?? 0) > maxBodyBytes) throw tooLarge()
  const reader = c.req.raw.body?.getReader()
  if (!reader) return Buffer.alloc(0)
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new HTTPException(408, { message: 'the body did not arrive in time' })),
    patienceMs,
  )
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- a chunk after the other
      const { done, value } = await Promise.race([reader.read(), late.promise])
      if (done) return Buffer.concat(chunks)
      size += (value as Uint8Array).byteLength
      if (size > maxBodyBytes) throw tooLarge()
      chunks.push(value as Uint8Array)
    }
  } catch (error) {
    void reader.cancel().catch(() => {})
    throw error
  } finally {
    clearTimeout(timer)
  }
}
