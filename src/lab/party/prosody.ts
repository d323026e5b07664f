// Debian's XMPP server, started on loopback with a configuration and data to throw away.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onPath } from '../../config/on-path.ts'
import { signalChild } from './signal-child.ts'

export type Prosody = Awaited<ReturnType<typeof startProsody>>

/** Its path. */
export const findProsody = (): string | undefined => onPath('prosody')

interface Options {
  /** Hears its process id; the terminal's Ctrl-C does not reach it then. */
  watch?: (pid: number | undefined) => void
  /** May put modules into its folder; returns those of the rooms, and what the configuration ends with. */
  prepare?: (folder: string) => { modules: readonly string[]; lines: string }
}

/** The domain is `localhost`, its rooms are on `conference.localhost`. Resolves when it listens. */
export async function startProsody(
  users: readonly string[],
  { watch, prepare = () => ({ modules: [], lines: '' }) }: Options = {},
) {
  const program = findProsody()
  if (!program) throw new Error('no Prosody on the PATH')
  const folder = mkdtempSync(join(tmpdir(), 'chime-prosody-'))
  const port = await freePort()
  const password = 'secret'
  const accounts = join(folder, 'data/localhost/accounts')
  mkdirSync(accounts, { recursive: true })
  for (const user of users) writeFileSync(join(accounts, `${user}.dat`), `return { ["password"] = "${password}"; };\n`)
  const { modules, lines } = prepare(folder)
  writeFileSync(join(folder, 'prosody.cfg.lua'), configuration(folder, port, modules) + lines)

  let server: ChildProcess | undefined
  const kill = async (): Promise<void> => {
    const running = server
    server = undefined
    if (running && signalChild(running, 'SIGKILL')) await once(running, 'exit')
  }
  const start = async (): Promise<void> => {
    const config = join(folder, 'prosody.cfg.lua')
    server = spawn(program, ['-F', '--config', config], { stdio: 'ignore', detached: watch !== undefined })
    watch?.(server.pid)
    const isUp = async (tries = 0): Promise<boolean> => {
      if (await listens(port)) return true
      if (server?.exitCode !== null || tries > 200) return false
      await pause(50)
      return isUp(tries + 1)
    }
    if (await isUp()) return
    await kill()
    throw new Error(`Prosody did not start:\n${readFileSync(join(folder, 'prosody.log'), 'utf8')}`)
  }
  const stop = async (): Promise<void> => {
    await kill()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await start()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    service: `xmpp://127.0.0.1:${port}`,
    /** A room's address. */
    room: (name: string) => `${name}@conference.localhost`,
    jid: (name: string) => `${name}@localhost`,
    /** Of everybody. */
    password,
    /** At once, as a power cut does. */
    kill,
    /** Again, on the same port with the same data. */
    start,
    /** Ends it and removes its data. */
    stop,
  }
}

const configuration = (folder: string, port: number, modules: readonly string[]): string => `
daemonize = false
run_as_root = true
pidfile = "${folder}/prosody.pid"
data_path = "${folder}/data"
plugin_paths = { "${folder}" }
log = { { levels = { min = "info" }, to = "file", filename = "${folder}/prosody.log" } }
interfaces = { "127.0.0.1" }
c2s_ports = { ${port} }
c2s_require_encryption = false
allow_unencrypted_plain_auth = false
modules_enabled = { "roster", "saslauth", "disco", "ping", "mam", "smacks", "offline" }
modules_disabled = { "s2s", "tls" }
authentication = "internal_plain"
storage = "internal"
VirtualHost "localhost"
Component "conference.localhost" "muc"
  modules_enabled = { ${['muc_mam', ...modules].map((name) => `"${name}"`).join(', ')} }
  muc_room_locking = false
  muc_tombstones = false
  muc_room_default_persistent = true
  muc_room_default_public_jids = true
`

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
