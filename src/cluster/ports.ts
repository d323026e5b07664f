// Free ports on loopback, for servers that must find theirs again after a restart.
import { createServer } from 'node:net'
import { once } from 'node:events'
import { randomInt } from 'node:crypto'

/** Below the range from which the kernel takes ports for outgoing connections: one of those would keep a restarted server out. */
const range = [20_000, 32_000] as const
const given = new Set<number>()

export async function freePort(tries = 100): Promise<number> {
  const port = randomInt(...range)
  if (!given.has(port) && (await isFree(port))) {
    given.add(port)
    return port
  }
  if (tries === 0) throw new Error(`no free port on 127.0.0.1 from ${range[0]} to ${range[1]}`)
  return freePort(tries - 1)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    await once(server.listen({ port, host: '127.0.0.1' }), 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
