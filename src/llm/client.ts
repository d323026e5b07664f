// A model behind any OpenAI-compatible server: bounded in time and cost, patient once, and quiet about its key.
import { setTimeout as wait } from 'node:timers/promises'
import type { OpenAI } from 'openai'
import { boundedFetch } from './bounded-fetch.ts'
import { readCompletion, wasThoughtAway } from './completion.ts'
import { connectionTrouble } from './connection-trouble.ts'
import { downgraded, firstSpelling, isComplaint, type Spelling } from './downgrade.ts'
import { areToolsRejected, explain, isFiltered, isOverflow, type ModelAddress, timedOut } from './explain.ts'
import { beginSending, type Sending } from './exchange.ts'
import { type ChatModel, type ChatRequest, ModelError } from './model.ts'
import { openClient } from './openai-client.ts'
import { hasPictures, pictureRefusal, rateAfter, withoutPictures, withPictures } from './pictures.ts'
import type { ProviderProfile } from './profiles.ts'
import { isFree } from './reached.ts'
import { hearing, streaming, wholeOf } from './streamed.ts'
import { wireTools } from './tool-wire.ts'
import { NotBegunError, triesOf } from './tries.ts'
import { isWorthATry, makeTryTimes } from './try-time.ts'
import { billedFor } from './usage.ts'

type Body = OpenAI.ChatCompletionCreateParamsNonStreaming

const backoffMs = 250
const longestRetryAfterMs = 2_000
/** Tokens for thoughts: so many times the answer that they ate, more each time, up to the most. */
const thoughts = { times: 4, least: 240, most: 2_048 }

/** Nothing is loaded or connected before the first `ask`. */
export function openModel(address: ModelAddress): ChatModel {
  let spelling = firstSpelling(address)
  let thoughtTokens = 0
  let sees = address.vision === true
  let pictureRate = 1
  const times = makeTryTimes()
  let client: Promise<OpenAI> | undefined
  return {
    name: address.model,
    rehearsal: address.provider === 'rehearsal',
    thoughtTokens: () => thoughtTokens,
    sees: () => sees,
    pictureRate: () => pictureRate,
    async ask(request) {
      const endsAt = performance.now() + request.timeoutMs
      client ??= openClient(address, boundedFetch)
      const openai = await client
      const tries = triesOf(request)
      let before: ModelError | undefined
      let retried = request.once === true
      const showing = hasPictures(request.messages)
      let shows = showing && sees
      // A hang costs what an answer would: where the second try cannot be paid, the first one has all the time.
      const firstMs = retried || !tries.areTwoPaid() ? request.timeoutMs : times.ofFirst(request)
      for (;;) {
        const used = spelling
        const maxTokens = request.maxTokens + Math.min(thoughtTokens, tries.roomBeside(request.maxTokens))
        const startedAt = performance.now()
        const leftMs = endsAt - startedAt
        const tryMs = retried ? leftMs : Math.min(firstMs, leftMs)
        const { sending, isLate, done } = beginSending(request.signal, tryMs)
        const streams = request.heard !== undefined && used.streams
        if (streams && request.heard) sending.hear = hearing(request.heard)
        try {
          sending.signal.throwIfAborted()
          const messages = shows ? withPictures(request.messages) : withoutPictures(request.messages)
          const body = { ...writeBody(address.model, request, used, maxTokens), messages }
          tries.begin(maxTokens)
          // oxlint-disable-next-line no-await-in-loop -- one attempt after the other is the point
          const completion = await (streams
            ? openai
                .post('/chat/completions', { body: { ...body, ...streaming }, ...sendingBy(sending, request) })
                .then(wholeOf)
            : openai.chat.completions.create(body, sendingBy(sending, request)))
          times.answered(request, performance.now() - startedAt)
          // What was cut though all of it was asked for needs more.
          if (maxTokens >= request.maxTokens + thoughtTokens && wasThoughtAway(completion)) {
            const more = Math.max(thoughtTokens, request.maxTokens) * thoughts.times
            thoughtTokens = Math.min(thoughts.most, Math.max(thoughts.least, more))
          }
          const answer = readCompletion(completion, { ...request, ...address, maxTokens })
          if (shows) pictureRate = rateAfter(pictureRate, request, answer.promptTokens)
          return tries.answered({ ...answer, ...(showing && !shows && { blind: true as const }) })
        } catch (error) {
          if (error instanceof NotBegunError) throw before ?? error.cause
          if (error instanceof ModelError) throw tries.charged(error)
          const refusal = shows ? pictureRefusal(error) : undefined
          // Another call may have learnt meanwhile what this one was rejected for.
          const learn = () => (spelling === used ? downgraded(used, error, request.schema !== undefined) : spelling)
          const learnt = !refusal && isRejected(error) ? learn() : undefined
          const noTools = areToolsRejected(error, request)
          const billed = isFree(error) || noTools ? billedFor(error, { ...request, maxTokens }) : undefined
          const isUnread = refusal !== undefined || learnt !== undefined || noTools
          tries.failed(isUnread || isFree(error) || !sending.isSent, billed)
          if (request.signal.aborted) {
            throw tries.charged(new ModelError('interrupted', { why: 'calledOff', numbers: { model: address.model } }))
          }
          if (isLate() && tryMs === leftMs) {
            times.timedOut(request, firstMs)
            throw tries.charged(timedOut(address, request))
          }
          before = tries.charged(explain(error, address, request))
          if (refusal === 'none') sees = false
          if (refusal) {
            shows = false
            continue
          }
          if (learnt) {
            spelling = learnt
            continue
          }
          if (noTools) throw before
          const pause = retried ? undefined : pauseBeforeRetry(error, isLate())
          if (pause === undefined || !isWorthATry(endsAt - performance.now() - pause, request)) throw before
          if (!tries.isNextPaid(maxTokens)) throw before
          retried = true
          // oxlint-disable-next-line no-await-in-loop
          await wait(pause, undefined, { signal: request.signal }).catch(() => undefined)
        } finally {
          done()
        }
      }
    },
  }
}

/** The try is handed on to `boundedFetch` in place of a signal, which the client would guard with listeners of its own. */
function sendingBy(sending: Sending, { timeoutMs }: ChatRequest): OpenAI.RequestOptions {
  const fetchOptions: object = { sending }
  return { timeout: timeoutMs, fetchOptions }
}

function writeBody(model: string, request: ChatRequest, spelling: Spelling, maxTokens: number): Omit<Body, 'messages'> {
  const judging = request.format === 'json' || request.yesNo === true
  return {
    model,
    ...(request.tools?.length && { tools: wireTools(request.tools) }),
    [spelling.tokensParam]: maxTokens,
    ...spelling.thinkingOff[0],
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

/** For how it was asked, not for what: that no other spelling would mend. */
const isRejected = (error: unknown): boolean => isComplaint(error) && !isOverflow(error) && !isFiltered(error)

/** Undefined: a second try would fail as well. */
function pauseBeforeRetry(error: unknown, hung: boolean): number | undefined {
  const { status, headers, code } = error as { status?: number; headers?: Headers; code?: string | null }
  if (status === undefined) {
    if (hung) return 0
    const { trouble } = connectionTrouble(error) ?? {}
    return trouble === undefined || trouble === 'tls' ? undefined : backoffMs
  }
  if ((status !== 429 && status < 500) || code === 'insufficient_quota') return undefined
  const asked = Number(headers?.get('retry-after') ?? Number.NaN) * 1_000
  const pause = Number.isFinite(asked) ? Math.max(0, asked) : backoffMs
  return pause <= longestRetryAfterMs ? pause : undefined
}
