// Tools of this machine, the tape of their runs, and where they work.
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import type { RunParts } from '../jobs/hosted-group.ts'
import { pageTool } from '../jobs/run/page-tool.ts'
import { openRunTape, type RunTape } from '../store/run-tape.ts'
import { openTapeMirror } from '../store/tape-mirror.ts'
import { bashTool } from '../tools/bash/bash.ts'
import { noBashWords, whyNoBox } from '../tools/bash/find-box.ts'
import { editTool } from '../tools/fs/edit.ts'
import { listTool } from '../tools/fs/list.ts'
import { readTool } from '../tools/fs/read.ts'
import { writeTool } from '../tools/fs/write.ts'
import { makeRegistry } from '../tools/registry.ts'
import { shellName } from '../tools/rights.ts'
import type { Place, Tool } from '../tools/tool.ts'
import { canWalk, workspaceOf } from '../tools/workspace.ts'

interface Options {
  db: DatabaseSync
  config: Config
  log: Log
  now: () => number
  onStop: (close: () => unknown) => unknown
}

export interface Runs extends RunParts {
  tape: RunTape
}

/** undefined: no bot has tools, or operators whose commands are to be on a tape. */
export async function openRuns({ db, config, log, now, onStop }: Options): Promise<Runs | undefined> {
  const agents = config.bots.filter(({ agent }) => agent)
  if (agents.length === 0 && config.bots.every(({ operators }) => operators.length === 0)) return undefined
  const tape = openRunTape(db)
  const mirror = openTapeMirror({
    db,
    path: config.store.path,
    now,
    failed: (error) => log.error({ error: String(error) }, 'a tape could not be written to its file'),
  })
  onStop(mirror.start())
  const registry = makeRegistry([...(await toolsOf(agents, log)), pageTool(tape)])
  const root = (bot: string): string =>
    agents.find(({ id }) => id === bot)?.agent?.workspace ?? join(dirname(config.store.path), 'workspaces')
  return {
    registry,
    tape,
    workspaceOf: (place: Place) => workspaceOf(root(place.bot), place),
    failed: (tool, error) => log.error({ tool, error: String(error) }, 'a tool failed'),
  }
}

/** The shell is looked for only where somebody may use it. */
async function toolsOf(agents: Config['bots'], log: Log): Promise<Tool[]> {
  const files = canWalk() ? [readTool, listTool, writeTool, editTool] : []
  const wantsShell = agents.some(({ agent }) =>
    agent?.allow.some(({ tools }) => tools.includes(shellName) || tools.includes('*')),
  )
  const none = wantsShell ? await whyNoBox() : undefined
  if (none) log.warn(noBashWords.en(none), 'tools')
  const failed = (error: unknown): void => log.error({ error: String(error) }, 'the shell could not be started')
  return wantsShell && !none ? [...files, bashTool(undefined, failed)] : files
}
