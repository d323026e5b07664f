// The modules of hooks of a service: loaded before anything is asked, and what goes wrong in them told at a bounded rate.
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import { countedLog } from '../feed/counted-log.ts'
import type { Failures } from '../health/failures.ts'
import { type Hooks, makeHooks } from '../tools/hooks/hooks.ts'
import { loadHooks } from '../tools/hooks/load-hooks.ts'

interface Options {
  config: Pick<Config, 'hooks'>
  log: Log
  failures: Pick<Failures, 'note'>
  onStop: (close: () => unknown) => unknown
}

interface Line {
  hook: string
  error: string
}

/** Undefined: there are none. Rejects where one cannot be loaded: a service that lacks a check without a word would be worse. */
export async function openHooks({ config, log, failures, onStop }: Options): Promise<Hooks | undefined> {
  if (!config.hooks) return undefined
  const sources = []
  for (const path of config.hooks) {
    // oxlint-disable-next-line no-await-in-loop -- the first that cannot be loaded is told
    const loaded = await loadHooks(path)
    onStop(loaded.stop)
    sources.push(loaded)
    log.info({ path, hooks: loaded.hooks.join(', ') }, 'hooks are loaded')
  }
  const lines = countedLog<Line>(
    ({ hook }) => hook,
    (line, more) =>
      log.error({ ...line, ...(more > 0 && { more }) }, 'a hook failed: what it was to check is not done, or not used'),
  )
  onStop(lines.stop)
  return makeHooks(sources, {
    failed(name, hook, error) {
      const { message } = error as Error
      failures.note('hooks', `${name}: ${hook}: ${message}`)
      lines.tell({ hook: `${name} ${hook}`, error: message })
    },
  })
}
