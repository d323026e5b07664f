// An MCP server over HTTP on loopback, as the streamable transport has it: an answer is JSON, or a stream that says more.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { type Manner, type Message, refusedAs, talker } from './talk.ts'

/** `redirect`: where it sends everybody. */
export async function mcpOverHttp(manner: Manner, { redirect }: { redirect?: string } = {}) {
  const headers: IncomingMessage['headers'][] = []
  const asked: string[] = []
  const standing = new Set<ServerResponse>()
  // One for all requests: what a server has become stays.
  const talk = talker(manner)
  const server = createServer((request, response) => {
    void (async () => {
      headers.push(request.headers)
      asked.push(request.method ?? '')
      if (redirect !== undefined) return response.writeHead(307, { location: redirect }).end()
      if (request.method === 'GET') {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
        standing.add(response)
        return undefined
      }
      if (request.method !== 'POST') return response.writeHead(405).end()
      const pieces: Uint8Array[] = []
      for await (const piece of request) pieces.push(piece as Uint8Array)
      const message = JSON.parse(Buffer.concat(pieces).toString()) as Message
      if (message.id === undefined || message.method === undefined) return response.writeHead(202).end()
      const error = refusedAs(manner, message)
      if (error !== undefined) {
        response.writeHead(400, { 'content-type': 'application/json' })
        return response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, error }))
      }
      response.writeHead(200, {
        'content-type': 'text/event-stream',
        ...(message.method === 'initialize' && { 'mcp-session-id': 's1' }),
      })
      const write = (said: Message): void => {
        const isAnswer = said.id === message.id
        const to = isAnswer || standing.size === 0 ? response : [...standing][0]
        to?.write(`event: message\ndata: ${JSON.stringify(said)}\n\n`)
        if (isAnswer) response.end()
      }
      return talk(message, {
        say: write,
        write: (text) => void response.end(text),
        die: () => request.socket.destroy(),
      })
    })()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const stop = (): void => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(stop)
  return { url: `http://127.0.0.1:${port}/mcp`, port, headers, asked, stop }
}
