// Processes of `chime serve --host restate` behind one address, made known to Restate when all of them are up.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startBalancer } from './balancer.ts'
import { type Child, startChild, tellOfEnd } from './child.ts'
import { register } from './deployment.ts'
import { freePort } from './ports.ts'
import { isHealthy, until } from './until.ts'

interface Options {
  folder: string
  /** Where their logs go; the same folder when absent. */
  logs?: string
  count: number
  /** Of Restate, each node's. */
  restate: { ingress: readonly string[]; admin: string }
  /** The memory of all of them, a URL. */
  store: string
  /** A configuration that all of them read. */
  config?: string
  /** Further words of the command line, and variables. */
  args?: readonly string[]
  /** The same of one of them, from 0 on. */
  argsOf?: (n: number) => readonly string[]
  env?: NodeJS.ProcessEnv
  tell?: (line: string) => void
  timeoutMs?: number
}

interface Worker {
  name: string
  ports: { page: number; restate: number }
  child?: Child
}

const program = fileURLToPath(new URL('../../bin/chime.mjs', import.meta.url))
/** ms for a worker to end by itself. */
const graceMs = 10_000

export async function startWorkers(options: Options) {
  const { folder, logs = folder, count, restate, store, config } = options
  const { args = [], argsOf = () => [], env = {}, tell = () => {}, timeoutMs = 60_000 } = options
  const workers = await Promise.all(Array.from({ length: count }, (_, i) => makeWorker(`w${i + 1}`)))
  const balancer = await startBalancer({ ports: workers.map(({ ports }) => ports.restate), tell })
  const worker = (i: number): Worker => {
    const found = workers[i]
    if (!found) throw new Error(`there is no worker ${i}: they are 0 to ${count - 1}`)
    return found
  }
  const start = async (i: number): Promise<void> => {
    const { name, ports, child: before } = worker(i)
    if (before && before.ended() === undefined) return
    const data = resolve(folder, name)
    mkdirSync(data, { recursive: true })
    // Each has another node first: they share the load, and each takes the next one when its own is gone.
    const own = i % restate.ingress.length
    const ingress = [...restate.ingress.slice(own), ...restate.ingress.slice(0, own)].join(',')
    const served = ['serve', '--host', 'restate', '--restate', ingress, '--store', store]
    served.push('--worker-port', String(ports.restate), '--worker-url', balancer.url)
    if (config !== undefined) served.push('--config', config)
    const child = startChild({
      program: process.execPath,
      args: [...process.execArgv, program, ...served, ...args, ...argsOf(i)],
      env: { ...process.env, CHIME_HOST: '127.0.0.1', CHIME_PORT: String(ports.page), CHIME_DATA: data, ...env },
      cwd: process.cwd(),
      log: join(logs, `worker-${name}.log`),
    })
    worker(i).child = child
    tellOfEnd(`worker ${name}`, child, tell)
    await until(() => isHealthy(`${pageOf(ports)}/health`), { what: `worker ${name}`, child, timeoutMs })
  }
  const stop = async (): Promise<void> => {
    await Promise.all(workers.map(async ({ child }) => child?.end('SIGTERM', graceMs)))
    balancer.stop()
  }
  try {
    await Promise.all(workers.map((_, i) => start(i)))
    if (count > 0) await register(restate.admin, balancer.url)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    /** What Restate calls. */
    url: balancer.url,
    pages: workers.map(({ ports }) => pageOf(ports)),
    pid: (i: number): number | undefined => worker(i).child?.pid,
    connections: balancer.connections,
    /** At once, as a power cut does. */
    kill: async (i: number): Promise<void> => worker(i).child?.kill(),
    /** Again, at the same address with the same data. */
    start,
    /** Halted for a while, with all its connections open; resolves when it goes on. */
    stopFor: async (i: number, ms: number): Promise<void> => worker(i).child?.haltFor(ms),
    stop,
  }
}

async function makeWorker(name: string): Promise<Worker> {
  const [page, restate] = await Promise.all([freePort(), freePort()])
  return { name, ports: { page, restate } }
}

const pageOf = ({ page }: Worker['ports']): string => `http://127.0.0.1:${page}`
