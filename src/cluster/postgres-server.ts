// A Postgres to throw away, on a unix socket alone: for development and tests.
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { onPath } from '../config/on-path.ts'
import { type Child, startChild, tellOfEnd } from './child.ts'
import { until } from './until.ts'

interface Options {
  /** Its data, its socket and its log are in it; what is there from an earlier time is taken up. */
  folder: string
  /** Where its log goes; the same folder when absent. */
  logs?: string
  /** Settings of postgresql.conf over those below. */
  settings?: Record<string, string>
  /** Hears of it when it ended without being told to. */
  tell?: (line: string) => void
  timeoutMs?: number
}

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>

export const missingPostgres = 'no Postgres: run `apt-get install postgresql` as root'
const user = 'chime'
/** Bytes that the address of a unix socket may have: 107 on Linux, 103 on a Mac. */
const longestSocket = 103

/** Resolves when it takes connections. */
export async function startPostgres({
  folder: given,
  logs = given,
  settings = {},
  tell = () => {},
  timeoutMs = 30_000,
}: Options) {
  const programs = findPostgres()
  if (programs === undefined) throw new Error(missingPostgres)
  const folder = resolve(given)
  const data = join(folder, 'data')
  const log = join(resolve(logs), 'postgres.log')
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) > longestSocket)
    throw new Error(`${folder} is too long for the address of a unix socket: choose a folder with a shorter path`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const before = asOther(folder)
  if (!existsSync(join(data, 'PG_VERSION'))) initialise([...before, programs.initdb], data)

  let child: Child | undefined
  const start = async (): Promise<void> => {
    if (child && child.ended() === undefined) return
    const all = { ...defaults, unix_socket_directories: folder, ...settings }
    const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const [program = '', ...args] = [...before, programs.postgres, '-D', data, ...flags]
    const end = performance.now() + timeoutMs
    const attempt = async (): Promise<void> => {
      const started = startChild({ program, args, env: environment(), cwd: '/', log })
      child = started
      try {
        await until(async () => isReady(data, started.pid), { what: 'Postgres', child: started, timeoutMs })
      } catch (error) {
        await started.kill()
        // Children of a killed server go on until they see that it is gone.
        if (!/pre-existing shared memory/.test(String(error)) || performance.now() > end) throw error
        await attempt()
      }
    }
    await attempt()
    if (child) tellOfEnd('Postgres', child, tell)
  }
  await start()
  return {
    /** As libpq reads it; the npm package `postgres` takes the folder as `host`. */
    url: `postgres://${user}@${encodeURIComponent(folder)}/postgres`,
    connection: { host: folder, user, database: 'postgres' },
    pid: (): number | undefined => child?.pid,
    log,
    /** At once, as a power cut does. */
    kill: async (): Promise<void> => child?.kill(),
    /** Again, at the same address with the same data. */
    start,
    async restart(): Promise<void> {
      await child?.end('SIGINT', timeoutMs)
      await start()
    },
    /** Ends it; its folder stays. */
    stop: async (): Promise<void> => child?.end('SIGINT', timeoutMs),
  }
}

interface Programs {
  initdb: string
  postgres: string
}

/** Debian keeps them off the PATH, a folder a version: the newest is taken. CHIME_POSTGRES_BIN names another folder. */
export function findPostgres(): Programs | undefined {
  const versions = globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  const path = process.env['CHIME_POSTGRES_BIN'] ?? [...versions, process.env['PATH'] ?? ''].join(delimiter)
  const [initdb, postgres] = ['initdb', 'postgres'].map((name) => onPath(name, path))
  return initdb !== undefined && postgres !== undefined ? { initdb, postgres } : undefined
}

const defaults = {
  listen_addresses: '',
  port: '5432',
  // Else a server that is killed leaves files in /dev/shm.
  dynamic_shared_memory_type: 'mmap',
  // The folder is ours alone, and so is the socket in it.
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '64MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
}

function initialise(command: readonly string[], data: string): void {
  const options = [
    '-D',
    data,
    '-U',
    user,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ]
  const [program = '', ...args] = [...command, ...options]
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: '/', env: environment(), encoding: 'utf8' })
  if (status !== 0) throw new Error(`Postgres could not make ${data}: ${error?.message ?? `${stdout}${stderr}`.trim()}`)
}

/** Nothing of the user's own settings of Postgres reaches it. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG') && !/^LC_|^LANG/.test(name)))

/** Noted by the server itself; the note of one that was killed stays, with another id. */
function isReady(data: string, pid: number | undefined): boolean {
  const path = join(data, 'postmaster.pid')
  const [noted, , , , , , , status] = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  return Number(noted) === pid && status?.trim() === 'ready'
}

/**
 * Postgres refuses to run as root. What stands before the command lets it run as Debian's user, else as nobody, and gives that
 * user the folder. Where the way to the folder is closed to others (one below /root), it may pass there nevertheless.
 */
function asOther(folder: string): string[] {
  if (process.getuid?.() !== 0) return []
  const setpriv = onPath('setpriv')
  if (!setpriv) throw new Error('Postgres does not run as root, and there is no setpriv to run it as another user')
  const other = accountOf('postgres') ?? accountOf('nobody')
  if (!other) throw new Error('Postgres does not run as root, and there is neither a user postgres nor a user nobody')
  chownSync(folder, other.uid, other.gid)
  const ids = [`--reuid=${other.uid}`, `--regid=${other.gid}`, '--clear-groups']
  const pass = ['--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override']
  return [setpriv, ...ids, ...(isOpen(dirname(folder)) ? ['--inh-caps=-all'] : pass)]
}

/** Whether others may pass through it, and through all above it. */
const isOpen = (folder: string): boolean =>
  (statSync(folder).mode & 0o001) !== 0 && (dirname(folder) === folder || isOpen(dirname(folder)))

function accountOf(name: string): { uid: number; gid: number } | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid !== undefined && gid !== undefined ? { uid: Number(uid), gid: Number(gid) } : undefined
}
