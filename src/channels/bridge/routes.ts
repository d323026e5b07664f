// Where peers of the bridge post: one event a request, small, plain and in time (X2).
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { checkHead, makeBodies } from '../bodies.ts'
import { contentType } from './envelope.ts'

export interface RefusedRequest {
  status: number
  reason: string
  /** Whose key signed it; absent while nobody's did. */
  peer?: string
}

interface Options {
  /**
   * Asks for the body once the headers may be those of a peer, and says whose they surely are;
   * verifies and takes an event; `known`: it was taken before. Rejects with an error that has a `status` when the peer is
   * to be told, and may have the `peer`.
   */
  receive: (
    headers: Record<string, string>,
    bodyOf: (peer: string | undefined) => Promise<Buffer>,
  ) => Promise<'taken' | 'known'>
  /** Told of every request that was not taken. */
  refused: (refusal: RefusedRequest) => void
  /** A body must have arrived whole by then, ms. */
  timeoutMs?: number
  /** Bodies that may be on their way at a time: of each peer, and of all who did not prove to be one. */
  mostAtOnce?: number
}

export const bridgePath = '/v1/events'
const maxBodyBytes = 64 * 1024

/** POST /v1/events → 202, or 200 for an event that is known. The signature says who asks, so that no token is needed. */
export function makeBridgeRoutes({ receive, refused, timeoutMs = 10_000, mostAtOnce = 100 }: Options): Hono {
  const bodyOf = makeBodies({ maxBytes: maxBodyBytes, timeoutMs, mostAtOnce })
  const routes = new Hono()
  routes.post(bridgePath, async (c) => {
    try {
      checkHead(c, contentType)
      const receipt = await receive(c.req.header(), (peer) => bodyOf(c, peer ?? nobody))
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

/** No peer has an empty id. */
const nobody = ''
