// The page that shows the charts in Stately's inspector, and its feed: hung in with `--stately` alone.
import { Hono, type MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { HTTPException } from 'hono/http-exception'
import { builtFiles } from './visualizer-page.ts'

/** The page that may hold a frame of another site, and which. */
export const statelyFrame = { path: '/stately/', from: 'https://stately.ai' }

/** `stream`: the events of GET /api/stately/feed for one page. */
export function makeStatelyRoutes(stream: () => ReadableStream<Uint8Array<ArrayBuffer>>): Hono {
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
