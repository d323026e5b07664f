// What a bot noted of a group, for the page, and an operator's order to forget all of it.
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import type { NoteShown } from '../feed/contract.ts'
import { jsonBody, knownActor, shortOrder } from './requests.ts'

const actor = z.string().min(1).max(1_000)
const orderBody = z.strictObject({ do: z.literal('forget'), actor })

interface Options {
  knows: (actor: string) => Promise<boolean>
  noteOf: (actor: string) => NoteShown
  /** Everything said until now. */
  forget: (actor: string) => Promise<void>
}

/** GET /api/memory?actor=KEY → NoteShown; POST /api/memory {do: "forget", actor} → NoteShown, empty. */
export function makeMemoryRoutes({ knows, noteOf, forget }: Options): Hono {
  const routes = new Hono()
  const known = (key: string): Promise<string> => knownActor(knows, key)
  const answer = (note: NoteShown): Response => Response.json(note, { headers: { 'cache-control': 'no-store' } })
  routes.get('/api/memory', async (c) => answer(noteOf(await known(c.req.query('actor') ?? ''))))
  routes.post('/api/memory', shortOrder, async (c) => {
    const order = orderBody.safeParse(await jsonBody(c))
    if (!order.success) throw new HTTPException(400, { message: 'expected {"do": "forget", "actor": KEY}' })
    await forget(await known(order.data.actor))
    return answer(noteOf(order.data.actor))
  })
  return routes
}
