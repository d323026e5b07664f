// One to many nodes of the Restate server on loopback, for development and tests.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Child, startChild, tellOfEnd } from './child.ts'
import { installCommand, packageFolders } from './packages.ts'
import { freePort } from './ports.ts'
import { isHealthy, until } from './until.ts'

interface Options {
  /** Everything that the nodes write is in it. */
  folder: string
  /** Where their logs go; the same folder when absent. */
  logs?: string
  nodes?: number
  partitions?: number
  /** Settings over those below, as environment variables. */
  extra?: Record<string, string>
  /** Hears of a node that ended without being told to. */
  tell?: (line: string) => void
  /** ms until a node must be ready. */
  timeoutMs?: number
}

interface Node {
  name: string
  folder: string
  log: string
  ports: { fabric: number; ingress: number; admin: number }
  child?: Child
}

export type RestateNodes = Awaited<ReturnType<typeof startRestateNodes>>

/** Resolves when all take calls. With three nodes and more the log of each partition is kept by two of them, and three follow it. */
export async function startRestateNodes({
  folder,
  logs = folder,
  nodes: count = 1,
  partitions = 4,
  extra = {},
  tell = () => {},
  timeoutMs = 30_000,
}: Options) {
  const program = restateServer()
  const nodes = await Promise.all(
    Array.from({ length: count }, (_, i) => makeNode(`n${i + 1}`, resolve(folder), resolve(logs))),
  )
  const node = (i: number): Node => {
    const found = nodes[i]
    if (!found) throw new Error(`there is no Restate node ${i}: they are 0 to ${count - 1}`)
    return found
  }
  const start = async (i: number): Promise<void> => {
    const { name, folder: cwd, log, ports, child: before } = node(i)
    if (before && before.ended() === undefined) return
    const env = { ...inherited(), ...environment(nodes, i, partitions), ...extra }
    const child = startChild({ program, args: ['--no-logo', '--base-dir', cwd], env, cwd, log })
    node(i).child = child
    tellOfEnd(`Restate node ${name}`, child, tell)
    const isReady = async (): Promise<boolean> =>
      (
        await Promise.all([
          isHealthy(`${urlOf(ports.admin)}/health`),
          isHealthy(`${urlOf(ports.ingress)}/restate/health`),
        ])
      ).every(Boolean)
    await until(isReady, { what: `Restate node ${name}`, child, timeoutMs })
  }
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map(async ({ child }) => child?.kill()))
  }
  const urls = {
    ingress: nodes.map(({ ports }) => urlOf(ports.ingress)),
    admin: nodes.map(({ ports }) => urlOf(ports.admin)),
    /** Other nodes call there, and its counters stand at /metrics. */
    fabric: nodes.map(({ ports }) => urlOf(ports.fabric)),
  }
  try {
    await Promise.all(nodes.map((_, i) => start(i)))
    if (count >= 3) await followedByThree(urls.fabric)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    /** Of the first node, and of each. */
    ingress: urls.ingress[0] ?? '',
    admin: urls.admin[0] ?? '',
    urls,
    pid: (i: number): number | undefined => node(i).child?.pid,
    log: (i: number): string => node(i).log,
    /** At once, as a power cut does. */
    kill: async (i: number): Promise<void> => node(i).child?.kill(),
    /** Again, at the same addresses with the same data. */
    start,
    /** Halted for a while, with all its connections open; resolves when it goes on. */
    stopFor: async (i: number, ms: number): Promise<void> => node(i).child?.haltFor(ms),
    /** Ends all; their folder stays. */
    stop,
  }
}

/** @throws {Error} where the packages are missing */
export const restateServer = (): string => programOf('restate-server')

function programOf(name: string): string {
  const path = `${packageFolders.restate}/node_modules/@restatedev/${name}-${process.platform}-${process.arch}/bin/${name}`
  const program = fileURLToPath(new URL(`../../${path}`, import.meta.url))
  if (!existsSync(program)) throw new Error(`no ${name} at ${path}: run \`${installCommand}\``)
  return program
}

/**
 * A partition that two of three nodes follow is given to the third one when a node is lost, which reads its whole log first,
 * and given back later: each time its leader may change. Restate's settings have one number for log and partitions.
 */
async function followedByThree(fabric: readonly string[]): Promise<void> {
  const set = ['config', 'set', '--address', fabric.join(','), '--partition-replication', '3', '--yes']
  await promisify(execFile)(programOf('restatectl'), set, { env: inherited(), timeout: 30_000 })
}

async function makeNode(name: string, parent: string, logs: string): Promise<Node> {
  const folder = join(parent, name)
  mkdirSync(folder, { recursive: true })
  const [fabric, ingress, admin] = await Promise.all([freePort(), freePort(), freePort()])
  return { name, folder, log: join(logs, `restate-${name}.log`), ports: { fabric, ingress, admin } }
}

const address = (port: number): string => `127.0.0.1:${port}`
const urlOf = (port: number): string => `http://${address(port)}`

/** Nothing of the user's own Restate settings reaches a throw-away node. */
const inherited = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('RESTATE_')))

function environment(nodes: readonly Node[], i: number, partitions: number): NodeJS.ProcessEnv {
  const { name = '', ports = { fabric: 0, ingress: 0, admin: 0 } } = nodes[i] ?? {}
  return {
    RESTATE_DISABLE_TELEMETRY: 'true',
    RESTATE_CLUSTER_NAME: 'chime',
    RESTATE_NODE_NAME: name,
    RESTATE_FORCE_NODE_ID: String(i + 1),
    RESTATE_AUTO_PROVISION: String(i === 0),
    RESTATE_LISTEN_MODE: 'tcp',
    RESTATE_BIND_IP: '127.0.0.1',
    RESTATE_BIND_ADDRESS: address(ports.fabric),
    RESTATE_ADVERTISED_ADDRESS: urlOf(ports.fabric),
    RESTATE_INGRESS__BIND_ADDRESS: address(ports.ingress),
    RESTATE_INGRESS__ADVERTISED_ADDRESS: urlOf(ports.ingress),
    RESTATE_ADMIN__BIND_ADDRESS: address(ports.admin),
    RESTATE_ADMIN__ADVERTISED_ADDRESS: urlOf(ports.admin),
    RESTATE_METADATA_CLIENT__ADDRESSES: JSON.stringify(nodes.map((node) => urlOf(node.ports.fabric))),
    // With fewer than three nodes a second copy would stop the cluster when one is gone.
    RESTATE_DEFAULT_REPLICATION: nodes.length >= 3 ? '2' : '1',
    // Several nodes without an object store: what a node still needs is never cut off the log, which grows until all is thrown away.
    ...(nodes.length > 1 && { RESTATE_WORKER__DURABILITY_MODE: 'none' }),
    RESTATE_DEFAULT_NUM_PARTITIONS: String(partitions),
    // So that calls are spread over connections, and those over the workers behind one address: docs/decisions/0044.
    RESTATE_WORKER__INVOKER__HTTP2_STREAMS_PER_CONNECTION_LIMIT: '8',
    RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: '512MB',
    RESTATE_LOG_FORMAT: 'compact',
    RESTATE_LOG_DISABLE_ANSI_CODES: 'true',
  }
}
