// `chime cluster up`: a cluster on this machine until a signal ends it.
import { once } from 'node:events'
import { type Cluster, startCluster } from '../cluster/cluster.ts'

export interface ClusterUpOptions {
  nodes: number
  workers: number
  folder: string
  config?: string
}

export async function clusterUp({ nodes, workers, folder, config }: ClusterUpOptions): Promise<void> {
  const told = new AbortController()
  const interrupted = Promise.race(
    (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => once(process, signal, { signal: told.signal })),
  )
  const tell = (line: string): void => void process.stderr.write(`cluster: ${line}\n`)
  const cluster = await startCluster({ folder, nodes, workers, tell, ...(config !== undefined && { config }) })
  process.stdout.write(`${linesOf(cluster).join('\n')}\n`)
  await interrupted
  // A second signal ends this process at once, and with it all that it started.
  told.abort()
  tell('ending all of it')
  await cluster.stop()
}

const linesOf = ({ logs, nodes, database, workers }: Cluster): string[] => [
  ...nodes.urls.ingress.map(
    (url, i) => `Restate n${i + 1}   ingress ${url}   admin ${nodes.urls.admin[i]}   process ${nodes.pid(i)}`,
  ),
  ...workers.pages.map((page, i) => `worker w${i + 1}    page ${page}   process ${workers.pid(i)}`),
  `Postgres     ${database.url}   process ${database.pid()}`,
  `logs         ${logs}`,
  'Ctrl-C ends all of it.',
]
