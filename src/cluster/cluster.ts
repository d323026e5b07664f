// A whole cluster on this machine, for development: Restate, Postgres, and workers behind one address.
import { join } from 'node:path'
import { installPackages } from './packages.ts'
import { startPostgres } from './postgres-server.ts'
import { startRestateNodes } from './restate-nodes.ts'
import { takeFolder } from './throw-away-folder.ts'
import { startWorkers } from './workers.ts'

export interface ClusterOptions {
  folder: string
  nodes: number
  workers: number
  /** Of the workers; the built-in demo where none is named. */
  config?: string
  /** Further words of the command line of a worker, from 0 on. */
  argsOf?: (n: number) => readonly string[]
  /** Hears what is started and what ended by itself. */
  tell: (line: string) => void
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

export async function startCluster({
  folder: given,
  nodes: count,
  workers: many,
  config,
  argsOf,
  tell,
}: ClusterOptions) {
  installPackages(tell)
  const folder = takeFolder(given)
  const { logs } = folder
  const begun = performance.now()
  const tellTime = (what: string): void => tell(`${what} after ${((performance.now() - begun) / 1_000).toFixed(1)} s`)
  const stops: (() => Promise<void>)[] = []
  const stop = async (): Promise<void> => {
    // Workers first: what they have begun has somewhere to go.
    for (const each of stops.toReversed()) await each() // oxlint-disable-line no-await-in-loop
    folder.end()
  }
  const startNodes = async () => {
    const nodes = await startRestateNodes({ folder: join(folder.path, 'restate'), logs, nodes: count, tell })
    stops.push(nodes.stop)
    tellTime(count === 1 ? 'Restate takes calls' : `${count} Restate nodes take calls`)
    return nodes
  }
  const startDatabase = async () => {
    const database = await startPostgres({ folder: join(folder.path, 'postgres'), logs, tell })
    stops.push(database.stop)
    tellTime('Postgres takes connections')
    return database
  }
  const [nodes, database] = await Promise.allSettled([startNodes(), startDatabase()])
  if (nodes.status === 'rejected' || database.status === 'rejected') {
    await stop()
    throw nodes.status === 'rejected' ? nodes.reason : (database as PromiseRejectedResult).reason
  }
  const { urls, admin } = nodes.value
  const workers = await startWorkers({
    folder: folder.path,
    logs,
    count: many,
    restate: { ingress: urls.ingress, admin },
    store: database.value.url,
    tell,
    ...(config !== undefined && { config }),
    ...(argsOf && { argsOf }),
  }).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  stops.push(workers.stop)
  if (many > 0) tellTime(many === 1 ? 'a worker is up' : `${many} workers are up`)
  return { logs, nodes: nodes.value, database: database.value, workers, stop }
}
