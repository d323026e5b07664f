// Stands between the service and a model server, passes everything on, and keeps what was asked, answered and counted.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { listening } from '../world/loopback.ts'

export interface ServedCall {
  /** A judgement is asked at temperature 0 or for JSON; everything else is text. */
  kind: 'judgement' | 'text'
  /** The prompt, in one. */
  prompt: string
  /** `response_format.type` as asked. */
  format: string | undefined
  /** 0: the server could not be reached. */
  status: number
  finish: string | undefined
  content: string
  promptTokens: number
  completionTokens: number
  totalTokens: number
  /** Of the model server alone. */
  latencyMs: number
  /** False when whoever asked had given up before the answer came. */
  delivered: boolean
}

export interface CountingProxy {
  /** Ends in `/v1`. */
  baseUrl: string
  calls: ServedCall[]
  /** Calls that the model server has not answered, or whose answer is held back. */
  underWay(): number
  /** From now on every answer is held back so long, ms. */
  holdBack(ms: number): void
  stop(): Promise<void>
}

/** `target` is a base URL up to and with `/v1`. A call that its asker gave up is answered to the end, and counted. */
export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const calls: ServedCall[] = []
  let open = 0
  let heldMs = 0
  const server = createServer((request, response) => {
    open += 1
    void pass(target, request, response, () => heldMs)
      .then((call) => void (call && calls.push(call)))
      .catch((error: unknown) => response.destroy(error as Error))
      .finally(() => (open -= 1))
  })
  const { url, stop } = await listening(server)
  return {
    baseUrl: `${url}/v1`,
    calls,
    underWay: () => open,
    holdBack: (ms) => (heldMs = ms),
    stop,
  }
}

async function pass(target: string, request: IncomingMessage, response: ServerResponse, heldMs: () => number) {
  const body = await textOf(request)
  let gone = false
  response.once('close', () => (gone = !response.writableFinished))
  const started = performance.now()
  const answer = await answered(target + (request.url ?? '').replace(/^\/v1/, ''), request, body)
  const latencyMs = performance.now() - started
  if (heldMs() > 0) await wait(heldMs())
  if (!gone) {
    response.writeHead(answer.status || 502, answer.headers)
    await new Promise<void>((resolve) => void response.once('close', resolve).end(answer.text, resolve))
  }
  if (!request.url?.endsWith('/chat/completions')) return undefined
  return { ...readCall(body, answer.text), status: answer.status, latencyMs, delivered: !gone } satisfies ServedCall
}

async function answered(url: string, { method = 'GET', headers }: IncomingMessage, body: string) {
  try {
    const sent = { 'content-type': 'application/json', ...pick(headers, ['authorization']) }
    const answer = await fetch(url, { method, headers: sent, ...(method !== 'GET' && { body }) })
    const kept = pick(Object.fromEntries(answer.headers), ['content-type', 'retry-after'])
    return { status: answer.status, headers: kept, text: await answer.text() }
  } catch (error) {
    return { status: 0, headers: {}, text: JSON.stringify({ error: { message: String(error) } }) }
  }
}

interface Asked {
  messages?: { content?: string }[]
  temperature?: number
  response_format?: { type?: string }
}
interface Answered {
  choices?: { finish_reason?: string; message?: { content?: string } }[]
  usage?: { prompt_tokens?: number; completion_tokens?: number; total_tokens?: number }
}

function readCall(body: string, text: string) {
  const { messages = [], temperature, response_format } = parsed(body) as Asked
  const { choices, usage } = parsed(text) as Answered
  const [choice] = choices ?? []
  return {
    kind: response_format || temperature === 0 ? ('judgement' as const) : ('text' as const),
    prompt: messages.map(({ content = '' }) => content).join('\n'),
    format: response_format?.type,
    finish: choice?.finish_reason,
    content: choice?.message?.content ?? '',
    promptTokens: usage?.prompt_tokens ?? 0,
    completionTokens: usage?.completion_tokens ?? 0,
    totalTokens: usage?.total_tokens ?? 0,
  }
}

function parsed(text: string): object {
  try {
    return Object(JSON.parse(text)) as object
  } catch {
    return {}
  }
}

function pick(headers: Record<string, unknown>, names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])))
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
