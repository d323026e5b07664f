// Where the platform posts events of apps without a long connection: answered 200 once they are stored, so that it posts them again otherwise.
import { Hono } from 'hono'
import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { LRUCache } from 'lru-cache'
import { checkHead, makeBodies } from '../../bodies.ts'
import { inTime } from '../../waiting.ts'
import { type PushHeaders, PushRefusal, readPush, type WebhookKeys } from './push.ts'

export interface WebhookApp {
  appId: string
  keys: WebhookKeys
  /** Takes a proven event; rejects when it was not stored. undefined: nobody listens yet. */
  take(): ((event: object) => Promise<void>) | undefined
}

export interface RefusedPush {
  bot: string
  status: number
  reason: string
}

interface Options {
  /** By the bot's id. */
  apps: ReadonlyMap<string, WebhookApp>
  /** The wall clock, ms. */
  now: () => number
  refused: (refusal: RefusedPush) => void
  /** The platform waits for 3 s. */
  answerMs?: number
}

export const webhookPath = (bot: string): string => `/feishu/${bot}/events`

/** A message has 150 KB at most, a third more when it is encrypted. */
const maxBodyBytes = 1_048_576
const mostAtOnce = 100
/** A body must have arrived whole by then. */
const bodyMs = 10_000
const mostKnown = 20_000

export function makeWebhookRoutes({ apps, now, refused, answerMs = 2_500 }: Options): Hono {
  const bodyOf = makeBodies({ maxBytes: maxBodyBytes, timeoutMs: bodyMs, mostAtOnce })
  /** By bot and event: taken, or about to be. The store knows messages for longer, and over restarts. */
  const known = new LRUCache<string, Promise<void>>({ max: mostKnown })

  function taken(key: string, event: object, take: (event: object) => Promise<void>): Promise<void> {
    const before = known.get(key)
    if (before) return before
    const work = take(event)
    known.set(key, work)
    work.catch(() => known.delete(key))
    return work
  }

  async function answer(c: Context, bot: string, app: WebhookApp): Promise<object> {
    checkHead(c, 'application/json')
    const push = readPush(await bodyOf(c, bot), headersOf(c), { ...app, now: now() })
    if ('challenge' in push) return push
    if ('other' in push) {
      refused({ bot, status: 200, reason: push.other })
      return {}
    }
    const take = app.take()
    if (!take) throw new HTTPException(503, { message: 'the bot is not online yet: push it again' })
    // What takes longer is stored all the same; the next push finds it.
    await inTime(taken(`${bot} ${push.id}`, push.event, take), answerMs, notYet)
    return {}
  }

  const routes = new Hono()
  routes.post('/feishu/:bot/events', async (c) => {
    const bot = c.req.param('bot')
    const app = apps.get(bot)
    if (app === undefined) return c.notFound()
    try {
      return c.json(await answer(c, bot, app), 200, { 'cache-control': 'no-store' })
    } catch (error) {
      const { status, message } =
        error instanceof PushRefusal || error instanceof HTTPException ? error : notStored(error)
      refused({ bot, status, reason: message })
      // What is left of the body is not waited for.
      c.header('connection', 'close')
      throw new HTTPException(status, { message, cause: error })
    }
  })
  return routes
}

const headersOf = (c: Context): PushHeaders =>
  Object.fromEntries(
    (['x-lark-request-timestamp', 'x-lark-request-nonce', 'x-lark-signature'] as const).flatMap((name) => {
      const value = c.req.header(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )

const notYet = () => new HTTPException(500, { message: 'it is not stored yet: push it again' })
const notStored = (error: unknown) => ({
  status: 500 as const,
  message: `the event could not be stored, push it again: ${error instanceof Error ? error.message : 'unknown'}`,
})
