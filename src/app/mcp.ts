// The MCP servers of a service: a line each under the connection chart, and what their tools are pinned to in the store.
import type { DatabaseSync } from 'node:sqlite'
import { ChannelError, type Line } from '../channels/channel.ts'
import { makeConnections } from '../channels/connections.ts'
import type { Config } from '../config/config.ts'
import { type McpServerConfig, namedMcpTools } from '../config/mcp.ts'
import type { Log } from '../config/log.ts'
import type { ConnectionRow } from '../feed/contract.ts'
import type { Failures } from '../health/failures.ts'
import type { McpCommands } from '../jobs/command/mcp-accept.ts'
import { openMcpPins } from '../store/mcp-pins.ts'
import { makeMcpTools, type McpTools, type Standing } from '../tools/mcp/mcp-tools.ts'
import { type Pins, shownHash } from '../tools/mcp/pins.ts'

interface Options {
  config: Config
  db: DatabaseSync
  now: () => number
  log: Log
  failures: Pick<Failures, 'note'>
  onStop: (close: () => unknown) => unknown
}

/** As the lines of bots, with longer pauses: a program that falls at once is not started every second. */
const settings = { firstPauseMs: 1_000, longestPauseMs: 300_000, steadyMs: 60_000, timeoutMs: 30_000 }

const mcpChannel = 'mcp'

interface Lines {
  rows: () => ConnectionRow[]
  onChange: (listen: () => void) => void
  retry: (bot: string, channel: string) => boolean
}

/** Starts the servers of which rules name a tool; `connections`: with their lines. */
export function openMcp<Others extends Lines>(
  { config, db, now, log, failures, onStop }: Options,
  others: Others,
): { connections: Others; mcp?: McpTools } {
  const named = namedMcpTools(config.bots)
  const servers = (config.mcp ?? []).filter(({ name }) => [...named].some((tool) => tool.startsWith(`mcp.${name}.`)))
  if (servers.length === 0) return { connections: others }
  const listeners: (() => void)[] = []
  const mcp = makeMcpTools({
    servers,
    named,
    // Only what was read off a server is ever put there.
    pins: openMcpPins(db) as Pins,
    now: () => performance.now(),
    changed(standing) {
      logStanding(log, standing)
      for (const listen of listeners) listen()
    },
  })
  const connections = makeConnections<LineTo, McpServerConfig & { id: string }>({
    now,
    kind: 'mcp',
    settings,
    identified: () => undefined,
  })
  connections.onChange((row, before) => {
    const { bot: server, state, reason } = row
    if (state === before) return
    mcp.hide(server, state === 'failed')
    if (state === 'failed' || state === 'backingOff') failures.note('mcp', `${server}: ${reason}`)
    logLine(log, row)
  })
  const rows = (): ConnectionRow[] => {
    const off = Map.groupBy(mcp.standings(), ({ server }) => server)
    return connections.rows().map((row) => {
      const toolsOff = (off.get(row.bot) ?? []).flatMap(({ tool, off: why }) => (why ? [{ tool, why }] : []))
      return toolsOff.length === 0 ? row : { ...row, toolsOff }
    })
  }
  onStop(connections.stop)
  for (const server of servers) void connections.open(lineTo(mcp), { ...server, id: server.name })
  return {
    mcp,
    connections: {
      ...others,
      rows: () => [...others.rows(), ...rows()],
      onChange(listen: () => void) {
        others.onChange(listen)
        connections.onChange(listen)
        listeners.push(listen)
      },
      retry: (bot: string, channel: string) =>
        channel === mcpChannel ? connections.retry(bot, channel) : others.retry(bot, channel),
    },
  }
}

/** What operators of a bot hear of the tools that its rules name, and may accept. */
export function mcpCommands(mcp: McpTools, bots: Config['bots']): McpCommands {
  const namedFor = (bot: string) => namedMcpTools(bots.filter(({ id }) => id === bot))
  return {
    off: (bot) =>
      mcp.standings().flatMap(({ tool, off, pin }) => (off && namedFor(bot).has(tool) ? [{ tool, off, pin }] : [])),
    accept: (bot, tool, hash) => (namedFor(bot).has(tool) ? mcp.accept(tool, hash) : 'unknown'),
  }
}

interface LineTo {
  name: string
  identify: (server: { name: string }) => Promise<{ id: string; name: string }>
  connect: (server: { name: string }, line: Line) => Promise<() => Promise<void>>
}

/** A server is who the configuration says: what it calls itself proves nothing. */
const lineTo = (tools: McpTools): LineTo => ({
  name: mcpChannel,
  identify: ({ name }) => Promise.resolve({ id: name, name }),
  async connect({ name }, line) {
    try {
      const close = await tools.open(name, { down: (trouble) => line.down(trouble) })
      line.ready()
      return close
    } catch (error) {
      const { message, permanent } = error as Error & { permanent?: boolean }
      throw new ChannelError(permanent === true ? 'permanent' : 'unavailable', message, { cause: error })
    }
  },
})

function logStanding(log: Log, { tool, off, pin, problem }: Standing): void {
  const next = pin?.offered && `,mcp.accept ${tool} ${shownHash(pin.offered)}`
  if (off === 'changed')
    log.warn({ tool, next }, 'the tool is described in other words than before: it is off until an operator accepts it')
  else if (off === 'missing') log.warn({ tool }, 'rules name a tool that its MCP server does not have')
  else if (off === 'unfit') log.warn({ tool, problem }, 'the tool of an MCP server cannot be offered to models')
  else log.info({ tool, pinned: pin && shownHash(pin.pinned) }, 'the tool of an MCP server is on')
}

function logLine(log: Log, { bot: server, state, reason, retryAt }: ConnectionRow): void {
  const line = { server, ...(reason !== undefined && { error: reason }) }
  if (state === 'failed') log.error(line, 'the MCP server cannot be used, and trying again does not help')
  else if (state === 'backingOff')
    log.warn(
      { ...line, retryAt: new Date(retryAt ?? 0).toISOString() },
      'the MCP server is not there; it is tried again',
    )
  else if (state === 'online') log.info(line, 'the MCP server is there')
}
