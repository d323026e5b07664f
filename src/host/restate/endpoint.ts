// Where Restate reaches this process: HTTP/2 on loopback unless told otherwise, made known to the cluster at its start.
import { createServer, type Http2ServerResponse, type Http2Session } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createEndpointHandler } from './sdk.ts'

export interface Endpoint {
  services: Parameters<typeof createEndpointHandler>[0]['services']
  /** 127.0.0.1 when absent. */
  host?: string
  /** 0: any that is free. */
  port: number
  /** Where the cluster is told of this worker, a URL; absent: somebody else does that. */
  admin?: string
  /** What the cluster calls, where that is not this very address: a balancer before several workers. */
  url?: string
  /** So long calls come over one connection, ms; those under way end first. */
  sessionMs?: number
  /** Whose calls are taken, as `publickeyv1_…` each; absent: whoever reaches the port. */
  keys?: readonly string[]
  /** What the library has to say: it is told nothing of what was said in rooms. */
  log?: (level: string, text: string) => void
}

/** So long they come at least, ms, however many calls a worker would rather not take. */
const shortestSessionMs = 1_000

export async function openEndpoint(endpoint: Endpoint) {
  const { services, host = '127.0.0.1', port, admin, url, sessionMs = 10_000, keys, log } = endpoint
  const sessions = new Set<Http2Session>()
  let left = -Infinity
  const handler = createEndpointHandler({
    services,
    ...(keys && { identityKeys: [...keys] }),
    logger: ({ level }, message) => log?.(level, String(message)),
  })
  const server = createServer(handler)
  /** Calls that their rooms wait for: others read, or run jobs. */
  const turns = new Set<Http2ServerResponse>()
  server.on('request', ({ url: path }, response) => {
    if (/\/(work|look|stand)$/.test(path)) return
    turns.add(response)
    response.on('close', () => turns.delete(response))
  })
  server.on('session', (session) => {
    sessions.add(session)
    // Whoever calls comes again, and perhaps to a worker that has less to do, or that was away.
    setTimeout(() => closeGently(session), sessionMs * (0.75 + Math.random() / 2)).unref()
    session.on('close', () => sessions.delete(session))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, resolve)
  })
  const { port: own } = server.address() as AddressInfo
  const address = url ?? `http://${host}:${own}`
  if (admin !== undefined)
    await register(admin, address).catch((error: unknown) => {
      server.close()
      throw error
    })
  return {
    address,
    /** New calls come over new connections, and so perhaps to another worker; those under way end first. */
    leave(): void {
      if (performance.now() - left < shortestSessionMs) return
      left = performance.now()
      for (const session of sessions) closeGently(session)
    },
    /**
     * Calls under way have so long to come to their end, ms; those that have not are made anew, by this or another worker.
     * A turn that no worker ends keeps its room.
     */
    async stop(graceMs = 0): Promise<void> {
      const { promise: closed, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      const end = performance.now() + graceMs
      // oxlint-disable-next-line no-await-in-loop -- they end one after the other
      while (turns.size > 0 && performance.now() < end) await wait(5)
      for (const session of sessions) session.destroy()
      await closed
    },
  }
}

/**
 * First no further call may come. Of one that is on its way when the end is told Restate takes the whole connection for lost,
 * with every call of it: what was asked of models would be interrupted.
 */
function closeGently(session: Http2Session): void {
  // It is on its way where that has not been acknowledged yet.
  if (session.closed || session.destroyed || session.pendingSettingsAck) return
  session.settings({ maxConcurrentStreams: 0 }, () => session.close())
}

/** Throws an error that names the next step. */
async function register(admin: string, uri: string): Promise<void> {
  const response = await fetch(new URL('/deployments', admin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uri, force: true }),
  }).catch((cause: unknown) => {
    throw new Error(`Restate cannot be reached at ${admin}: start it, or name another address`, { cause })
  })
  if (response.ok) return
  const text = (await response.text()).slice(0, 500)
  throw new Error(`Restate at ${admin} does not take this worker at ${uri}: ${text}`)
}
