// What is spent of the ceilings over all groups, for the page.
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { CeilingFigures } from '../feed/contract.ts'

/** GET /api/ceilings?bot=ID → CeilingFigures. `figures` gives undefined while the books cannot be read. */
export function makeCeilingRoutes(figures: (bot: string) => CeilingFigures | undefined): Hono {
  const routes = new Hono()
  routes.get('/api/ceilings', (c) => {
    const told = figures(c.req.query('bot') ?? '')
    if (!told) throw new HTTPException(503, { message: 'the books cannot be read, so no budget is known' })
    return c.json(told, 200, { 'cache-control': 'no-store' })
  })
  return routes
}
