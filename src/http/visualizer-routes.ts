// What the visualizer asks for: its page, the board, the charts, the feed, and looks back.
import type { HttpBindings } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { z } from 'zod'
import type { VisualizerSource } from '../feed/source.ts'
import { checked, knownActor } from './requests.ts'
import { visualizerPage } from './visualizer-page.ts'

// A query is text, of which a number would also be made from '', 0x10 and 1e2.
const seq = z
  .string()
  .regex(/^\d{1,16}$/, 'is no whole number from 0 on')
  .transform(Number)
  .pipe(z.int())
const limit = seq.pipe(z.number().min(1).max(500)).default(100)
const actor = z.string().min(1).max(1_000)
const tapeQuery = z.object({ actor, before: seq.default(Number.MAX_SAFE_INTEGER), limit })
const talkQuery = z.object({ actor, before: z.string().max(1_000).optional(), limit })
const callsQuery = z.object({ actor, turn: seq.optional() })
const chartQuery = z.object({ detail: z.literal('overview').optional() })
const searchQuery = z.object({ q: z.string().trim().min(1).max(200), limit: limit.default(20) })
const feedQuery = z.object({ actor: actor.optional() })

/** The page at /visualizer/; the other paths and answers are those of src/feed/contract.ts. */
export function makeVisualizerRoutes(source: VisualizerSource): Hono {
  const routes = new Hono()
  routes.route('/', visualizerPage())

  const known = (key: string): Promise<string> => knownActor(source.knows, key)
  const answer = (c: Context, body: object): Response => c.json(body, 200, { 'cache-control': 'no-store' })

  routes.get('/api/board', async (c) => answer(c, await source.board()))

  routes.get('/api/charts', (c) => answer(c, source.charts))

  routes.get('/api/charts/:id', async (c) => {
    const id = c.req.param('id')
    if (!source.charts.includes(id))
      throw new HTTPException(404, { message: 'no such chart: GET /api/charts lists them' })
    const { detail } = checked(chartQuery, c.req.query())
    return answer(c, await source.drawn(id, detail))
  })

  routes.get('/api/tape', async (c) => {
    const query = checked(tapeQuery, c.req.query())
    return answer(c, source.tape(await known(query.actor), query.before, query.limit))
  })

  routes.get('/api/floor', async (c) => {
    const query = checked(tapeQuery, c.req.query())
    return answer(c, await source.floor(await known(query.actor), query.before, query.limit))
  })

  routes.get('/api/talk', async (c) => {
    const query = checked(talkQuery, c.req.query())
    return answer(c, source.talk(await known(query.actor), query.before, query.limit))
  })

  routes.get('/api/calls', async (c) => {
    const query = checked(callsQuery, c.req.query())
    return answer(c, source.calls(await known(query.actor), query.turn))
  })

  routes.get('/api/search', async (c) => {
    const { q, limit: most } = checked(searchQuery, c.req.query())
    return answer(c, await source.search(q, most))
  })

  routes.get('/api/feed', async (c) => {
    const { actor: key } = checked(feedQuery, c.req.query())
    const lastId = c.req.header('last-event-id')
    const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>
    const stream = await source.feed(
      key === undefined ? undefined : await known(key),
      lastId ? checked(seq, lastId) : undefined,
      () => void outgoing?.destroy(),
    )
    return c.body(stream, 200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
  })

  return routes
}
