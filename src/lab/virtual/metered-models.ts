// Models with a ceiling on calls and tokens: nobody pays for more than was asked for, and a dead endpoint ends the play.
import { performance } from 'node:perf_hooks'
import type { BotConfig } from '../../config/bots.ts'
import { type ChatAnswer, type ChatModel, type ChatRequest, ModelError } from '../../llm/model.ts'
import { mostOf } from '../../llm/usage.ts'
import type { Models } from '../../llm/models.ts'
import type { CallLedger } from './call-ledger.ts'

/** Virtual time that a call takes: as long as it really took, or so many ms. */
export type Latency = 'real' | number

/** Whom the bots of virtual groups ask. */
export interface PlayedModels {
  decision(bot: BotConfig, kind?: string): ChatModel
  reply(bot: BotConfig, kind?: string): ChatModel
  latency?: Latency
  /** Everyday words of fields that were asked for, by model and prompt. Absent: none are asked for. */
  words?: Map<string, Promise<readonly string[]>>
  /** Hears of every job that failed, whether its call did or its answer could not be used. */
  failed?(error: ModelError): void
}

export type StopReason = '--max-calls' | '--max-tokens' | 'Ctrl+C' | 'the endpoint failed'

/** The play ends here. */
export class Stopped extends Error {
  override name = 'Stopped'
  readonly by: StopReason
  constructor(by: StopReason, message: string = by) {
    super(message)
    this.by = by
  }
}

/** Of one play, Infinity: no limit; tokens: prompts and answers together. */
export interface PlayLimits {
  maxCalls: number
  maxTokens: number
}

interface MeterOptions extends PlayLimits {
  latency: Latency
  signal: AbortSignal
  ledger: CallLedger
  words?: NonNullable<PlayedModels['words']>
  /** A reader who answers by hand needs minutes: calls end after so long instead of their timeout, and a silence is no hang. */
  timeoutMs?: number | undefined
}

export type MeteredModels = ReturnType<typeof meterModels>

/** Failures of an answer: its usage is known. */
const answering: ReadonlySet<string> = new Set(['refused', 'unparsable'])
/** In a row, without one answer between them: then the endpoint counts as gone. */
const mostInARow = { unreachable: 3, others: 10 }

/** Undefined: it came to its end. */
export async function untilStopped(play: () => Promise<unknown>): Promise<Stopped | undefined> {
  try {
    await play()
    return undefined
  } catch (error) {
    if (error instanceof Stopped) return error
    throw error
  }
}

/** Their `ask` rejects with Stopped at a ceiling, once the signal is aborted, and when the endpoint is of no use. */
export function meterModels(models: Pick<Models, 'decision' | 'reply'>, options: MeterOptions) {
  const { latency, maxCalls, maxTokens, signal, ledger, words, timeoutMs } = options
  const callTimeout = timeoutMs === undefined ? {} : { timeoutMs, once: true }
  const underWay = new Set<Promise<unknown>>()
  const ofCalls = new WeakSet<ModelError>()
  let [calls, tokens, reserved] = [0, 0, 0]
  let answered = 0
  let failedInARow = 0
  let stopped: Stopped | undefined

  const stop = (by: StopReason, message?: string): Stopped => (stopped ??= new Stopped(by, message))

  function admit(need: number): void {
    if (signal.aborted) throw stop('Ctrl+C')
    if (stopped) throw stopped
    if (calls >= maxCalls) throw stop('--max-calls')
    if (tokens + reserved + need > maxTokens) throw stop('--max-tokens')
    calls += 1
    reserved += need
  }

  function heed(error: ModelError): void {
    const { kind, message } = error
    if (kind === 'refused' || kind === 'unparsable') failedInARow = 0
    else failedInARow += 1
    const most = kind === 'unreachable' ? mostInARow.unreachable : mostInARow.others
    const isGone = kind === 'permanent' || (kind === 'unreachable' && answered === 0) || failedInARow >= most
    if (isGone) throw stop('the endpoint failed', message)
  }

  async function ask(model: ChatModel, kind: string, request: ChatRequest): Promise<ChatAnswer> {
    let need = mostOf(request)
    admit(need)
    const mayCost = (cost: number): void => {
      if (cost <= need) return
      if (tokens + reserved + cost - need > maxTokens) throw stop('--max-tokens')
      reserved += cost - need
      need = cost
    }
    const started = performance.now()
    const enter = (call: Partial<ChatAnswer> & { failure?: string }): void => {
      const { tokens: charged = need, promptTokens, estimated, failure } = call
      const isUncounted = estimated || (failure !== undefined && !answering.has(failure) && charged > 0)
      const counted = isUncounted ? undefined : call.tokens
      reserved -= need
      tokens += charged
      ledger.enter({
        kind,
        model: model.name,
        ms: performance.now() - started,
        tokens: counted,
        promptTokens,
        failure,
      })
    }
    try {
      const ended = AbortSignal.any([request.signal, signal])
      const answer = await model.ask({ ...request, ...callTimeout, mayCost, signal: ended })
      enter(answer)
      answered += 1
      failedInARow = 0
      return answer
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      ofCalls.add(error)
      enter({ ...(error.tokens !== undefined && { tokens: error.tokens }), failure: error.kind })
      if (signal.aborted) throw stop('Ctrl+C')
      heed(error)
      throw error
    }
  }

  const metered = (model: ChatModel, kind: string): ChatModel => ({
    name: model.name,
    rehearsal: model.rehearsal,
    ...(model.sees && { sees: model.sees }),
    ...(model.pictureRate && { pictureRate: model.pictureRate }),
    ask(request) {
      const call = ask(model, kind, request)
      underWay.add(call)
      const over = (): void => void underWay.delete(call)
      call.then(over, over)
      return call
    },
  })
  return {
    latency,
    ...(words && { words }),
    decision: (bot: BotConfig, kind = 'decide') => metered(models.decision(bot), kind),
    reply: (bot: BotConfig, kind = 'compose') => metered(models.reply(bot), kind),
    failed(error: ModelError): void {
      if (error.kind === 'unparsable' && !ofCalls.has(error)) ledger.enterUnreadable()
    },
    /** Made so far, and the tokens of them: as the provider counts, else all that was held for the call. */
    usage: () => ({ calls, tokens }),
    stopped: () => stopped,
    /** Resolves when no call is under way any more: what was begun is served, and paid for. */
    idle: () => Promise.allSettled(underWay),
  }
}
