// `--model`: which models a play in virtual time asks, how far it may go, and what it cost.
import type { BotConfig } from '../../config/bots.ts'
import { loadConfig } from '../../channels/plugins.ts'
import type { Config } from '../../config/config.ts'
import { readEnvironment } from '../../config/environment.ts'
import { unheard } from '../../config/explain.ts'
import { layModel, resolveModel } from '../../config/model.ts'
import { openModels } from '../../llm/models.ts'
import { InputError } from '../../terminal/failure.ts'
import { type Cost, makeCallBook, type Prices } from './call-book.ts'
import { type Latency, type MeteredModels, meterModels, type PlayedModels, type StopReason } from './metered-models.ts'

/** What the command line says of models. */
export interface ModelOptions {
  /** Its name, or true: the configured one. */
  model?: string | true
  baseUrl?: string
  latency?: Latency
  maxCalls?: number
  maxTokens?: number
  /** Money for a million tokens. */
  priceIn?: number
  priceOut?: number
}

/** The built-in bots with the model of the configuration's first one, and without everyday words if it is. */
export function modelledAfter(bots: readonly BotConfig[], first: BotConfig | undefined): BotConfig[] {
  if (!first) return [...bots]
  const { model, problemWords } = first
  return bots.map((bot) => ({ ...bot, model, ...(problemWords === false && { problemWords }) }))
}

/** Of one play; Infinity: no limit. */
export interface PlayLimits {
  maxCalls: number
  maxTokens: number
}

/** A first try costs this much at most. */
const firstTry: PlayLimits = { maxCalls: 200, maxTokens: 200_000 }

export const asksModel = ({ model, baseUrl }: ModelOptions): boolean => model !== undefined || baseUrl !== undefined

/** Throws InputError when an option is given that needs `--model`. */
export function needsModel(options: ModelOptions): void {
  const { latency, maxCalls, maxTokens, priceIn, priceOut } = options
  const given = Object.entries({
    '--latency': latency,
    '--max-calls': maxCalls,
    '--max-tokens': maxTokens,
    '--price-in': priceIn,
    '--price-out': priceOut,
  }).find(([, value]) => value !== undefined)
  if (given && !asksModel(options)) throw new InputError(`${given[0]} says nothing without a model: add --model`)
}

/** The configuration as `serve` reads it, with `--model` and `--base-url` for every bot. Throws ConfigError, InputError. */
export function configWithModel({ model, baseUrl }: ModelOptions, file?: string): Config {
  const cwd = process.cwd()
  const env = {
    ...process.env,
    ...(typeof model === 'string' && { CHIME_MODEL: model }),
    ...(baseUrl !== undefined && { OPENAI_BASE_URL: baseUrl }),
  }
  if (baseUrl !== undefined && !URL.canParse(baseUrl)) {
    throw new InputError(`--base-url ${baseUrl} is no URL: give the one that ends in /v1, as http://127.0.0.1:11434/v1`)
  }
  const config = loadConfig({ ...(file !== undefined && { file }), env, cwd })
  const { apiKey } = (readEnvironment(env, cwd).data['model'] ?? {}) as { apiKey?: string }
  const over = {
    ...(typeof model === 'string' && { name: model, decisionName: model }),
    ...(baseUrl !== undefined && { baseUrl, ...(apiKey !== undefined && { apiKey }) }),
  }
  const bots = config.bots.map((bot): BotConfig => {
    const base = bot.model.provider === 'rehearsal' ? { mode: bot.model.mode } : bot.model
    return { ...bot, model: resolveModel(layModel(base, over), ['model'], unheard) }
  })
  const [first] = config.bots
  const asked = Object.keys(over).length > 0 ? { ...config, bots } : config
  if (first && asked.bots.every((bot) => bot.model.provider === 'rehearsal')) {
    throw new InputError(
      '--model: no model is configured: set OPENAI_API_KEY or OPENAI_BASE_URL, or give --base-url URL (see chime doctor)',
    )
  }
  return asked
}

/** Free models have no limit unless one is given. */
export function limitsOf({ maxCalls, maxTokens }: ModelOptions, bots: readonly BotConfig[]): PlayLimits {
  const isFree = bots.every(({ model }) => model.provider === 'rehearsal')
  const usual = isFree ? { maxCalls: Infinity, maxTokens: Infinity } : firstTry
  return { maxCalls: maxCalls ?? usual.maxCalls, maxTokens: maxTokens ?? usual.maxTokens }
}

export interface OpenedModels {
  /** Handed to makeVirtualGroups as `decide`. */
  models: MeteredModels
  limits: PlayLimits
  /** Aborted: somebody wants it to end. */
  signal: AbortSignal
  /** Made so far. */
  usage(): { calls: number; tokens: number }
  cost(): Cost
  /** Why the play ends before its end. */
  stopped(): { by: StopReason; message: string } | undefined
  /** Another play under its own limits, on the same books. */
  meter(limits: PlayLimits): MeteredModels
  /** Resolves when no call is under way any more. */
  idle(): Promise<void>
  /** Waits for what is under way, and closes. */
  stop(): Promise<void>
}

/** Opens what the bots ask. Nothing is connected before the first call. */
export async function openMeteredModels(
  bots: readonly BotConfig[],
  options: ModelOptions,
  signal: AbortSignal,
): Promise<OpenedModels> {
  const opened = await openModels(bots)
  const book = makeCallBook()
  const limits = limitsOf(options, bots)
  const meters: MeteredModels[] = []
  const words: NonNullable<PlayedModels['words']> = new Map()
  const meter = (some: PlayLimits): MeteredModels => {
    const models = meterModels(opened, { ...some, latency: options.latency ?? 'real', signal, book, words })
    meters.push(models)
    return models
  }
  const models = meter(limits)
  const idle = async (): Promise<void> => void (await Promise.all(meters.map((each) => each.idle())))
  return {
    models,
    limits,
    signal,
    usage: () => {
      const each = meters.map(({ usage }) => usage())
      return {
        calls: each.reduce((sum, { calls }) => sum + calls, 0),
        tokens: each.reduce((sum, { tokens }) => sum + tokens, 0),
      }
    },
    cost: () => book.cost(pricesOf(options)),
    stopped: () => meters.map((each) => each.stopped()).find((each) => each !== undefined),
    meter,
    idle,
    async stop() {
      await idle()
      await opened.stop()
    },
  }
}

function pricesOf({ priceIn, priceOut }: ModelOptions): Prices | undefined {
  return priceIn === undefined && priceOut === undefined ? undefined : { in: priceIn ?? 0, out: priceOut ?? 0 }
}

/** Runs `work` with a signal that the first Ctrl+C aborts; the second one ends the process. */
export async function untilInterrupt<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupt = new AbortController()
  const onInterrupt = (): void => {
    if (interrupt.signal.aborted) process.exit(interruptedCode)
    interrupt.abort()
  }
  process.on('SIGINT', onInterrupt)
  try {
    return await work(interrupt.signal)
  } finally {
    process.off('SIGINT', onInterrupt)
  }
}

export const interruptedCode = 130
