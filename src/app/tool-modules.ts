// The modules of tools of a service: loaded before a bot is offered anything, and what goes wrong in them told the log alone.
import { asTheirs, containForeignCode } from '../channels/contained.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import { countedLog } from '../feed/counted-log.ts'
import type { Failures } from '../health/failures.ts'
import { loadToolModules } from '../tools/modules/load-tools.ts'
import { wordsOf } from '../tools/modules/guarded-tool.ts'
import type { Tool } from '../tools/tool.ts'

interface Options {
  config: Pick<Config, 'tools'>
  log: Log
  failures: Pick<Failures, 'note'>
  onStop: (close: () => unknown) => unknown
}

interface Line {
  tool: string
  error: string
}

/** Rejects where one cannot be loaded: a service that lacks a tool without a word would be worse. */
export async function openToolModules({ config, log, failures, onStop }: Options): Promise<readonly Tool[]> {
  if (!config.tools) return []
  onStop(containForeignCode())
  const lines = countedLog<Line>(
    ({ tool }) => tool,
    (line, more) => log.error({ ...line, ...(more > 0 && { more }) }, 'a tool of a module failed; all else goes on'),
  )
  onStop(lines.stop)
  const failed = (tool: string, error: unknown): void => {
    failures.note('tools', `${tool}: ${wordsOf(error)}`)
    lines.tell({ tool, error: wordsOf(error) })
  }
  const loaded = await loadToolModules(config.tools, {
    inModule: (work) => asTheirs((error) => failed('outside of a call', error), work),
    failed,
  })
  for (const { path, tools } of loaded) log.info({ path, tools: namesOf(tools) }, 'tools are loaded')
  return loaded.flatMap(({ tools }) => tools)
}

const namesOf = (tools: readonly Tool[]): string => tools.map(({ name }) => name).join(', ')
