// ,mcp.accept: an operator looks at how a tool of an MCP server is described now, and accepts that very description.
import type { CommandWords } from '../../commands/command-words.ts'
import type { Off } from '../../tools/mcp/mcp-tools.ts'
import { type Accepted, type Pin, shownHash } from '../../tools/mcp/pins.ts'

/** What operators of a bot hear of tools that its rules name. */
export interface McpCommands {
  off: (bot: string) => readonly { tool: string; off: Off; pin?: Pin | undefined }[]
  accept: (bot: string, tool: string, hash: string) => Accepted
}

/** A line each, under those that are on. */
export const offLines = (mcp: McpCommands | undefined, bot: string, words: CommandWords): string[] =>
  (mcp?.off(bot) ?? []).map(({ tool, off }) => `${tool} – ${words.toolOff[off]}`)

/** Undefined: `said` names no tool that waits. Without a hash it tells what has changed. */
export function acceptOrShow(
  mcp: McpCommands | undefined,
  bot: string,
  said: string,
  words: CommandWords,
): string | undefined {
  const [name = '', hash] = said.split(/\s+/)
  const tool = name.startsWith('mcp.') ? name : `mcp.${name}`
  if (hash !== undefined && mcp?.accept(bot, tool, hash) === 'accepted') return words.mcpAccepted(tool)
  const waiting = mcp?.off(bot).find((each) => each.tool === tool && each.off === 'changed')?.pin
  if (!waiting?.offered) return undefined
  const { pinned, offered } = waiting
  // Also to whoever accepts what is described in other words again.
  return words.mcpChange({
    tool,
    before: pinned.description,
    now: offered.description,
    takes: changedIn(pinned, offered),
    hash: shownHash(offered),
  })
}

/** JSON of what it takes now, where that is something else than before. */
function changedIn(before: Pin['pinned'], now: Pin['pinned']): string | undefined {
  const text = JSON.stringify(now.parameters)
  return text === JSON.stringify(before.parameters) ? undefined : text
}
