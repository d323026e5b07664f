// The body of a request as JSON: in UTF-8, or refused.
import { isUtf8 } from 'node:buffer'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'

/** Rejects with an HTTPException. */
export async function jsonBody(c: Context): Promise<unknown> {
  const cause = { code: 'invalidBody' }
  const bytes = Buffer.from(await c.req.arrayBuffer())
  if (!isUtf8(bytes))
    throw new HTTPException(400, { message: 'the body is not UTF-8: send it as JSON in UTF-8', cause })
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new HTTPException(400, { message: 'the body is not JSON', cause })
  }
}
