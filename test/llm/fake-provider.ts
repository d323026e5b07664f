// A model server that answers what a test tells it to, and keeps what it was asked.
import type { ServerResponse } from 'node:http'
import { loopback } from '../world/loopback.ts'

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
  const { url, stop } = await loopback((_, response, said) => {
    const body = JSON.parse(said) as Record<string, unknown>
    const answer = answers[Math.min(bodies.length, answers.length - 1)]
    bodies.push(body)
    answer?.(response, body)
  })
  return { baseUrl: `${url}/v1`, bodies, stop }
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
