// Whether MCP servers answer, what their tools are called in rules, and which of those that rules name are off.
import { existsSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import { type McpServerConfig, namedMcpTools } from '../../config/mcp.ts'
import { isOlder, openForReading } from '../../store/database.ts'
import { readMcpPins } from '../../store/mcp-pins.ts'
import { connectServer, type ServerLine } from '../../tools/mcp/connect-server.ts'
import { namesIn } from '../../tools/mcp/mcp-tools.ts'
import { type Pin, shownHash } from '../../tools/mcp/pins.ts'
import { onOneLine } from '../../terminal/terminal-text.ts'
import { type Finding, ok, warn } from './finding.ts'

/** Each is started, or asked at its address, as the service would. */
export async function checkMcp({ mcp = [], bots, store }: Config): Promise<Finding[]> {
  const named = namedMcpTools(bots)
  const pins = mcp.length === 0 ? [] : pinsOf(store.path)
  const found = await Promise.all(mcp.map((server) => checkServer(server, named, pins)))
  return found.flat()
}

async function checkServer(
  server: McpServerConfig,
  named: ReadonlySet<string>,
  pins: readonly Pin[],
): Promise<Finding[]> {
  const { name } = server
  try {
    const line = await connectServer(server, { down: () => undefined, listChanged: () => undefined })
    const given = await listOnce(line)
    const tools = namesIn(name, given)
    const all = [...tools.keys()]
    const findings = [...named].flatMap((tool): Finding[] => {
      if (!tool.startsWith(`mcp.${name}.`)) return []
      const read = tools.get(tool)
      if (!read) return [warn('mcp', `${name} has no tool ${tool}`, `it has ${listed(all)}`)]
      if ('problem' in read) return [warn('mcp', `${tool} cannot be offered to models: ${read.problem}`)]
      const pin = pins.find((each) => each.tool === tool)
      if (!pin || pin.pinned.hash === read.hash) return []
      const next = `an operator accepts it in a chat: ,mcp.accept ${tool} ${shownHash(read)}`
      return [warn('mcp', `${tool} is described in other words than were accepted: it is off`, next)]
    })
    const on = all.filter((tool) => named.has(tool)).length
    return [
      ok('mcp', onOneLine(`${name} answers: ${on} of its ${all.length} tools are named in rules (${listed(all)})`)),
      ...findings,
    ]
  } catch (error) {
    // The service goes on without it.
    return [warn('mcp', onOneLine(`${name}: ${(error as Error).message}`), 'its tools are off until it answers')]
  }
}

async function listOnce(line: ServerLine): Promise<unknown[]> {
  try {
    return await line.list()
  } finally {
    await line.close()
  }
}

/** What the service has accepted so far. */
function pinsOf(path: string): Pin[] {
  if (!existsSync(path)) return []
  try {
    using db = openForReading(path)
    // Only what was read off a server is ever put there.
    return isOlder(db) ? [] : (readMcpPins(db) as Pin[])
  } catch {
    // The check of the store says why.
    return []
  }
}

const mostShown = 20
const listed = (tools: readonly string[]): string =>
  tools.length === 0
    ? 'none'
    : `${tools.slice(0, mostShown).join(', ')}${tools.length > mostShown ? ` and ${tools.length - mostShown} more` : ''}`
