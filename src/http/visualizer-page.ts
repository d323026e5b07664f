// The visualizer's page as Vite built it: its files at /visualizer/, or what to do when they are missing.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'

const place = '/visualizer'
const builtFolder = join(import.meta.dirname, '../../visualizer/dist')
const notBuilt =
  'The visualizer is not built yet: run `npm run build:visualizer`, then load this page again. The plain chat is at /chat/.\n'

/** Files whose names carry a hash are kept for good; browsers ask for the others every time. */
export function visualizerPage(folder = builtFolder): Hono {
  const page = new Hono()
  let files: MiddlewareHandler | undefined
  for (const path of ['/', place]) page.get(path, (c) => c.redirect(`${place}/`))
  page.get(`${place}/*`, etag(), (c, next) => {
    if (!existsSync(join(folder, 'index.html')))
      return Promise.resolve(c.text(notBuilt, 503, { 'cache-control': 'no-store' }))
    // Made at the first request: it complains of a folder that is missing.
    files ??= serveStatic({ root: folder, rewriteRequestPath: (path) => path.slice(place.length) })
    const isHashed = c.req.path.startsWith(`${place}/assets/`)
    c.header('cache-control', isHashed ? 'private, max-age=31536000, immutable' : 'no-cache')
    return files(c, next)
  })
  return page
}
