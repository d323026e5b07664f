// The page that shows the charts in Stately's inspector, and its feed: hung in with `--stately` alone.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono, type MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { HTTPException } from 'hono/http-exception'

const files = [
  { path: '/stately/', file: 'index.html', type: 'text/html; charset=utf-8' },
  { path: '/stately/page.css', file: 'page.css', type: 'text/css; charset=utf-8' },
  { path: '/stately/page.js', file: 'page.js', type: 'text/javascript; charset=utf-8' },
  { path: '/stately/bridge.js', file: 'bridge.js', type: 'text/javascript; charset=utf-8' },
  { path: '/stately/words.js', file: 'words.js', type: 'text/javascript; charset=utf-8' },
]

/** The page that may hold a frame of another site, and which. */
export const statelyFrame = { path: '/stately/', from: 'https://stately.ai' }

/** `stream`: the events of GET /api/stately/feed for one page. */
export function makeStatelyRoutes(stream: () => ReadableStream<Uint8Array<ArrayBuffer>>): Hono {
  const routes = new Hono()
  routes.get('/stately', (c) => c.redirect('/stately/'))
  for (const { path, file, type } of files) {
    const body = readFileSync(join(import.meta.dirname, 'stately-page', file), 'utf8')
    routes.get(path, etag(), (c) => c.body(body, 200, { 'content-type': type, 'cache-control': 'no-cache' }))
  }
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
