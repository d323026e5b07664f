// Servers on a free port of loopback.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server as HttpServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { text } from 'node:stream/consumers'

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => unknown

/** Answers a request once all of it has been read. */
export const loopback = (answer: Answer) =>
  listening(createServer((request, response) => void text(request).then((body) => answer(request, response, body))))

/** `stop` cuts what is open over HTTP; of other servers the connections end by themselves. */
export async function listening(server: Server | HttpServer) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async stop(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
      await closed
    },
  }
}

/** One that nobody holds at this moment. */
export async function freePort(): Promise<number> {
  const { port, stop } = await listening(createServer())
  await stop()
  return port
}
