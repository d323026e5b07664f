// The chat page: a few static files, sent as they lie on disk.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { etag } from 'hono/etag'

const files = [
  { path: '/chat/', file: 'index.html', type: 'text/html; charset=utf-8' },
  { path: '/chat/page.css', file: 'page.css', type: 'text/css; charset=utf-8' },
  { path: '/chat/log.css', file: 'log.css', type: 'text/css; charset=utf-8' },
  { path: '/chat/composer.css', file: 'composer.css', type: 'text/css; charset=utf-8' },
  { path: '/chat/icon.svg', file: 'icon.svg', type: 'image/svg+xml' },
  { path: '/chat/page.js', file: 'page.js', type: 'text/javascript; charset=utf-8' },
  { path: '/chat/address.js', file: 'address.js', type: 'text/javascript; charset=utf-8' },
  { path: '/chat/view.js', file: 'view.js', type: 'text/javascript; charset=utf-8' },
  { path: '/chat/fates.js', file: 'fates.js', type: 'text/javascript; charset=utf-8' },
  { path: '/chat/words.js', file: 'words.js', type: 'text/javascript; charset=utf-8' },
]

/** Serves the page at `/chat/`; browsers ask again every time and get 304 while nothing changed. */
export function pageRoutes(): Hono {
  const routes = new Hono()
  routes.get('/chat', (c) => c.redirect('/chat/'))
  for (const { path, file, type } of files) {
    const body = readFileSync(join(import.meta.dirname, 'page', file), 'utf8')
    routes.get(path, etag(), (c) => c.body(body, 200, { 'content-type': type, 'cache-control': 'no-cache' }))
  }
  return routes
}
