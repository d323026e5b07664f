// Where an operator mutes, pauses, drops, and sets a policy.
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'

const key = z.string().min(1).max(1_000)
const orderBody = z.discriminatedUnion('do', [
  z.strictObject({ do: z.enum(['mute', 'unmute', 'drop']), actor: key }),
  z.strictObject({ do: z.literal('policy'), actor: key, policy: z.enum(['mention', 'auto', 'open']).nullable() }),
  z.strictObject({ do: z.enum(['pause', 'resume']), bot: key }),
])

type Order = z.infer<typeof orderBody>

interface Options {
  knows: (actor: string) => boolean
  bots: ReadonlySet<string>
  /** Returns how many groups were told. */
  apply: (order: Order) => Promise<number>
}

/** POST /api/control: {do, actor} or {do, bot} → {told}, the number of groups that have the event on their tape. */
export function makeControlRoutes({ knows, bots, apply }: Options): Hono {
  const routes = new Hono()
  routes.post('/api/control', bodyLimit({ maxSize: 4_096, onError: tooLong }), async (c) => {
    const order = await orderOf(c)
    if ('actor' in order && !knows(order.actor))
      throw new HTTPException(404, { message: 'no such actor: GET /api/board lists them' })
    if ('bot' in order && !bots.has(order.bot))
      throw new HTTPException(404, { message: `no such bot: there are ${[...bots].join(', ')}` })
    return c.json({ told: await apply(order) }, 200, { 'cache-control': 'no-store' })
  })
  return routes
}

const tooLong = (): never => {
  throw new HTTPException(413, { message: 'an order has at most 4096 bytes' })
}

async function orderOf(c: Context): Promise<Order> {
  const body = await c.req.json<unknown>().catch(() => {
    throw new HTTPException(400, { message: 'the body is no JSON' })
  })
  const result = orderBody.safeParse(body)
  if (result.success) return result.data
  const problems = result.error.issues.map(({ path, message }) => `${path.join('.') || 'order'}: ${message}`)
  throw new HTTPException(400, { message: problems.join('; ') })
}
