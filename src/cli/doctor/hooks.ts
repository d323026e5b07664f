// Whether the modules of hooks can be loaded, and which hooks each has.
import type { Config } from '../../config/config.ts'
import { onOneLine } from '../../terminal/terminal-text.ts'
import { loadHooks } from '../../tools/hooks/load-hooks.ts'
import { bad, type Finding, ok } from './finding.ts'

/** Each is loaded as the service would, and let go. */
export async function checkHooks({ hooks = [] }: Pick<Config, 'hooks'>): Promise<Finding[]> {
  return Promise.all(
    hooks.map(async (path) => {
      try {
        const loaded = await loadHooks(path)
        await loaded.stop()
        return ok('hooks', `${loaded.name}: ${loaded.hooks.join(', ')} (${path})`)
      } catch (error) {
        return bad('hooks', onOneLine((error as Error).message), 'the service does not start without it')
      }
    }),
  )
}
