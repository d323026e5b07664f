// A chat-completion endpoint on loopback that is slow, may fail in every way that costs money, and counts what it served.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { estimateTokens, promptTokens } from '../../src/language/tokens.ts'
import { type Random, seeded } from './seeded.ts'
import { answerTo, type Asked } from './provider-answers.ts'

/**
 * `busy`: 503 before any work. `broken`: 500 after the work. `cut`: the body breaks off. `hang`: worked, never answered.
 * `absurd`, `unpriced`: the usage is beyond belief, or has no total. `garbled`: no chat completion. `mumbled`: one
 * that answers nothing. `refused`: connections are not taken for a while.
 */
export const faults = ['busy', 'broken', 'cut', 'hang', 'absurd', 'unpriced', 'garbled', 'mumbled', 'refused'] as const
export type Fault = (typeof faults)[number]

/** Those that a provider has a bad day with; the others bill strangely. */
export const plainFaults = ['busy', 'cut', 'hang', 'mumbled'] as const satisfies readonly Fault[]

export interface Provider {
  baseUrl: string
  figures(): ProviderFigures
  /** From now on this share of the calls goes wrong. */
  setFaultShare(share: number): void
  stop(): Promise<void>
}

export interface ProviderFigures {
  calls: number
  /** Tokens of the work that was done, whether or not the answer arrived. */
  served: number
  /** Most tokens beyond `served` that may be booked for calls whose answer or price did not arrive. */
  unsure: number
  /** Calls that did not end as they should, by what went wrong. */
  faults: Partial<Record<Fault | 'leftByClient', number>>
}

export interface ProviderOptions {
  seed: number
  /** Of every answer, ms. */
  latencyMs: readonly [least: number, most: number]
  /** Share of the judgements that want to speak. */
  wantShare?: number
  faultShare?: number
  kinds?: readonly Fault[]
}

const outageMs = [300, 1_500] as const
const hangMs = 60_000

export async function startProvider(options: ProviderOptions): Promise<Provider> {
  const { seed, latencyMs, wantShare = 0.03, kinds = faults } = options
  const random = seeded(seed)
  const closing = new AbortController()
  const figures: ProviderFigures = { calls: 0, served: 0, unsure: 0, faults: {} }
  const count = (what: Fault | 'leftByClient'): void => {
    figures.faults[what] = (figures.faults[what] ?? 0) + 1
  }
  let faultShare = options.faultShare ?? 0
  let outage: Promise<void> | undefined
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  // A connection that the client thinks alive and that is closed at that moment would be one more kind of fault.
  server.keepAliveTimeout = 600_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const asked = JSON.parse(body) as Asked
    figures.calls += 1
    const fault = random.chance(faultShare) ? random.one(kinds) : undefined
    const content = answerTo(asked, { number: figures.calls, random, wantShare })
    const price = priceOf(asked, content)
    const bound = boundOf(body, asked)
    const isGone = await isLeft(response, random.between(...latencyMs), closing.signal)
    if (closing.signal.aborted) return
    if (isGone) {
      // Nobody waits any more: the prompt was read, the answer perhaps not written.
      count('leftByClient')
      figures.served += price.prompt_tokens
      figures.unsure += Math.max(0, bound - price.prompt_tokens)
      return
    }
    if (fault !== undefined) return fail(fault, response, { content, price, bound })
    figures.served += price.total_tokens
    send(response, 200, completion(content, price))
  }

  async function fail(fault: Fault, response: ServerResponse, { content, price, bound }: Work): Promise<void> {
    count(fault)
    if (fault === 'busy') return send(response, 503, { error: { message: 'overloaded' } })
    if (fault === 'mumbled') {
      figures.served += price.total_tokens
      return send(response, 200, completion('I would rather { not say', price))
    }
    if (fault === 'refused') {
      // This call ends well; those of the next moments find nobody.
      figures.served += price.total_tokens
      send(response, 200, completion(content, price))
      outage ??= takeNoConnections().finally(() => (outage = undefined))
      return
    }
    figures.served += price.total_tokens
    figures.unsure += Math.max(0, bound - price.total_tokens)
    if (fault === 'broken') return send(response, 500, { error: { message: 'broke while writing' } })
    if (fault === 'garbled') return send(response, 200, { what: 'is this' })
    if (fault === 'absurd') return send(response, 200, completion(content, random.one(absurd)))
    if (fault === 'unpriced') return send(response, 200, completion(content, unpriced(price, random)))
    if (fault === 'hang') return void (await isLeft(response, hangMs, closing.signal))
    const whole = JSON.stringify(completion(content, price))
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(whole) })
    response.write(whole.slice(0, whole.length / 2), () => response.destroy())
  }

  async function takeNoConnections(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    server.closeIdleConnections()
    const isLate = wait(random.between(...outageMs), undefined, { signal: closing.signal }).catch(() => undefined)
    await isLate
    // What is under way would keep it from closing for as long as a hang lasts.
    server.closeAllConnections()
    await closed
    if (closing.signal.aborted) return
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    figures: () => ({ ...figures, faults: { ...figures.faults } }),
    setFaultShare: (share) => void (faultShare = share),
    async stop() {
      closing.abort()
      await outage
      server.closeAllConnections()
      if (server.listening) await new Promise((done) => server.close(done))
    },
  }
}

interface Price {
  prompt_tokens: number
  completion_tokens: number
  total_tokens: number
}

interface Work {
  content: string
  price: Price
  bound: number
}

const absurd = [
  { prompt_tokens: 1, completion_tokens: 1, total_tokens: Number.MAX_SAFE_INTEGER },
  { prompt_tokens: 10, completion_tokens: 4e9, total_tokens: 4e9 },
  { prompt_tokens: -5, completion_tokens: -5, total_tokens: -10 },
  { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
  { total_tokens: '12' },
]

/** What some gateways leave out. */
const unpriced = ({ prompt_tokens, completion_tokens }: Price, random: Random): object | undefined =>
  random.one([undefined, { prompt_tokens, completion_tokens }, { prompt_tokens }, { completion_tokens }])

/** Counted as the service estimates it, so that a missing price says nothing about the quality of the estimate. */
function priceOf({ messages }: Asked, content: string): Price {
  const prompt = promptTokens(messages)
  const completed = Math.max(1, estimateTokens(content))
  return { prompt_tokens: prompt, completion_tokens: completed, total_tokens: prompt + completed }
}

/** Most that a call can cost by what was sent and what was asked for: no token is shorter than a byte. */
const boundOf = (body: string, asked: Asked): number =>
  Buffer.byteLength(body) + (asked.max_completion_tokens ?? asked.max_tokens ?? 0)

/** Waits; true as soon as the client has gone. */
async function isLeft(response: ServerResponse, ms: number, closing: AbortSignal): Promise<boolean> {
  const left = new AbortController()
  const leave = (): void => left.abort()
  response.once('close', leave)
  await wait(ms, undefined, { signal: AbortSignal.any([left.signal, closing]) }).catch(() => undefined)
  response.off('close', leave)
  return left.signal.aborted
}

const completion = (content: string, usage: object | undefined): object => ({
  model: 'soak',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
  ...(usage && { usage }),
})

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
