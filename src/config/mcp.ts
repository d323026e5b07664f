// The MCP servers whose tools bots may use: how each is reached, what it is given, and which of its tools only read.
import { resolve } from 'node:path'
import type { BotConfig } from './bots.ts'
import { type Findings, type Path, printPath, suggest } from './explain.ts'
import { leadsToLoopback } from './loopback.ts'
import type { FileMcpServer } from './mcp-shape.ts'
import type { Variables } from './section.ts'

/** A program of this machine that speaks over its standard input and output, or a service at an address. */
export type McpReach =
  | { kind: 'stdio'; command: string; args: string[]; env: Record<string, string>; cwd: string }
  | { kind: 'http'; url: string; headers: Record<string, string> }

export interface McpServerConfig {
  /** `files` of the tools `mcp.files.…`. */
  name: string
  reach: McpReach
  /** Tools that only read, as the server calls them or as rules do; all others may change something. */
  read: string[]
  /** Of one call, ms; the bot's own `toolTimeoutMs` stands above it. */
  timeoutMs: number
  /** Bytes of one message of the server. */
  maxBytes: number
  /** What is kept out of the log, the records and the page. */
  secrets: string[]
}

export const mcpPrefix = 'mcp.'

const defaults = { timeoutMs: 30_000, maxBytes: 1_000_000 }
/** `_` would make two servers alike to a model. */
const serverName = /^[a-z][a-z0-9-]{0,15}$/
/** What is shorter would be cut out of words that have nothing to do with it. */
const leastSecret = 6

interface Around {
  /** Relative paths start here. */
  folder: string
  variables: Variables
}

/** By name. Of a server with a problem nothing is returned. */
export function resolveMcp(
  file: Record<string, FileMcpServer> | undefined,
  around: Around,
  findings: Findings,
): McpServerConfig[] {
  return Object.entries(file ?? {}).flatMap(([name, given]) => {
    const path: Path = ['mcp', name]
    if (!serverName.test(name)) {
      const words = 'expected a name of a-z, 0-9 and "-", 16 characters at most, that begins with a letter'
      findings.problem(path, words)
      return []
    }
    const { timeoutMs = defaults.timeoutMs, maxBytes = defaults.maxBytes, read = [] } = given
    const secrets: string[] = []
    const reach = reachOf(given, around, path, secrets, findings)
    return reach ? [{ name, reach, read, timeoutMs, maxBytes, secrets }] : []
  })
}

function reachOf(
  { command, args = [], env = {}, cwd = '.', url, headers = {} }: FileMcpServer,
  { folder, variables }: Around,
  path: Path,
  secrets: string[],
  findings: Findings,
): McpReach | undefined {
  if ((command === undefined) === (url === undefined)) {
    findings.problem(path, 'expected either command (a program of this machine) or url (a service)')
    return undefined
  }
  const filled = (values: Record<string, string>, key: string): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        fill(value, variables, [...path, key, name], secrets, findings),
      ]),
    )
  if (command !== undefined) {
    if (Object.keys(headers).length > 0) findings.problem([...path, 'headers'], 'only a server with a url has headers')
    return { kind: 'stdio', command, args, env: filled(env, 'env'), cwd: resolve(folder, cwd) }
  }
  if (args.length > 0 || Object.keys(env).length > 0)
    findings.problem(path, 'args and env are for a server with a command')
  const sent = filled(headers, 'headers')
  secrets.push(...Object.values(sent).filter((value) => value.length >= leastSecret))
  if (url?.startsWith('http:') && Object.keys(sent).length > 0 && !leadsToLoopback(url))
    findings.warn(`${printPath([...path, 'url'])}: what stands in headers is sent in the clear: use https`)
  return { kind: 'http', url: url ?? '', headers: sent }
}

/** `${NAME}` is what the environment or `.env` says. */
function fill(value: string, variables: Variables, path: Path, secrets: string[], findings: Findings): string {
  return value.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const found = variables[name]
    if (found === undefined || found === '') {
      findings.problem(path, `${name} is not set: put it into .env`)
      return ''
    }
    if (found.length >= leastSecret) secrets.push(found)
    return found
  })
}

/** Their tools are named one by one: a server adds others whenever it likes. */
export function checkMcpRules(
  bots: readonly BotConfig[],
  servers: readonly McpServerConfig[],
  findings: Findings,
): void {
  const known = servers.map(({ name }) => name)
  const named = new Set<string>()
  for (const [i, { agent }] of bots.entries())
    for (const [n, { tools }] of (agent?.allow ?? []).entries())
      for (const [t, tool] of tools.entries()) {
        if (!`${tool}.`.startsWith(mcpPrefix)) continue
        const path: Path = ['bots', i, 'agent', 'allow', n, 'tools', t]
        const [, server = '', ...rest] = tool.split('.')
        if (rest.length !== 1 || !/^[\w-]+$/.test(rest[0] ?? ''))
          findings.problem(path, `"${tool}": tools of MCP servers are named one by one, as mcp.files.search`)
        else if (!known.includes(server))
          findings.problem(
            path,
            `no MCP server is called "${server}": ${known.length === 0 ? 'name it under mcp' : suggest(server, known)}`,
          )
        else named.add(server)
      }
  for (const name of known)
    if (!named.has(name)) findings.warn(`${printPath(['mcp', name])}: no bot may use a tool of it: it is not started`)
}

/** Names of the tools of MCP servers that some rule of these bots names. */
export const namedMcpTools = (bots: readonly Pick<BotConfig, 'agent'>[]): ReadonlySet<string> =>
  new Set(
    bots.flatMap(({ agent }) =>
      (agent?.allow ?? []).flatMap(({ tools }) => tools.filter((name) => name.startsWith(mcpPrefix))),
    ),
  )
