// The chat page: a few static files, sent as they lie on disk.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { etag } from 'hono/etag'

const files = [
  { path: '/', file: 'index.html', type: 'text/html; charset=utf-8' },
  { path: '/page.css', file: 'page.css', type: 'text/css; charset=utf-8' },
  { path: '/log.css', file: 'log.css', type: 'text/css; charset=utf-8' },
  { path: '/composer.css', file: 'composer.css', type: 'text/css; charset=utf-8' },
  { path: '/icon.svg', file: 'icon.svg', type: 'image/svg+xml' },
  { path: '/page.js', file: 'page.js', type: 'text/javascript; charset=utf-8' },
  { path: '/view.js', file: 'view.js', type: 'text/javascript; charset=utf-8' },
  { path: '/fates.js', file: 'fates.js', type: 'text/javascript; charset=utf-8' },
  { path: '/words.js', file: 'words.js', type: 'text/javascript; charset=utf-8' },
]

/** Serves the page at `/`; browsers ask again every time and get 304 while nothing changed. */
export function pageRoutes(): Hono {
  const routes = new Hono()
  for (const { path, file, type } of files) {
    const body = readFileSync(join(import.meta.dirname, 'page', file), 'utf8')
    routes.get(path, etag(), (c) => c.body(body, 200, { 'content-type': type, 'cache-control': 'no-cache' }))
  }
  return routes
}
