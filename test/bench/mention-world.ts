// A bot that answers each mention at once, by a model that does, and who waits for its replies.
import { loopback } from '../world/loopback.ts'

const wide = { maxMessages: 100_000, maxTokens: 100_000_000 }
const ceiling = { dailyMessages: 100_000, dailyTokens: 100_000_000 }

/** Wants to reply to everything, and says something new each time. */
export async function promptModel() {
  let calls = 0
  const { url, stop } = await loopback((_, response, body) => {
    calls += 1
    const isDecision = body.includes('response_format')
    const yes = '{"want_to_reply":true,"relevance":1,"reply_type":"short","delay_hint":"fast"}'
    const message = { content: isDecision ? yes : `Answer ${calls} it is.` }
    const completion = { model: 'prompt', choices: [{ finish_reason: 'stop', message }], usage: { total_tokens: 99 } }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion))
  })
  return { baseUrl: `${url}/v1`, stop }
}

interface Extra {
  /** A mention waits for the rest of the sentence (A10). */
  debounceMs?: number
  /** Ids of further rooms. */
  others?: readonly string[]
}

/** Ada is in the room `desk`, nobody in `empty`; no pause is drawn. */
export const mentionConfig = (baseUrl: string, { debounceMs = 0, others = [] }: Extra = {}): object => ({
  bots: [{ name: 'Ada', limits: ceiling }],
  model: { provider: 'openai', baseUrl, apiKey: 'dummy', name: 'prompt' },
  limits: ceiling,
  groupSocial: {
    policy: 'mention',
    dispatch: { cooldownMs: 0 },
    mentionMinIntervalMs: 0,
    direct: { debounceMs },
    delay: { fastMs: [0, 0], normalMs: [0, 0], slowMs: [0, 0] },
    limits: { shortWindow: wide, mediumWindow: wide, longWindow: wide },
    style: { maxSimilarity: 1 },
  },
  channels: { web: { port: 0, rooms: [{ id: 'desk' }, { id: 'empty', bots: [] }, ...others.map((id) => ({ id }))] } },
})

export interface Replies {
  /** Resolves when so many lines of bots have come. */
  until(count: number): Promise<void>
  close(): void
}

/** `url`: of a room's stream. */
export async function openReplies(url: string): Promise<Replies> {
  const closing = new AbortController()
  const response = await fetch(url, { signal: closing.signal })
  const lines = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())
  let count = 0
  const waiting = new Map<number, () => void>()

  async function read(): Promise<void> {
    let rest = ''
    for await (const chunk of lines) {
      const events = (rest + chunk).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        if (!event.includes('event: message') || !event.includes('"bot":true')) continue
        count += 1
        waiting.get(count)?.()
        waiting.delete(count)
      }
    }
  }

  read().catch(() => undefined)
  return {
    until: (wanted) => (count >= wanted ? Promise.resolve() : new Promise((taken) => waiting.set(wanted, taken))),
    close: () => closing.abort(),
  }
}
