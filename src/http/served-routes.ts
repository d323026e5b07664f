// Where an operator looks up who is served in a room, and adds and removes people by the ids of their platform.
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { platformId } from '../config/admission.ts'
import type { ServedShown } from '../feed/served-shown.ts'
import type { NotChanged, ServedOrder } from '../feed/served.ts'
import { checked, jsonBody, knownActor, shortOrder } from './requests.ts'

const actor = z.string().min(1).max(1_000)
const where = z.enum(['group', 'channel'])
const anyId = z.unknown()
const orderBody = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('add'), actor, where, list: z.enum(['allowFrom', 'denyFrom']), id: anyId }),
  z.strictObject({ do: z.literal('remove'), actor, where, id: anyId }),
])

interface Options {
  knows: (actor: string) => Promise<boolean>
  shown: (actor: string) => ServedShown
  change: (order: ServedOrder) => Promise<NotChanged | undefined>
}

const refusals: Record<NotChanged, { status: 404 | 409; message: (id: string) => string }> = {
  notListed: { status: 404, message: (id) => `${id} was not added there: GET /api/served lists who was` },
  inFile: {
    status: 409,
    message: (id) => `${id} stands in the configuration file: remove it there, or add it to denyFrom`,
  },
  ownList: {
    status: 409,
    message: () => 'this group has an allowFrom of its own in the place of the channel’s: add to the group',
  },
  listFull: { status: 409, message: () => 'no more ids can be added: remove some, or write them in the configuration' },
}

/**
 * GET /api/served?actor=KEY → ServedShown; POST /api/served {do: "add", actor, where: "group" | "channel", list: "allowFrom" |
 * "denyFrom", id} or {do: "remove", actor, where, id} → ServedShown, in force for the next message.
 */
export function makeServedRoutes({ knows, shown, change }: Options): Hono {
  const routes = new Hono()
  const answer = (told: ServedShown): Response => Response.json(told, { headers: { 'cache-control': 'no-store' } })
  routes.get('/api/served', async (c) => answer(shown(await knownActor(knows, c.req.query('actor') ?? ''))))
  routes.post('/api/served', shortOrder, async (c) => {
    const given = checked(orderBody, await jsonBody(c), { what: 'order', cause: { code: 'invalidBody' } })
    const order = { ...given, id: checked(platformId, given.id, { what: 'id', cause: { code: 'badId' } }) }
    await knownActor(knows, order.actor)
    const why = await change(order)
    if (why === undefined) return answer(shown(order.actor))
    const { status, message } = refusals[why]
    throw new HTTPException(status, { message: message(order.id), cause: { code: why, numbers: { id: order.id } } })
  })
  return routes
}
