// `chime serve`: the service until a signal ends it.
import { loadConfig } from '../config/config.ts'
import { type Log, makeLog } from '../feed/log.ts'
import { startService } from '../service.ts'
import { atDomain } from './domain.ts'

export interface ServeOptions {
  config?: string
  /** Of Feishu, over the configuration. */
  domain?: string
  /** Serve the page with Stately's inspector, too. */
  stately: boolean
}

export async function serve({ config: file, domain, stately }: ServeOptions): Promise<void> {
  const loaded = loadConfig({ ...(file !== undefined && { file }), env: process.env, cwd: process.cwd() })
  const config = atDomain(loaded, domain)
  const log = makeLog(config.log)
  for (const warning of config.warnings) log.warn(warning)
  const service = await startService(config, log, { stately })
  const rooms = config.channels.web.rooms.map(({ id }) => id)
  const bots = config.bots.map(({ name, role }) => `${name} (${role})`)
  log.info(
    { url: service.url, rooms, bots, store: config.store.path },
    config.file ? `listening, configured by ${config.file}` : 'listening, with the built-in demo',
  )
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
