// Pictures of messages that another service has: made anew here, so that nothing of what was sent reaches a browser.
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import { partsOf } from '../room/key.ts'
import { checked, knownActor } from './requests.ts'

interface Options {
  knows: (actor: string) => Promise<boolean>
  pictureOf: (
    wanted: { group: string; bot: string; message: string; index: number; isSmall: boolean },
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
  size: z.enum(['small', 'large']).default('large'),
})

/** What a page can tell it by, and the words for everybody else. */
const refusals: Readonly<Record<string, readonly [code: string, words: string]>> = {
  coming: ['pictureComing', 'it is still being fetched: ask again'],
  late: ['pictureLate', 'it did not come in time'],
  tooLarge: ['pictureTooLarge', 'it is too large'],
  empty: ['pictureUnreadable', 'it is empty'],
  wrongKind: ['pictureUnreadable', 'it is no JPEG, PNG, WebP or GIF'],
  broken: ['pictureUnreadable', 'it is damaged'],
}
const gone = ['pictureGone', 'its channel does not give it'] as const

/**
 * GET /api/pictures?actor=KEY&message=ID&part=N&size=small → JPEG or PNG. 503: it may be there in a moment; 404: it is not to
 * be had.
 */
export function makePictureRoutes({ knows, pictureOf }: Options): Hono {
  const routes = new Hono()
  routes.get('/api/pictures', async (c) => {
    const { actor, message, part, size } = checked(query, c.req.query())
    const { bot, group } = partsOf(await knownActor(knows, actor))
    const read = await pictureOf({ bot, group, message, index: part, isSmall: size === 'small' }, c.req.raw.signal)
    if ('unread' in read) {
      const [code, words] = refusals[read.unread] ?? gone
      const status = read.unread === 'coming' ? 503 : 404
      if (status === 503) c.header('retry-after', '2')
      throw new HTTPException(status, { message: `the picture cannot be shown: ${words}`, cause: { code } })
    }
    return c.body(Uint8Array.from(read.bytes), 200, {
      'content-type': read.mime,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=3600',
    })
  })
  return routes
}
