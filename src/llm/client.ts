// A model behind any OpenAI-compatible server: bounded in time, patient once, and quiet about its key.
import { setTimeout as wait } from 'node:timers/promises'
import type { OpenAI } from 'openai'
import { readCompletion } from './completion.ts'
import { type ChatModel, type ChatRequest, ModelError } from './model.ts'
import { spellingsOf, withoutQuotes } from './redact.ts'
import { type ProviderName, type ProviderProfile, profiles } from './profiles.ts'

export interface ModelAddress {
  provider: ProviderName
  /** Up to and with `/v1`. */
  baseUrl: string
  apiKey?: string
  model: string
}

type Body = OpenAI.ChatCompletionCreateParamsNonStreaming
/** How this model wants its requests, as learnt from its rejections. */
type Spelling = ProviderProfile & { temperature: boolean; tried: Set<string> }

const backoffMs = 250
const longestRetryAfterMs = 2_000
/** UTF-16 units of what a server says of its refusal. */
const longestErrorRead = 2_000

/** Nothing is loaded or connected before the first `ask`. */
export function openModel(address: ModelAddress): ChatModel {
  const spelling: Spelling = { ...profiles[address.provider], temperature: true, tried: new Set() }
  let client: Promise<OpenAI> | undefined
  return {
    name: address.model,
    rehearsal: address.provider === 'rehearsal',
    async ask(request) {
      const deadline = AbortSignal.timeout(request.timeoutMs)
      const signal = AbortSignal.any([request.signal, deadline])
      client ??= connect(address)
      const openai = await client
      let retried = false
      for (;;) {
        try {
          signal.throwIfAborted()
          const body = writeBody(address.model, request, spelling)
          // oxlint-disable-next-line no-await-in-loop -- one attempt after the other is the point
          const completion = await openai.chat.completions.create(body, { signal, timeout: request.timeoutMs })
          return readCompletion(completion, { model: address.model, maxTokens: request.maxTokens })
        } catch (error) {
          if (error instanceof ModelError) throw error
          if (request.signal.aborted) throw new ModelError('interrupted', `the call to ${address.model} was called off`)
          if (deadline.aborted) throw timedOut(address, request)
          if (downgrade(spelling, error)) continue
          const pause = retried ? undefined : pauseBeforeRetry(error)
          if (pause === undefined) throw explain(error, address, request)
          retried = true
          // oxlint-disable-next-line no-await-in-loop
          await wait(pause, undefined, { signal }).catch(() => undefined)
        }
      }
    },
  }
}

// `openai` takes a while to load and a service that only listens never needs it.
async function connect({ provider, baseUrl, apiKey }: ModelAddress): Promise<OpenAI> {
  const { default: Client } = await import('openai')
  return new Client({
    baseURL: baseUrl,
    apiKey: apiKey ?? 'none',
    maxRetries: 0,
    logLevel: 'off',
    // The client would send OPENAI_ORG_ID and OPENAI_PROJECT_ID to whoever serves.
    ...(provider !== 'openai' && { organization: null, project: null }),
  })
}

function writeBody(model: string, request: ChatRequest, spelling: Spelling): Body {
  const judging = request.format === 'json' || request.yesNo === true
  return {
    model,
    messages: request.messages,
    [spelling.tokensParam]: request.maxTokens,
    ...spelling.thinkingOff,
    ...(judging && spelling.temperature && { temperature: 0 }),
    ...(request.format === 'json' && responseFormat(request, spelling.format)),
    ...(request.yesNo === true && spelling.logprobs && { logprobs: true, top_logprobs: 5 }),
  }
}

function responseFormat({ schema }: ChatRequest, format: ProviderProfile['format']): object {
  if (format === 'none') return {}
  if (format === 'object' || !schema) return { response_format: { type: 'json_object' } }
  return { response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } } }
}

/** Gives up what a 400 or 422 complains of, once for each thing. False: it complained of something else. */
function downgrade(spelling: Spelling, error: unknown): boolean {
  const { status, message, param } = error as { status?: number; message?: string; param?: string | null }
  if (status !== 400 && status !== 422) return false
  const complaint = `${param ?? ''} ${message ?? ''}`
  const fixes: [string, RegExp, () => void][] = [
    [
      `format ${spelling.format}`,
      /response_format|json_schema|json_object|guided|grammar/i,
      () => {
        spelling.format = spelling.format === 'schema' ? 'object' : 'none'
      },
    ],
    [
      'logprobs',
      /logprobs/i,
      () => {
        spelling.logprobs = false
      },
    ],
    [
      'thinking',
      /thinking|reasoning|chat_template_kwargs/i,
      () => {
        spelling.thinkingOff = {}
      },
    ],
    [
      'temperature',
      /temperature/i,
      () => {
        spelling.temperature = false
      },
    ],
    [
      'tokens',
      /max_(completion_)?tokens/i,
      () => {
        spelling.tokensParam = spelling.tokensParam === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens'
      },
    ],
  ]
  const fix = fixes.find(([name, pattern]) => pattern.test(complaint) && !spelling.tried.has(name))
  if (!fix) return false
  spelling.tried.add(fix[0])
  fix[2]()
  return true
}

/** Only failures that came at once are worth a second try; undefined: do not try again. */
function pauseBeforeRetry(error: unknown): number | undefined {
  const { status, headers } = error as { status?: number; headers?: Headers }
  if (status === undefined) return isRefusedConnection(error) ? backoffMs : undefined
  if (status !== 429 && status < 500) return undefined
  const asked = Number(headers?.get('retry-after') ?? Number.NaN) * 1_000
  const pause = Number.isFinite(asked) ? Math.max(0, asked) : backoffMs
  return pause <= longestRetryAfterMs ? pause : undefined
}

function isRefusedConnection(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === 'ECONNREFUSED') return true
  }
  return false
}

function explain(error: unknown, address: ModelAddress, request: ChatRequest): ModelError {
  const { status, name } = error as { status?: number; name?: string }
  const server = `${address.provider} at ${hostOf(address.baseUrl)}`
  if (name === 'SyntaxError') return new ModelError('unparsable', `${server} answered with broken JSON`)
  if (status === undefined) {
    if (/timeout/i.test((error as Error).constructor.name)) return timedOut(address, request)
    if (isRefusedConnection(error)) {
      return new ModelError('unreachable', `${server} cannot be reached: start it or correct model.baseUrl`)
    }
    return new ModelError('unreachable', `${server} broke off the call`)
  }
  if (status === 401 || status === 403) {
    return new ModelError('permanent', `${server} rejected the API key (${status}): check the key of this model`, 0)
  }
  if (status === 404) {
    return new ModelError(
      'permanent',
      `${server} knows no model ${address.model} (404): check model.name and model.baseUrl`,
      0,
    )
  }
  if (status === 429) return new ModelError('rateLimited', `${server} is out of quota or rate limited (429)`)
  if (status >= 500) return new ModelError('unavailable', `${server} failed (${status})`)
  return new ModelError('failed', `${server} rejected the request (${status}): ${redacted(error, address, request)}`)
}

function timedOut(address: ModelAddress, request: ChatRequest): ModelError {
  return new ModelError('timeout', `${address.model} did not answer within ${request.timeoutMs} ms`)
}

function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : 'an invalid base URL'
}

function redacted(error: unknown, { apiKey }: ModelAddress, { messages }: ChatRequest): string {
  let text = error instanceof Error ? error.message.slice(0, longestErrorRead) : ''
  for (const spelling of apiKey ? spellingsOf(apiKey) : []) text = text.replaceAll(spelling, '***')
  text = text.replaceAll(/\b(?:sk|key|bearer)[-_ ]\S+/gi, '***')
  return withoutQuotes(text, messages).slice(0, 200)
}
