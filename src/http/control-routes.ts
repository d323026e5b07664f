// Where an operator mutes, pauses, drops, sets a policy, and has a line tried again.
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { AskShown } from '../feed/contract.ts'
import { z } from 'zod'
import { checked, jsonBody, knownActor, shortOrder } from './requests.ts'

const key = z.string().min(1).max(1_000)
const orderBody = z.discriminatedUnion('do', [
  z.strictObject({ do: z.enum(['mute', 'unmute', 'drop']), actor: key }),
  z.strictObject({ do: z.literal('policy'), actor: key, policy: z.enum(['mention', 'auto', 'open']).nullable() }),
  z.strictObject({ do: z.enum(['approve', 'deny']), actor: key, n: z.int().min(1).max(999_999_999) }),
  z.strictObject({ do: z.enum(['pause', 'resume']), bot: key }),
  z.strictObject({ do: z.literal('retry'), bot: key, channel: key }),
])

type Order = Exclude<z.infer<typeof orderBody>, { do: 'retry' }>

interface Options {
  knows: (actor: string) => Promise<boolean>
  bots: ReadonlySet<string>
  /** Returns how many groups were told. */
  apply: (order: Order) => Promise<number>
  /** What waits for an operator's word. */
  askOf: (actor: string) => Promise<AskShown['ask']>
  /** Tries a bot's line to a channel again; false when there is none. */
  retry: (bot: string, channel: string) => boolean
}

/** POST /api/control: {do, actor} or {do, bot} → {told}, the number of groups that have the event on their tape. GET /api/ask?actor=KEY → AskShown. */
export function makeControlRoutes({ knows, bots, apply, askOf, retry }: Options): Hono {
  const routes = new Hono()
  /** No group hears of it. */
  const tried = ({ bot, channel }: { bot: string; channel: string }): number => {
    if (retry(bot, channel)) return 0
    throw new HTTPException(404, {
      message: 'no such line: GET /api/connections lists them',
      cause: { code: 'noSuchLine' },
    })
  }
  routes.get('/api/ask', async (c) => {
    const ask = await askOf(await knownActor(knows, c.req.query('actor') ?? ''))
    return c.json({ ...(ask && { ask }) } satisfies AskShown, 200, { 'cache-control': 'no-store' })
  })
  routes.post('/api/control', shortOrder, async (c) => {
    const order = checked(orderBody, await jsonBody(c), { what: 'order', cause: { code: 'invalidBody' } })
    if ('actor' in order) await knownActor(knows, order.actor)
    if ('bot' in order && order.do !== 'retry' && !bots.has(order.bot))
      throw new HTTPException(404, {
        message: `no such bot: there are ${[...bots].join(', ')}`,
        cause: { code: 'noSuchBot', numbers: { bots: [...bots].join(', ') } },
      })
    const told = order.do === 'retry' ? tried(order) : await apply(order)
    return c.json({ told }, 200, { 'cache-control': 'no-store' })
  })
  return routes
}
