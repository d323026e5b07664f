// Tools of this machine, and where they work.
import { dirname, join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import type { RunParts } from '../jobs/hosted-group.ts'
import { pageTool } from '../jobs/run/page-tool.ts'
import { sendTool } from '../jobs/run/send-tool.ts'
import { tapeTools } from '../jobs/run/tape-tools.ts'
import { actorKey } from '../room/key.ts'
import type { Correction } from '../room/message.ts'
import type { Inbound } from '../room/steps.ts'
import type { RunTape } from '../store/run-tape.ts'
import { noBashWords } from '../tools/bash/find-box.ts'
import { machineTools } from '../tools/machine-tools.ts'
import { makeRegistry } from '../tools/registry.ts'
import { shellName } from '../tools/rights.ts'
import type { Place } from '../tools/tool.ts'
import { workspaceOf } from '../tools/workspace.ts'

interface Options {
  config: Config
  log: Log
  tape: RunTape
}

/** undefined: no bot has tools. */
export async function openRuns({ config, log, tape }: Options): Promise<RunParts | undefined> {
  const agents = config.bots.filter(({ agent }) => agent)
  if (agents.length === 0) return undefined
  const failed = (tool: string, error: unknown): void => log.error({ tool, error: String(error) }, 'a tool failed')
  const { tools, noBash } = await machineTools({ search: config.search, failed: (error) => failed(shellName, error) })
  if (noBash && agents.some(({ agent }) => agent?.allow.some(namesShell))) {
    const { found, next } = noBashWords.en(noBash)
    log.warn({ next }, found)
  }
  const root = (bot: string): string =>
    agents.find(({ id }) => id === bot)?.agent?.workspace ?? join(dirname(config.store.path), 'workspaces')
  return {
    registry: makeRegistry([
      ...tools,
      pageTool(tape),
      ...tapeTools(tape),
      ...(agents.some(({ agent }) => agent?.sendsItself) ? [sendTool] : []),
    ]),
    tape,
    workspaceOf: (place: Place) => workspaceOf(root(place.bot), place),
    failed,
  }
}

const namesShell = ({ tools }: { tools: readonly string[] }): boolean => tools.includes(shellName)

/** What charts are told of a message that was taken back: it may have asked for work that is under way. */
export const recallsOf = (
  { bots }: Pick<Config, 'bots'>,
  { group, id, text }: Correction,
  knows: (key: string) => boolean,
): Inbound[] =>
  text !== undefined
    ? []
    : bots
        .filter(({ agent }) => agent)
        .flatMap((bot) => [false, true].map((oneToOne) => actorKey({ bot: bot.id, group, oneToOne })))
        .filter(knows)
        .map((key) => ({ key, event: { type: 'message.recalled', message: id } }))
