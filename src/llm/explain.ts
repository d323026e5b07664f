// A failed call in words that name the server and the next step, without keys and without what people said.
import { UnusableAnswer } from './bounded-fetch.ts'
import { connectionTrouble, isBeforeAsking, wordsFor } from './connection-trouble.ts'
import { type ChatRequest, ModelError } from './model.ts'
import type { ProviderName } from './profiles.ts'
import { withoutKey, withoutQuotes } from './redact.ts'

export interface ModelAddress {
  provider: ProviderName
  /** Up to and with `/v1`. */
  baseUrl: string
  apiKey?: string
  model: string
}

/** UTF-16 units of what a server says of its refusal. */
export const longestErrorRead = 2_000

interface ServerError {
  status?: number
  name?: string
  message?: string
  code?: string | null
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

export function explain(error: unknown, address: ModelAddress, request: ChatRequest): ModelError {
  const { status, name } = error as ServerError
  const server = `${address.provider} at ${hostOf(address.baseUrl)}`
  const unusable = unusableAnswer(error)
  if (unusable) {
    return new ModelError('unparsable', `${server} ${unusable.message}`, undefined, { isServers: true })
  }
  if (name === 'SyntaxError') {
    return new ModelError('unparsable', `${server} answered with broken JSON`, undefined, { isServers: true })
  }
  if (status === undefined) return unanswered(error, server, address, request)
  if (isFiltered(error))
    return new ModelError('refused', `the content filter of ${server} stopped the call (${status})`)
  if (isOverflow(error)) {
    const why = `the prompt is longer than ${address.model} reads (${status}): lower maxTalkTokens, or choose a longer context`
    return new ModelError('failed', why, 0, { isServers: true })
  }
  if (status === 401 || status === 403) {
    return new ModelError('permanent', `${server} rejected the API key (${status}): check the key of this model`, 0)
  }
  if (status === 402)
    return new ModelError('rateLimited', `${server} wants to be paid first (402): top up its account`, 0)
  if (status === 404) {
    return new ModelError(
      'permanent',
      `${server} knows no model ${address.model} (404): check model.name and model.baseUrl`,
      0,
    )
  }
  if (status === 429) {
    const why = `${server} is out of quota or rate limited (429)`
    return new ModelError('rateLimited', why, undefined, { isUnserved: true })
  }
  if (status >= 300 && status < 400) {
    const next = 'give model.baseUrl the address where it answers itself'
    const why = `${server} redirects to ${redirectOf(error, address)} (${status}), which is not followed: ${next}`
    return new ModelError('permanent', why, 0)
  }
  if (status >= 500) return new ModelError('unavailable', `${server} failed (${status})`)
  return new ModelError('failed', `${server} rejected the request (${status}): ${redacted(error, address, request)}`)
}

export function timedOut(address: ModelAddress, request: ChatRequest): ModelError {
  return new ModelError('timeout', `${address.model} did not answer within ${request.timeoutMs} ms`)
}

function unanswered(error: unknown, server: string, address: ModelAddress, request: ChatRequest): ModelError {
  const found = connectionTrouble(error)
  if (found?.trouble === 'timeout' || (!found && /timeout|abort/i.test((error as Error).constructor.name)))
    return timedOut(address, request)
  if (!found) return new ModelError('unreachable', `${server} broke off the call`)
  const isUnserved = isBeforeAsking(found)
  return new ModelError('unreachable', `${server} ${wordsFor(found, hostOf(address.baseUrl))}`, undefined, {
    isUnserved,
  })
}

/** Only the origin: a path and a query may hold anything. */
function redirectOf(error: unknown, { baseUrl, apiKey }: ModelAddress): string {
  const { headers } = error as { headers?: Headers }
  const to = URL.parse(headers?.get('location') ?? '', baseUrl)
  if (!to || !headers?.has('location')) return 'an address that is none'
  return to.origin === URL.parse(baseUrl)?.origin ? 'another path' : withoutKey(to.origin, apiKey)
}

function unusableAnswer(error: unknown): UnusableAnswer | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof UnusableAnswer) return cause
  return undefined
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : 'an invalid base URL'
}

function redacted(error: unknown, { apiKey }: ModelAddress, { messages }: ChatRequest): string {
  const said = error instanceof Error ? error.message.slice(0, longestErrorRead) : ''
  const text = withoutKey(said, apiKey).replaceAll(/\b(?:sk|key|bearer)[-_ ]\S+/gi, '***')
  const shown = withoutQuotes(text, messages).replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
  return shown.slice(0, 200).toWellFormed()
}
