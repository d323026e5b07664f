// Pictures of messages that another service has: made anew here, so that nothing of what was sent reaches a browser.
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { partsOf } from '../room/key.ts'
import { checked, knownActor } from './requests.ts'

interface Options {
  knows: (actor: string) => Promise<boolean>
  pictureOf: (
    wanted: { group: string; bot: string; message: string; index: number },
    signal: AbortSignal,
  ) => Promise<{ bytes: Uint8Array; mime: string } | { unread: string }>
}

const query = z.object({
  actor: z.string().min(1).max(1_000),
  message: z.string().min(1).max(1_000),
  part: z
    .string()
    .regex(/^\d{1,2}$/, 'is no whole number from 0 to 99')
    .transform(Number),
})

/** GET /api/pictures?actor=KEY&message=ID&part=N → JPEG or PNG; 404 where there is none to be had. */
export function makePictureRoutes({ knows, pictureOf }: Options): Hono {
  const routes = new Hono()
  routes.get('/api/pictures', async (c) => {
    const { actor, message, part } = checked(query, c.req.query())
    const { bot, group } = partsOf(await knownActor(knows, actor))
    const read = await pictureOf({ bot, group, message, index: part }, c.req.raw.signal)
    if ('unread' in read) throw new HTTPException(404, { message: `the picture cannot be shown: ${read.unread}` })
    return c.body(Uint8Array.from(read.bytes), 200, {
      'content-type': read.mime,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=3600',
    })
  })
  return routes
}
