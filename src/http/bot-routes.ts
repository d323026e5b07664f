// Who the bots are, for the pages.
import { Hono } from 'hono'
import type { BotProfile } from '../feed/contract.ts'

/** GET /api/bots → BotProfile[] */
export function makeBotRoutes(profiles: () => BotProfile[]): Hono {
  const routes = new Hono()
  routes.get('/api/bots', (c) => c.json(profiles(), 200, { 'cache-control': 'no-store' }))
  return routes
}
