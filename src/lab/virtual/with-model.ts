// `--model`: which models a play in virtual time asks, how far it may go, and what it cost.
import type { BotConfig } from '../../config/bots.ts'
import { loadConfig, loadServed } from '../../channels/plugins.ts'
import type { Config } from '../../config/config.ts'
import { readEnvironment } from '../../config/environment.ts'
import { unheard } from '../../config/explain.ts'
import { layModel, resolveModel } from '../../config/model.ts'
import { openModels } from '../../llm/models.ts'
import { InputError } from '../../terminal/failure.ts'
import { sumOf } from '../counting.ts'
import { makeCallLedger } from './call-ledger.ts'
import { type Latency, type MeteredModels, meterModels, type PlayedModels, type PlayLimits } from './metered-models.ts'

/** What the command line says of models. */
export interface ModelOptions {
  /** Its name, or true: the configured one. */
  model?: string | true
  baseUrl?: string
  latency?: Latency
  maxCalls?: number
  maxTokens?: number
  /** Real ms that a call may take, instead of its timeout. */
  timeoutMs?: number
  /** Money for a million tokens. */
  priceIn?: number
  priceOut?: number
}

/** With `--model` the model of the configuration's first bot for all of these, and without everyday words if it is. */
export function modelled(config: Config, options: ModelOptions, file?: string): Config {
  const [first] = asksModel(options) ? configWithModel(options, file).bots : []
  if (!first) return config
  const { model, problemWords } = first
  const bots = config.bots.map((bot) => ({ ...bot, model, ...(problemWords === false && { problemWords }) }))
  return { ...config, bots }
}

/** A first try costs this much at most. */
const firstTry: PlayLimits = { maxCalls: 200, maxTokens: 200_000 }

export const asksModel = ({ model, baseUrl }: ModelOptions): boolean => model !== undefined || baseUrl !== undefined

/** The built-in bots and settings, whatever the environment says: the same on every machine. */
export const builtInConfig = (): Config => loadConfig({ env: {}, cwd: import.meta.dirname })

/** Without a model to ask only the file counts, if there is one. */
export function playedConfig(options: ModelOptions, file: string | undefined): Config {
  if (asksModel(options)) return configWithModel(options, file)
  return file === undefined ? builtInConfig() : loadServed(file)
}

/** Throws InputError when an option is given that needs `--model`. */
export function needsModel(options: ModelOptions): void {
  const names = ['latency', 'maxCalls', 'maxTokens', 'priceIn', 'priceOut'] as const
  const given = names.find((name) => options[name] !== undefined)
  if (given === undefined || asksModel(options)) return
  const option = given.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)
  throw new InputError(`--${option} says nothing without a model: add --model`)
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
function limitsOf({ maxCalls, maxTokens }: ModelOptions, bots: readonly BotConfig[]): PlayLimits {
  const isFree = bots.every(({ model }) => model.provider === 'rehearsal')
  const usual = isFree ? { maxCalls: Infinity, maxTokens: Infinity } : firstTry
  return { maxCalls: maxCalls ?? usual.maxCalls, maxTokens: maxTokens ?? usual.maxTokens }
}

export type OpenedModels = Awaited<ReturnType<typeof openMeteredModels>>

/** Opens what the bots ask. Nothing is connected before the first call; `signal` aborted: somebody wants it to end. */
export async function openMeteredModels(bots: readonly BotConfig[], options: ModelOptions, signal: AbortSignal) {
  const opened = await openModels(bots)
  const ledger = makeCallLedger()
  const limits = limitsOf(options, bots)
  const { priceIn, priceOut, timeoutMs } = options
  const meters: MeteredModels[] = []
  const words: NonNullable<PlayedModels['words']> = new Map()
  const meter = (some: PlayLimits): MeteredModels => {
    const models = meterModels(opened, {
      ...some,
      latency: options.latency ?? 'real',
      timeoutMs,
      signal,
      ledger,
      words,
    })
    meters.push(models)
    return models
  }
  const idle = () => Promise.all(meters.map((each) => each.idle()))
  const prices = priceIn === undefined && priceOut === undefined ? undefined : { in: priceIn ?? 0, out: priceOut ?? 0 }
  return {
    /** Handed to makeVirtualGroups as `decide`. */
    models: meter(limits),
    limits,
    /** Made so far. */
    usage: () => sumOf(meters.map(({ usage }) => usage())),
    cost: () => ledger.cost(prices),
    /** Why the play ends before its end. */
    stopped: () => meters.map((each) => each.stopped()).find((each) => each !== undefined),
    /** Another play under its own limits, on the same books. */
    meter,
    /** Resolves when no call is under way any more. */
    idle,
    /** Waits for what is under way, and closes. */
    async stop() {
      await idle()
      await opened.stop()
    },
  }
}

/** Runs `work` with a signal that the first Ctrl+C, or another of `signals`, aborts; the second one ends the process. */
export async function untilInterrupt<T>(
  work: (signal: AbortSignal) => Promise<T>,
  signals: readonly NodeJS.Signals[] = ['SIGINT'],
): Promise<T> {
  const interrupt = new AbortController()
  const onInterrupt = (): void => {
    if (interrupt.signal.aborted) process.exit(interruptedCode)
    interrupt.abort()
  }
  for (const each of signals) process.on(each, onInterrupt)
  try {
    return await work(interrupt.signal)
  } finally {
    for (const each of signals) process.off(each, onInterrupt)
  }
}

export const interruptedCode = 130
