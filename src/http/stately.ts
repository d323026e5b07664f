// What `--stately` adds to the service, loaded with that option alone: the page that shows the charts in Stately's inspector, and its feed.
import { Hono, type MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { HTTPException } from 'hono/http-exception'
import { builtFiles } from './visualizer-page.ts'
import { groupMachine } from '../../machines/group/group.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import { makeStately } from '../feed/stately.ts'
import { partsOf } from '../room/key.ts'
import type { Step } from '../room/steps.ts'
import { isLoopback } from '../config/loopback.ts'

/** Throws when the service is open to other machines. */
export function openStately({ channels }: Config, log: Log) {
  const { host } = channels.web
  if (!isLoopback(host))
    throw new Error(
      `--stately shows the states of the bots only on this machine, and CHIME_HOST is ${host}: set it to 127.0.0.1 or leave --stately out`,
    )
  const stately = makeStately(groupMachine)
  return {
    routes: makeStatelyRoutes(stately.stream),
    framed: statelyFrame,
    committed({ key, event, snapshot }: Step): void {
      try {
        stately.committed({ key, bot: partsOf(key).bot, event, snapshot })
      } catch (error) {
        log.error({ error: String(error) }, 'a step could not be told to the page at /stately/')
      }
    },
  }
}

/** The page that may hold a frame of another site, and which. */
const statelyFrame = { path: '/stately/', from: 'https://stately.ai' }

/** `stream`: the events of GET /api/stately/feed for one page. */
function makeStatelyRoutes(stream: () => ReadableStream<Uint8Array<ArrayBuffer>>): Hono {
  const routes = new Hono()
  routes.get('/stately', (c) => c.redirect('/stately/'))
  routes.get('/stately/', etag(), builtFiles())
  routes.get('/api/stately/feed', ownPageOnly, (c) =>
    c.body(stream(), 200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    }),
  )
  return routes
}

/** Browsers name the page that asks, by one header or the other; a program that sends neither may read. */
const ownPageOnly: MiddlewareHandler = async (c, next) => {
  const site = c.req.header('sec-fetch-site') ?? 'same-origin'
  const origin = c.req.header('origin')
  const isForeign = origin !== undefined && URL.parse(origin)?.host !== c.req.header('host')?.toLowerCase()
  if (isForeign || !['same-origin', 'none'].includes(site))
    throw new HTTPException(403, { message: 'only the page at /stately/ reads this feed' })
  await next()
}
