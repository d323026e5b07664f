// What a request says, read or refused: its body as JSON, values by their schema, the chart that it asks about.
import { isUtf8 } from 'node:buffer'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'

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

/** Throws an HTTPException that names every problem. */
export function checked<T>(
  schema: z.ZodType<T>,
  value: unknown,
  { what = 'value', cause }: { what?: string; cause?: object } = {},
): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.') || what}: ${message}`)
  throw new HTTPException(400, { message: problems.join('; '), cause })
}

/** No longer body is read. */
export function atMost(maxBytes: number, message: string): MiddlewareHandler {
  const onError = (): never => {
    throw new HTTPException(413, { message, cause: { code: 'tooLarge', numbers: { maxBytes } } })
  }
  const counted = bodyLimit({ maxSize: maxBytes, onError })
  return (c, next) => {
    const length = c.req.header('content-length')
    // It would make a stream of every body, which costs more than all else that is done to read one.
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return counted(c, next)
    return Number(length) > maxBytes ? onError() : next()
  }
}

export const shortOrder = atMost(4_096, 'an order has at most 4096 bytes')

/** Rejects with an HTTPException. */
export async function knownActor(knows: (key: string) => Promise<boolean>, key: string): Promise<string> {
  if (await knows(key)) return key
  throw new HTTPException(404, {
    message: 'no such actor: GET /api/board lists them',
    cause: { code: 'noSuchActor' },
  })
}
