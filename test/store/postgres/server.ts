// A throw-away Postgres on a unix socket in a temporary folder, ended by its process id.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { waitUntil } from './wait-until.ts'

/** Debian's, or one on the PATH. */
export const postgresPrograms = (): string | undefined => {
  const debians = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted(
    (a, b) => Number(b.split('/')[4]) - Number(a.split('/')[4]),
  )
  const onPath = (process.env['PATH'] ?? '').split(':').map((folder) => join(folder, 'initdb'))
  const found = [...debians, ...onPath].find((path) => existsSync(path))
  return found && dirname(found)
}

export interface TestServer extends AsyncDisposable {
  /** Of a new database of that name. */
  database(name: string): string
  pid(): number
  /** kill -9 of the whole server. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** `isDurable`: waits for the disk, as a real one does. */
export async function startServer({ isDurable = false } = {}): Promise<TestServer> {
  const programs = postgresPrograms()
  if (!programs) throw new Error('no Postgres: run `apt-get install postgresql` as root')
  const folder = mkdtempSync(join(tmpdir(), 'chime-pg-'))
  // Postgres refuses to run as root.
  const as = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid)
  const run = (program: string, args: readonly string[]): void => {
    const { status, stderr } = spawnSync(join(programs, program), args, { ...as, cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
  }
  run('initdb', ['-D', join(folder, 'data'), '-U', 'chime', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'])
  let server: ChildProcess | undefined
  let ended: Promise<unknown> | undefined

  async function start(): Promise<void> {
    const settings = { listen_addresses: '', unix_socket_directories: folder, fsync: isDurable ? 'on' : 'off' }
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    await waitUntil(async () => {
      const started = spawn(join(programs ?? '', 'postgres'), ['-D', join(folder, 'data'), ...args], {
        ...as,
        stdio: 'ignore',
      })
      const exited = once(started, 'exit')
      // After a kill the last of its processes may still be there: then it ends at once.
      const isUp = await Promise.race([exited.then(() => false), answers().then(() => true)])
      if (isUp) [server, ended] = [started, exited]
      return isUp
    }, 20_000)
  }

  const answers = (): Promise<void> =>
    waitUntil(
      () => spawnSync(join(programs, 'psql'), ['-h', folder, '-U', 'chime', '-c', '', 'postgres']).status === 0,
      10_000,
    )

  async function end(signal: NodeJS.Signals): Promise<void> {
    server?.kill(signal)
    await ended
  }

  await start()
  return {
    database(name) {
      run('createdb', ['-h', folder, '-U', 'chime', name])
      return `postgres://chime:a-secret@${encodeURIComponent(folder)}/${name}`
    },
    pid: () => server?.pid ?? 0,
    kill: () => end('SIGKILL'),
    start,
    async [Symbol.asyncDispose]() {
      await end('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
