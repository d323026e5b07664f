// Tools of this machine, and where they work.
import { dirname, join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import type { RunParts } from '../jobs/hosted-group.ts'
import { pageTool } from '../jobs/run/page-tool.ts'
import { tapeTools } from '../jobs/run/tape-tools.ts'
import type { McpCommands } from '../jobs/command/mcp-accept.ts'
import { namedMcpTools } from '../config/mcp.ts'
import type { McpTools } from '../tools/mcp/mcp-tools.ts'
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
  /** Tools of MCP servers. */
  mcp?: McpTools | undefined
}

/** undefined: no bot has tools. */
export async function openRuns({ config, log, tape, mcp }: Options): Promise<RunParts | undefined> {
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
    registry: makeRegistry([...tools, pageTool(tape), ...tapeTools(tape)], mcp),
    tape,
    workspaceOf: (place: Place) => workspaceOf(root(place.bot), place),
    failed,
    ...(mcp && { mcp: mcpCommands(mcp, agents) }),
  }
}

/** What operators of a bot hear of the tools that its rules name, and may accept. */
const mcpCommands = (mcp: McpTools, bots: Config['bots']): McpCommands => {
  const namedFor = (bot: string) => namedMcpTools(bots.filter(({ id }) => id === bot))
  return {
    off: (bot) =>
      mcp.standings().flatMap(({ tool, off, pin }) => (off && namedFor(bot).has(tool) ? [{ tool, off, pin }] : [])),
    accept: (bot, tool, hash) => (namedFor(bot).has(tool) ? mcp.accept(tool, hash) : 'unknown'),
  }
}

const namesShell = ({ tools }: { tools: readonly string[] }): boolean => tools.includes(shellName)
