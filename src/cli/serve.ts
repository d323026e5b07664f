// `chime serve`: the service until a signal ends it.
import { loadServed } from '../channels/plugins.ts'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/explain.ts'
import type { Log } from '../config/log.ts'
import { makeLog } from '../feed/log.ts'
import { startService } from '../app.ts'
import { budgetFindings } from './doctor/budgets.ts'
import { atDomain } from './domain.ts'
import { type EngineOptions, engineOf } from './engine.ts'

export interface ServeOptions extends EngineOptions {
  config?: string
  /** Of Feishu, over the configuration. */
  domain?: string
  /** Serve the page with Stately's inspector, too. */
  stately: boolean
  /** What is said wakes nobody: the schedule alone runs. */
  isIdle?: boolean
}

export async function serve(options: ServeOptions): Promise<void> {
  const { config: file, domain, stately, isIdle = false } = options
  const engine = engineOf(options)
  const config = atDomain(loadServed(file), domain)
  const log = makeLog(config.log)
  for (const warning of config.warnings) log.warn(warning)
  const budgets = soundBudgets(config)
  const service = await startService(config, log, { stately, isIdle, ...(engine && { engine }) })
  const rooms = config.channels.web.rooms.map(({ id }) => id)
  const bots = config.bots.map(({ name, role }) => `${name} (${role})`)
  log.info(
    { url: service.url, rooms, bots, store: config.store.path },
    config.file ? `listening, configured by ${config.file}` : 'listening, with the built-in demo',
  )
  if (isIdle) log.info('idle: the schedule alone runs; what is said is kept, and wakes nobody')
  for (const { isLow, text } of budgets) log[isLow ? 'warn' : 'info'](text)
  if (service.rehearsal) {
    log.warn(
      'no language model is set: the rehearsal model answers, and says so. Set OPENAI_API_KEY (and OPENAI_BASE_URL, CHIME_MODEL) for a real one',
    )
  }
  if (stately) {
    log.warn(
      { page: `${service.url}/stately/` },
      'the page for Stately’s inspector is served: once its button is pressed, the browser passes states and event names of the bots on to a third party, stately.ai',
    )
  }
  stopOnSignal(log, () => service.stop())
}

/** Throws a ConfigError where a budget is too small for a single answer: such a bot would be silent for ever (U1). */
function soundBudgets(config: Config): { isLow: boolean; text: string }[] {
  const told = budgetFindings(config).map(({ sign, found, next }) => ({
    sign,
    text: next === undefined ? found : `${found}: ${next}`,
  }))
  const refused = told.filter(({ sign }) => sign === 'bad')
  if (refused.length > 0) throw new ConfigError(refused.map(({ text }) => text))
  return told.map(({ sign, text }) => ({ isLow: sign === 'warn', text: `budget: ${text}` }))
}

function stopOnSignal(log: Log, stop: () => Promise<void>): void {
  let stopping: Promise<void> | undefined
  const onSignal = (signal: string): void => {
    // npm passes a signal on that the terminal has already sent: the second one must not cut the first stop short.
    stopping ??= stop().then(() => {
      log.info({ signal }, 'stopped')
      process.exit(0)
    })
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
