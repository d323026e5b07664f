// What lies around the service: Node, the bots' own ids, the roster, the address it listens on.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Config } from '../../config/config.ts'
import { isLoopback } from '../../config/loopback.ts'
import { loadRoster } from '../../prompt/roster.ts'
import { runningService } from '../running.ts'
import { bad, type Finding, ok, warn } from './finding.ts'
import { checkService } from './service.ts'

const neededNode = '24.15'

export function checkNode(version = process.versions.node): Finding {
  if (version.localeCompare(neededNode, 'en', { numeric: true }) >= 0) return ok('node', version)
  const next = 'run npm install (on Linux it brings its own Node 24), or install it from https://nodejs.org'
  return bad('node', `${version}, ${neededNode} or newer is needed`, next)
}

export function checkRoster({ rosterFolder }: Config): Finding[] {
  if (!existsSync(rosterFolder)) return [ok('roster', `no folder ${rosterFolder}: the bots know each other only`)]
  const problems: string[] = []
  const members = loadRoster(rosterFolder, (problem) => problems.push(problem))
  const next = 'correct the table: name, id, role, expertise'
  return [
    ok('roster', `${members.length} members in ${rosterFolder}`),
    ...problems.map((found) => warn('roster', found, next)),
  ]
}

export async function checkAddress(web: Config['channels']['web']): Promise<Finding[]> {
  const { host, port, token } = web
  const isOpen = !isLoopback(host)
  const reach = isOpen ? 'other machines may come in' : 'this machine only'
  const guard = `${reach}, ${token === undefined ? 'no token needed' : 'a token is asked for'}`
  return [...(await checkPort(web)), ok('access', `${host}:${port}: ${guard}`)]
}

async function checkPort(web: Config['channels']['web']): Promise<Finding[]> {
  const { host, port } = web
  const code = await whyTaken(host, port)
  if (code === undefined) return [ok('port', `${port} is free`)]
  if (code === 'EADDRINUSE') {
    const running = await runningService(web)
    const next = 'stop it or set CHIME_PORT'
    if (!running) return [bad('port', `${port} is taken by another program`, next)]
    const found = `${port} is held by a running Chime on Node ${running.node}, ${running.halted} groups stopped`
    return [(running.halted === 0 ? ok : warn)('port', found), ...checkService(running)]
  }
  const next = code === 'EACCES' ? 'set CHIME_PORT to 1024 or above' : 'correct CHIME_HOST or CHIME_PORT'
  return [bad('port', `${host}:${port} cannot be opened (${code})`, next)]
}

async function whyTaken(host: string, port: number): Promise<string | undefined> {
  const server = createServer()
  try {
    const listening = once(server, 'listening')
    server.listen({ host, port, exclusive: true })
    await listening
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  } finally {
    if (server.listening) server.close()
  }
}
