// `chime eval scenarios/*.yaml`: plays scenarios side by side and prints a model's scorecard.
import type { Config } from '../../../config/config.ts'
import { loadConfig } from '../../../channels/plugins.ts'
import { InputError, warn } from '../../../terminal/failure.ts'
import { withProgress } from '../../../terminal/progress.ts'
import type { DecideHow } from '../../virtual/rehearsed-jobs.ts'
import {
  asksModel,
  builtInConfig,
  configWithModel,
  interruptedCode,
  type ModelOptions,
  needsModel,
  openMeteredModels,
  untilInterrupt,
} from '../../virtual/with-model.ts'
import { readScenarios } from './files.ts'
import type { Scenario } from './parse.ts'
import { type Played, playScenario } from './play.ts'
import { botsOf, type PlayOptions } from './room.ts'
import { summaryOf } from './scorecard.ts'
import { tell } from './tell.ts'
import { fitted } from '../../../terminal/terminal-text.ts'

export interface ScenarioOptions extends ModelOptions {
  config?: string
  decide: DecideHow | 'model'
  seed: number
  /** How many scenarios are played side by side. */
  parallel?: number
  only?: string
  /** Real seconds that a call may take. */
  patience?: number
  /** The least share of moments as wanted for exit code 0. */
  require?: number
  json: boolean
}

const usual = { parallel: 8, patience: 900, latencyMs: 1_500 }
/** Exit code: the share asked for by --require was not reached. */
const belowCode = 3

export async function playScenarios(paths: readonly string[], options: ScenarioOptions): Promise<void> {
  const isAsking = options.decide === 'model' || asksModel(options)
  if (!isAsking) needsModel(options)
  const scenarios = readScenarios(paths, options.only)
  const config = isAsking ? configWithModel(options, options.config) : configOf(options)
  const started = performance.now()
  await untilInterrupt(async (signal) => {
    const { plays, model } = isAsking
      ? await ask(scenarios, config, options, signal)
      : await rehearse(scenarios, config, options)
    const { decide, seed } = options
    const elapsedMs = Math.round(performance.now() - started)
    const unfinished = scenarios.filter((each) => !plays.has(each)).map(({ file }) => file)
    const summary = summaryOf({ model, decide, seed }, [...plays.values()], unfinished, elapsedMs)
    process.stdout.write(options.json ? `${JSON.stringify(summary)}\n` : fitted(tell(summary, [...plays.values()])))
    const { asWanted } = summary.figures
    if (options.require !== undefined && (asWanted ?? 0) < options.require) process.exitCode = belowCode
    if (summary.unfinished.length > 0) process.exitCode = signal.aborted ? interruptedCode : 1
  })
}

type Plays = Map<Scenario, Played>

async function ask(scenarios: readonly Scenario[], config: Config, options: ScenarioOptions, signal: AbortSignal) {
  const timeoutMs = (options.patience ?? usual.patience) * 1_000
  const bots = [...new Map(scenarios.flatMap((each) => botsOf(each, config)).map((bot) => [bot.id, bot])).values()]
  const metered = { ...options, latency: options.latency ?? usual.latencyMs, timeoutMs }
  const opened = await openMeteredModels(bots, metered, signal)
  try {
    const played = { config, decide: opened.models, seed: options.seed }
    const plays = await playAll(scenarios, played, options.parallel ?? usual.parallel)
    const stopped = opened.stopped()
    if (stopped) warn(`stopped: ${stopped.message}`)
    return { plays, model: bots[0]?.model.name ?? '' }
  } finally {
    await opened.stop()
  }
}

async function rehearse(scenarios: readonly Scenario[], config: Config, { decide, seed }: ScenarioOptions) {
  if (decide === 'model') throw new InputError('--decide model: no model is configured')
  const plays = await playAll(scenarios, { config, decide, seed }, 1)
  return { plays, model: decide === 'rehearsal' ? 'rehearsal' : `rehearsal, ${decide}` }
}

async function playAll(scenarios: readonly Scenario[], options: PlayOptions, parallel: number): Promise<Plays> {
  const plays: Plays = new Map()
  const waiting = [...scenarios]
  await withProgress('scenarios', scenarios.length, async (done) => {
    const player = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        // oxlint-disable-next-line no-await-in-loop -- so many side by side as there are players
        const played = await playScenario(next, options)
        if (played) plays.set(next, played)
        done(plays.size)
      }
    }
    await Promise.all(Array.from({ length: Math.max(1, parallel) }, player))
  })
  // In the order of the files, whoever came first.
  return new Map(scenarios.flatMap((each) => (plays.has(each) ? [[each, plays.get(each) as Played]] : [])))
}

/** Without a model to ask only the file counts: the same on every machine. */
const configOf = ({ config: file }: ScenarioOptions): Config =>
  file === undefined ? builtInConfig() : loadConfig({ file, env: {}, cwd: process.cwd() })
