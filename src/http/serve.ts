// Listening: the one place that opens a port, and closes it without waiting for open streams.
import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'

/** Time that requests under way get when stopping; event streams get none. */
const graceMs = 2_000
/** A request must have arrived whole by then. */
const requestTimeout = 30_000

/** Port 0 takes a free one: `url` says which. Rejects with a sentence that names the port and the next step. */
export async function listen(
  app: Hono,
  { host, port }: { host: string; port: number },
): Promise<{ url: string; stop(): Promise<void> }> {
  const streams = new Set<ServerResponse>()
  let isStopping = false
  const server = createAdaptorServer({
    hostname: host,
    serverOptions: { requestTimeout },
    fetch: async (request, env) => {
      const response = await app.fetch(request, env)
      const { incoming, outgoing } = env as HttpBindings
      // What is left of a body that nobody wanted is not waited for, and the next request would stand behind it.
      if (isStopping || isBodyUnderWay(incoming)) outgoing.setHeader('connection', 'close')
      if (response.headers.get('content-type') === 'text/event-stream') {
        streams.add(outgoing)
        outgoing.once('close', () => streams.delete(outgoing))
      }
      return response
    },
  }) as Server

  const listening = once(server, 'listening')
  server.listen(port, host)
  await listening.catch((cause: NodeJS.ErrnoException) => {
    throw new Error(reason(cause, host, port), { cause })
  })

  const address = server.address() as AddressInfo
  const shownHost = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    url: `http://${shownHost}:${address.port}`,
    async stop() {
      const closed = once(server, 'close')
      isStopping = true
      server.close()
      for (const stream of streams) stream.destroy()
      const grace = setTimeout(() => server.closeAllConnections(), graceMs)
      await closed
      clearTimeout(grace)
    },
  }
}

const isBodyUnderWay = ({ headers, complete }: HttpBindings['incoming']): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

function reason(error: NodeJS.ErrnoException, host: string, port: number): string {
  const { code = '' } = error
  if (code === 'EADDRINUSE') return `port ${port} is taken: stop the other program or set CHIME_PORT`
  if (code === 'EACCES') return `port ${port} may not be opened: set CHIME_PORT to 1024 or above`
  if (['ENOTFOUND', 'EADDRNOTAVAIL', 'EAI_AGAIN', 'EAFNOSUPPORT', 'EINVAL'].includes(code))
    return `${host} is no address of this machine (${code}): set CHIME_HOST to 127.0.0.1, or to one that it has`
  return `cannot listen on port ${port}: ${error.message}`
}
