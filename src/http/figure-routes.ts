// Who the bots are, how their lines stand, and what is spent of the ceilings over all groups: for the pages.
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { BotProfile, CeilingFigures, ConnectionRow } from '../feed/contract.ts'

interface Figures {
  bots: () => BotProfile[]
  connections: () => ConnectionRow[]
  /** undefined: the ledger cannot be read. */
  ceilings: (bot: string) => CeilingFigures | undefined
}

/** GET /api/bots → BotProfile[] · GET /api/connections → ConnectionRow[] · GET /api/ceilings?bot=ID → CeilingFigures */
export function makeFigureRoutes({ bots, connections, ceilings }: Figures): Hono {
  const routes = new Hono()
  const fresh = { 'cache-control': 'no-store' }
  routes.get('/api/bots', (c) => c.json(bots(), 200, fresh))
  routes.get('/api/connections', (c) => c.json(connections(), 200, fresh))
  routes.get('/api/ceilings', (c) => {
    const told = ceilings(c.req.query('bot') ?? '')
    if (!told) throw new HTTPException(503, { message: 'the books cannot be read, so no budget is known' })
    return c.json(told, 200, fresh)
  })
  return routes
}
