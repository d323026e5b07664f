// How the bots' lines to the channels stand, for the page and for whoever looks after the service.
import { Hono } from 'hono'
import type { ConnectionRow } from '../feed/contract.ts'

/** GET /api/connections → ConnectionRow[] */
export function makeConnectionRoutes(rows: () => ConnectionRow[]): Hono {
  const routes = new Hono()
  routes.get('/api/connections', (c) => c.json(rows(), 200, { 'cache-control': 'no-store' }))
  return routes
}
