// The cause of a failed call, with the server that failed, without keys and without what people said.
import { UnusableAnswer } from './bounded-fetch.ts'
import { causesOf, connectionTrouble, isBeforeAsking, whyOf } from './connection-trouble.ts'
import { type ChatRequest, ModelError } from './model.ts'
import type { ProviderName } from './profiles.ts'
import { withoutKey, withoutQuotes } from './redact.ts'

export interface ModelAddress {
  provider: ProviderName
  /** Up to and with `/v1`. */
  baseUrl: string
  apiKey?: string
  model: string
  /** The model is said to see pictures. */
  vision?: boolean
}

/** UTF-16 units of what a server says of its refusal. */
export const longestErrorRead = 2_000

interface ServerError {
  status?: number
  name?: string
  message?: string
  code?: string | null
  param?: string | null
}

/** The prompt is longer than the model reads. */
export function isOverflow(error: unknown): boolean {
  const { status, message = '', code } = error as ServerError
  if (status !== 400 && status !== 413 && status !== 422) return false
  return /context_length|context_window/.test(String(code)) || overflow.test(message.slice(0, longestErrorRead))
}

const overflow =
  /context (?:length|window|size)|maximum context|exceeds? (?:the )?(?:available )?context|prompt is too long|too many (?:input )?tokens|input (?:length|is too long)|n_ctx/i

/** The provider's own filter stopped the call. */
export function isFiltered(error: unknown): boolean {
  const { status, message = '', code } = error as ServerError
  if (status !== 400 && status !== 403 && status !== 422) return false
  const filter = /content[_ ](?:filter|policy|management)|data_inspection|sensitive (?:words|content)|moderation/i
  return filter.test(`${String(code)} ${message.slice(0, longestErrorRead)}`)
}

/** Statuses by which a server says that it takes no tools, or not those on offer; OpenRouter's is 404, llama.cpp's 500. */
const ofTools: ReadonlySet<number | undefined> = new Set([400, 404, 422, 500, 501])
const aboutTools = /\btools?\b|tool[ _](?:use|choice|call)|function[ _-]?call/i
const takesNone =
  /(?:\bnot?\b|n['’]t)(?: \w+){0,3} support|unsupported|support no |no endpoints|requires? (?:the )?--|not (?:enabled|permitted|allowed|available|implemented)|unknown|unrecogni[sz]ed|unexpected|extra (?:inputs|fields)/i
/** About calls that stand in the conversation, or that the model has made now, which is paid for. */
const ofCalls = /messages?\[|tool_call_id|failed to (?:call|parse|generate)|validation failed/i

/** The server turned a request away for the tools in it: no model has read it. */
export function areToolsRejected(error: unknown, { tools = [] }: ChatRequest): boolean {
  const { status, message = '', param, code } = error as ServerError
  if (tools.length === 0 || !ofTools.has(status) || code === 'tool_use_failed') return false
  if (isFiltered(error) || isOverflow(error)) return false
  if (/^tool(?:s|_choice)\b/.test(param ?? '')) return true
  const said = message.slice(0, longestErrorRead)
  return aboutTools.test(said) && takesNone.test(said) && !ofCalls.test(said)
}

export function explain(error: unknown, address: ModelAddress, request: ChatRequest): ModelError {
  const { status, name } = error as ServerError
  const at = serverOf(address)
  const unusable = causesOf(error).find((cause) => cause instanceof UnusableAnswer)
  if (unusable) {
    const numbers = { ...at, ...unusable.numbers }
    return new ModelError('unparsable', { why: unusable.why, numbers }, undefined, { isServers: true })
  }
  if (name === 'SyntaxError') {
    return new ModelError('unparsable', { why: 'brokenJson', numbers: at }, undefined, { isServers: true })
  }
  if (status === undefined) return unanswered(error, address, request)
  const numbers = { ...at, status }
  if (isFiltered(error)) return new ModelError('refused', { why: 'contentFiltered', numbers })
  if (isOverflow(error)) {
    const cause = { why: 'promptTooLong', numbers: { model: address.model, status } } as const
    return new ModelError('failed', cause, 0, { isServers: true })
  }
  const reason = redacted(error, address, request)
  const said = reason !== '' && { reason }
  if (areToolsRejected(error, request)) {
    const cause = { why: 'toolsRejected', numbers: { ...numbers, model: address.model }, ...said } as const
    return new ModelError('failed', cause, 0, { isServers: true })
  }
  if (status === 401 || status === 403) return new ModelError('permanent', { why: 'unauthorized', numbers }, 0)
  if (status === 402) return new ModelError('rateLimited', { why: 'paymentRequired', numbers }, 0)
  if (status === 404) {
    return new ModelError('permanent', { why: 'modelNotFound', numbers: { ...numbers, model: address.model } }, 0)
  }
  if (status === 429) {
    return new ModelError('rateLimited', { why: 'rateLimited', numbers }, undefined, { isUnserved: true })
  }
  if (status >= 300 && status < 400) {
    return new ModelError('permanent', { why: 'redirected', numbers: { ...numbers, ...redirectOf(error, address) } }, 0)
  }
  if (status >= 500) return new ModelError('unavailable', { why: 'serverError', numbers })
  return new ModelError('failed', { why: 'requestRejected', numbers, ...said })
}

const serverOf = ({ provider, baseUrl }: ModelAddress) => ({
  server: provider,
  host: URL.parse(baseUrl)?.host ?? 'an invalid base URL',
})

export function timedOut({ model }: ModelAddress, { timeoutMs }: ChatRequest): ModelError {
  return new ModelError('timeout', { why: 'timeout', numbers: { model, timeoutMs } })
}

function unanswered(error: unknown, address: ModelAddress, request: ChatRequest): ModelError {
  const found = connectionTrouble(error)
  if (found?.trouble === 'timeout' || (!found && /timeout|abort/i.test((error as Error).constructor.name)))
    return timedOut(address, request)
  const numbers = serverOf(address)
  if (!found) return new ModelError('unreachable', { why: 'connectionBroken', numbers })
  const cause = { why: whyOf(found), numbers: { ...numbers, code: found.code } }
  return new ModelError('unreachable', cause, undefined, { isUnserved: isBeforeAsking(found) })
}

/** Only the origin: a path and a query may hold anything. */
function redirectOf(error: unknown, { baseUrl, apiKey }: ModelAddress): { to?: string } {
  const { headers } = error as { headers?: Headers }
  const to = URL.parse(headers?.get('location') ?? '', baseUrl)
  return to && headers?.has('location') ? { to: withoutKey(to.origin, apiKey) } : {}
}

function redacted(error: unknown, { apiKey }: ModelAddress, { messages }: ChatRequest): string {
  const said = error instanceof Error ? error.message.slice(0, longestErrorRead) : ''
  const text = withoutKey(said.replaceAll(/data:image\/[^\s"']*/g, 'data:…'), apiKey).replaceAll(
    /\b(?:sk|key|bearer)[-_ ]\S+/gi,
    '***',
  )
  const calls = messages.flatMap((message) => message.calls ?? []).map((call) => ({ content: call.arguments }))
  const shown = withoutQuotes(text, [...messages, ...calls]).replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
  return shown.slice(0, 200).toWellFormed()
}
