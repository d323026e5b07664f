// A model server that answers what a test tells it to, and keeps what it was asked.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface FakeProvider {
  baseUrl: string
  /** Bodies of the requests so far. */
  bodies: Record<string, unknown>[]
  stop(): Promise<void>
}

export type Answer = (response: ServerResponse, body: Record<string, unknown>) => void

/** Gives the answers one by one; the last one goes on for ever. */
export async function fakeProvider(...answers: Answer[]): Promise<FakeProvider> {
  const bodies: Record<string, unknown>[] = []
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse(await text(request)) as Record<string, unknown>
    const answer = answers[Math.min(bodies.length, answers.length - 1)]
    bodies.push(body)
    answer?.(response, body)
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    bodies,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}

export function failure(status: number, message: string, headers: Record<string, string> = {}): Answer {
  return json(status, { error: { message, type: 'error' } }, headers)
}

/** A completion whose first choice says `content`; `choice` and `rest` lay over it. */
export function says(content: string | null, choice: object = {}, rest: object = {}): Answer {
  const message = { role: 'assistant', content }
  return json(200, {
    id: 'c1',
    object: 'chat.completion',
    created: 0,
    model: 'served-model',
    choices: [{ index: 0, finish_reason: 'stop', message, ...choice }],
    usage: { prompt_tokens: 40, completion_tokens: 2, total_tokens: 42 },
    ...rest,
  })
}
