// A cluster that is measured: its workers have the flags of a service, and when it stops its folder is gone.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startCluster } from '../../src/cluster/cluster.ts'
import { addressOf } from '../../src/store/postgres/address.ts'
import { openConnections, schemaName } from '../../src/store/postgres/connection.ts'
import { type Cpu, cpuOf } from '../cluster/cluster-state.ts'
import { heapFlags } from '../heap-flags.ts'

interface Options {
  nodes?: number
  workers: number
  /** Of the workers, as it stands in their file. */
  config: object
  /** Further words of the command line of a worker, from 0 on. */
  argsOf?: (n: number) => readonly string[]
}

export type BenchCluster = Awaited<ReturnType<typeof startBenchCluster>>

const allMs = 600_000
const lookMs = 500

const tableBytes = `
  SELECT sum(pg_total_relation_size(oid))::float8 FROM pg_class
  WHERE relkind = 'r' AND relnamespace = '${schemaName}'::regnamespace`

export const tell = (line: string): void =>
  void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)

export async function startBenchCluster({ nodes = 1, workers, config, argsOf }: Options) {
  // Workers are started with the flags of this process.
  process.execArgv.push(...heapFlags.filter((flag) => !process.execArgv.includes(flag)))
  const home = mkdtempSync(join(tmpdir(), 'chime-bench-'))
  const folder = join(home, 'cluster')
  const file = join(home, 'chime.yaml')
  writeFileSync(file, JSON.stringify(config))
  const remove = (): void => rmSync(home, { recursive: true, force: true })
  const cluster = await startCluster({
    folder,
    nodes,
    workers,
    config: file,
    ...(argsOf && { argsOf }),
    tell: (line) => (/ended by itself(?! .exit code 0)/.test(line) ? tell(line) : undefined),
  }).catch((error: unknown) => {
    remove()
    throw error
  })
  const connections = openConnections({
    address: addressOf(cluster.database.url),
    most: 1,
    name: 'bench',
    timeoutMs: 60_000,
  })

  async function numberOf(sql: string): Promise<number> {
    const [row = {}] = await connections.query(sql)
    return Number(Object.values(row)[0])
  }

  /** Of Restate's own tables, by its first node. */
  async function restateRows(sql: string): Promise<Record<string, unknown>[]> {
    const response = await fetch(`${cluster.nodes.admin}/query`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query: sql }),
      signal: AbortSignal.timeout(120_000),
    })
    if (!response.ok) throw new Error(`Restate answered ${response.status} to ${sql}: ${await response.text()}`)
    return ((await response.json()) as { rows: Record<string, unknown>[] }).rows
  }

  /** Looks again and again until Restate counts so many; one that has just started cannot tell yet. */
  async function untilCounted(wanted: number, sql: string): Promise<void> {
    const end = performance.now() + allMs
    for (;;) {
      // oxlint-disable no-await-in-loop -- that is the looking
      const count = await restateRows(sql).then(
        ([row = {}]) => Number(Object.values(row)[0]),
        (error: unknown) => String(error),
      )
      if (count === wanted) return
      if (performance.now() > end) throw new Error(`${count} instead of ${wanted} after ${allMs} ms: ${sql}`)
      await wait(lookMs)
      // oxlint-enable no-await-in-loop
    }
  }

  const untilIdle = (): Promise<void> =>
    untilCounted(0, "SELECT count(*) FROM sys_invocation WHERE status <> 'completed'")

  return {
    ...cluster,
    folder,
    cpu: (before?: Cpu): Cpu => cpuOf(cluster, before),
    restateRows,
    /** That rooms took: each a row in Postgres, once it is there. */
    turns: () => numberOf('SELECT count(*)::float8 FROM turn'),
    /** Of all tables with their indexes. */
    postgresBytes: () => numberOf(tableBytes),
    /** Calls of workers that all nodes have begun. */
    calls: () => sum(cluster.nodes.urls.fabric.map((url) => counted(url))),
    /** Resolves when no call runs and none will: every timer has gone off, and all rows are in Postgres. */
    untilIdle,
    /** Resolves when so many rooms have a state. */
    untilThere: (rooms: number) =>
      untilCounted(rooms, "SELECT count(*) FROM state WHERE service_name = 'room' AND key = 'room'"),
    /** The node ends as it is told to, with all that it has in memory on its disk, and starts again. */
    async restartNode(): Promise<void> {
      const pid = cluster.nodes.pid(0) as number
      process.kill(pid, 'SIGTERM')
      // oxlint-disable-next-line no-await-in-loop -- until it is gone
      while (existsSync(`/proc/${pid}`)) await wait(lookMs)
      await cluster.nodes.start(0)
      await untilIdle()
    },
    async stop(): Promise<void> {
      await connections.end()
      await cluster.stop()
      remove()
    },
  }
}

async function sum(all: readonly Promise<number>[]): Promise<number> {
  return (await Promise.all(all)).reduce((a, b) => a + b, 0)
}

/** Of a node, by its counter. */
async function counted(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const values = text
    .split('\n')
    .filter((line) => line.startsWith('restate_invoker_invocation_tasks_total') && line.includes('status="started"'))
    .map((line) => Number(line.slice(line.lastIndexOf(' '))))
  // A node that leads no partition has none.
  return values.reduce((a, b) => a + b, 0)
}
