// The pages as Vite built them: the visualizer at /visualizer/, the plain chat at /chat/, or what to do when they are missing.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'

const place = '/visualizer'
const chat = '/chat'
const builtFolder = join(import.meta.dirname, '../../visualizer/dist')
const notBuilt = 'This page is not built yet: run `npm run build:visualizer`, then load it again.\n'

export function visualizerPage(folder = builtFolder): Hono {
  const page = new Hono()
  const send = builtFiles(folder)
  for (const path of ['/', place]) page.get(path, (c) => c.redirect(`${place}/`))
  page.get(chat, (c) => c.redirect(`${chat}/`))
  // That page has a path of its own, with `--stately` alone.
  page.get(`${place}/stately/*`, (c) => c.notFound())
  page.get(`${place}/*`, etag(), send)
  page.get(`${chat}/`, etag(), send)
  return page
}

/** Files whose names carry a hash are kept for good; browsers ask for the others every time. */
export function builtFiles(folder = builtFolder): MiddlewareHandler {
  let files: MiddlewareHandler | undefined
  return (c, next) => {
    if (!existsSync(join(folder, 'index.html')))
      return Promise.resolve(c.text(notBuilt, 503, { 'cache-control': 'no-store' }))
    // Made at the first request: it complains of a folder that is missing.
    files ??= serveStatic({ root: folder, rewriteRequestPath: (path) => path.replace(/^\/visualizer/, '') })
    const isHashed = c.req.path.startsWith(`${place}/assets/`)
    c.header('cache-control', isHashed ? 'private, max-age=31536000, immutable' : 'no-cache')
    return files(c, next)
  }
}
