// The tools of MCP servers that rules name, as bots may use them now: pinned, and called over the line of their server.
import { z } from 'zod'
import type { McpServerConfig } from '../../config/mcp.ts'
import type { MovingTools } from '../registry.ts'
import type { Tool } from '../tool.ts'
import { callTool } from './call-tool.ts'
import { connectServer, type LineTold, type ServerLine } from './connect-server.ts'
import { houseName, readDescription, type Read } from './described.ts'
import type { LineEnd } from './line-end.ts'
import { type Accepted, makePinned, type Pin, type Pins } from './pins.ts'

/** Why a tool that rules name is off. `changed`: an operator may accept it. */
export type Off = 'changed' | 'missing' | 'unfit'

export interface Standing {
  tool: string
  server: string
  off?: Off
  /** Of an unfit one. */
  problem?: string
  pin?: Pin
}

interface Options {
  servers: readonly McpServerConfig[]
  /** Tools that rules name; of the others nothing is kept. */
  named: ReadonlySet<string>
  pins: Pins
  /** ms, of a clock that nobody sets. */
  now: () => number
  /** Something of what is on or off is another one. */
  changed: (standing: Standing) => void
  connect?: typeof connectServer
}

export interface McpTools extends MovingTools {
  /** All that rules name, of servers that were asked at least once, or whose tools are known from before. */
  standings: () => readonly Standing[]
  accept: (tool: string, hash: string) => Accepted
  /** A server's line; resolves when its tools are listed. Rejects with a LineError. */
  open: (server: string, told: Pick<LineTold, 'down'>) => Promise<() => Promise<void>>
  /** Trying again does not help: its tools are off until it is online again. */
  hide: (server: string, isHidden: boolean) => void
}

/** A list that is older is asked for again before a call, ms. */
const freshMs = 60_000
/** A server that tells of changes all the time is not asked all the time, ms. */
const askAgainMs = 1_000

interface Server {
  config: McpServerConfig
  line?: ServerLine | undefined
  /** By the house's names; undefined: it was not asked since the start. */
  listed?: ReadonlyMap<string, Read>
  listedAt: number
  isHidden: boolean
  asking?: Promise<void> | undefined
}

export function makeMcpTools({
  servers: configs,
  named,
  pins,
  now,
  changed,
  connect = connectServer,
}: Options): McpTools {
  const pinned = makePinned(pins)
  const servers = new Map(
    configs.map((config): [string, Server] => [config.name, { config, listedAt: -Infinity, isHidden: false }]),
  )
  let tools: readonly Tool[] = []
  let edition = 0
  let known = new Map<string, string>()
  renew()

  function standings(): Standing[] {
    return [...named].flatMap((tool): Standing[] => {
      const server = servers.get(tool.split('.')[1] ?? '')
      if (!server) return []
      const of = { tool, server: server.config.name }
      const pin = pinned.of(tool)
      const read = server.listed?.get(tool)
      if (server.listed && !read) return [{ ...of, off: 'missing', ...(pin && { pin }) }]
      if (read && 'problem' in read) return [{ ...of, off: 'unfit', problem: read.problem }]
      if (!pin) return []
      return [{ ...of, pin, ...(pin.offered && { off: 'changed' as const }) }]
    })
  }

  function renew(): void {
    const all = standings()
    tools = all.flatMap(({ off, pin, server }) => {
      const found = servers.get(server)
      return off || !pin || !found || found.isHidden ? [] : [made(found, pin)]
    })
    edition += 1
    const standing = new Map(all.map((each) => [each.tool, `${each.off} ${each.pin?.offered?.hash}`]))
    for (const each of all) if (known.get(each.tool) !== standing.get(each.tool)) changed(each)
    known = standing
  }

  function made(server: Server, { tool, pinned: { name, description, parameters, hash } }: Pin): Tool {
    const { config } = server
    const isRead = config.read.includes(name) || config.read.includes(tool.slice(tool.lastIndexOf('.') + 1))
    const effect = isRead ? 'read' : 'once'
    return {
      name: tool,
      description: description === '' ? name : description,
      // Its annotations prove nothing.
      effect,
      schema: z.object({}),
      parameters,
      readsOutside: true,
      run: (args, context) =>
        callTool(
          {
            tool,
            effect,
            name,
            timeoutMs: config.timeoutMs,
            line: () => server.line,
            /** Whether it is still the one that was offered. */
            isOn: async () => {
              if (now() - server.listedAt > freshMs) await list(server)
              const pin = pinned.of(tool)
              return pin?.pinned.hash === hash && !pin.offered && server.listed?.has(tool) === true
            },
          },
          args,
          context,
        ),
    }
  }

  /** Rejects with a LineError. */
  function list(server: Server): Promise<void> {
    server.asking ??= ask(server).finally(() => {
      server.asking = undefined
    })
    return server.asking
  }

  async function ask(server: Server): Promise<void> {
    const { line, config } = server
    const given = await line?.list()
    if (!given || server.line !== line) return
    server.listed = namesIn(config.name, given)
    server.listedAt = now()
    for (const [tool, read] of server.listed)
      if (named.has(tool) && !('problem' in read)) pinned.seen(config.name, tool, read)
    renew()
  }

  const serverOf = (name: string): Server => {
    const found = servers.get(name)
    if (!found) throw new Error(`no MCP server is called ${name}`)
    return found
  }

  return {
    tools: () => tools,
    edition: () => edition,
    standings,
    accept(tool, hash) {
      const result = pinned.accept(tool, hash)
      if (result === 'accepted') renew()
      return result
    },
    async open(name, { down }) {
      const server = serverOf(name)
      let timer: NodeJS.Timeout | undefined
      let line: ServerLine | undefined
      const gone = (): void => {
        clearTimeout(timer)
        if (line && server.line === line) server.line = undefined
      }
      line = await connect(server.config, {
        down(end: LineEnd) {
          gone()
          down(end)
        },
        listChanged() {
          // What is known of it may be wrong from now on.
          server.listedAt = -Infinity
          timer ??= setTimeout(() => {
            timer = undefined
            list(server).catch(() => undefined)
          }, askAgainMs).unref()
        },
      })
      server.line = line
      try {
        server.asking = undefined
        await list(server)
      } catch (error) {
        gone()
        await line.close()
        throw error
      }
      return async () => {
        gone()
        await line.close()
      }
    },
    hide(name, isHidden) {
      const server = serverOf(name)
      if (server.isHidden === isHidden) return
      server.isHidden = isHidden
      renew()
    },
  }
}

/** Two tools that rules could not tell apart are both unfit. */
export function namesIn(server: string, given: readonly unknown[]): ReadonlyMap<string, Read> {
  const found = new Map<string, Read>()
  for (const each of given) {
    const read = readDescription(each)
    if (!read) continue
    const name = houseName(server, read.name)
    const twin = found.get(name)
    found.set(name, twin ? { name: twin.name, problem: 'another tool of the server is called like it' } : read)
  }
  return found
}
