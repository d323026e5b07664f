// A chat-completion endpoint on loopback that is slow, breaks off, talks nonsense, and never says the same twice.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { type Random, seeded } from './seeded.ts'

export interface HostileModel {
  baseUrl: string
  calls(): number
  stop(): Promise<void>
}

const slowestMs = 400

export async function startHostileModel(seed: number): Promise<HostileModel> {
  const random = seeded(seed)
  const closing = new AbortController()
  let calls = 0
  const server = createServer((request, response) => {
    calls += 1
    answer(request, response, { number: calls, random, signal: closing.signal }).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls: () => calls,
    async stop() {
      closing.abort()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Call {
  number: number
  random: Random
  signal: AbortSignal
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { number, random, signal }: Call,
): Promise<unknown> {
  const pauseMs = random.between(50, slowestMs)
  const mood = random.number()
  const { content, isJson } = contentFor(await text(request), number, random)
  await wait(pauseMs, undefined, { signal })
  if (mood < 0.05) return response.destroy()
  if (mood < 0.08) return wait(60_000, undefined, { signal })
  if (mood < 0.14) return send(response, 503, { error: { message: 'overloaded' } })
  if (mood < 0.18) return send(response, 200, completion('I would rather { not say'))
  return send(response, 200, completion(isJson && mood < 0.3 ? `\`\`\`json\n${content}\n\`\`\`` : content))
}

/** Which question it is, is read off the prompt; replies are numbered, so that each exists once. */
function contentFor(body: string, number: number, random: Random): { content: string; isJson: boolean } {
  const asked = JSON.parse(body) as { messages: { content: string }[]; response_format?: object }
  if (!asked.response_format) return { content: `Number ${number} is my ${random.one(words)} answer.`, isJson: false }
  const again = { verdict: random.one(['send', 'send', 'shorten', 'drop']) }
  const first = {
    want_to_reply: random.chance(0.8),
    relevance: 0.9,
    reply_type: random.one(['short', 'normal']),
    delay_hint: random.one(['fast', 'normal', 'slow']),
  }
  const isAgain = /"verdict"/.test(asked.messages[0]?.content ?? '')
  return { content: JSON.stringify(isAgain ? again : first), isJson: true }
}

const words = ['first', 'honest', 'short', 'late']

const completion = (content: string) => ({
  model: 'hostile',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
  usage: { total_tokens: 120 },
})

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
