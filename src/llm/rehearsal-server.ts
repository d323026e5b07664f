// Serves the rehearsal on loopback as an OpenAI-compatible endpoint, so that the service takes the same road as with a model.
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { rehearsalName, rehearse } from './rehearsal.ts'
import { requestShape } from './rehearsal-request.ts'

const maxBodyBytes = 1_000_000

/** Listens on a free port of 127.0.0.1; `baseUrl` ends in `/v1`. */
export async function startRehearsal(): Promise<{ baseUrl: string; stop(): Promise<void> }> {
  const server = createAdaptorServer(rehearsalApp())
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return { baseUrl: `http://127.0.0.1:${port}/v1`, stop: () => close(server) }
}

function rehearsalApp(): Hono {
  const app = new Hono()
  app.get('/v1/models', (c) =>
    c.json({ object: 'list', data: [{ id: rehearsalName, object: 'model', owned_by: 'chime' }] }),
  )
  app.post('/v1/chat/completions', bodyLimit({ maxSize: maxBodyBytes }), async (c) => {
    const body = requestShape.safeParse(await c.req.json().catch(() => undefined))
    if (body.success) return c.json(rehearse(body.data))
    return c.json({ error: { message: z.prettifyError(body.error), type: 'invalid_request_error' } }, 400)
  })
  return app
}

function close(server: ServerType): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()))
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
}
