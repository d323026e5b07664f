// What the processes of a cluster have cost so far, and when nothing is under way in it.
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Cluster } from '../../src/cluster/cluster.ts'
import { cpuSeconds, cpuSecondsOfEnded } from '../bench/process-figures.ts'

/** CPU seconds. */
export type Cpu = Record<'nodes' | 'workers' | 'postgres', number>

const quietMs = 4_000
const longestQuietMs = 120_000

/** Since `before`; of a process that was killed meanwhile, since it began anew. */
export function cpuOf(
  { nodes, workers, database }: Pick<Cluster, 'nodes' | 'workers' | 'database'>,
  before: Cpu = { nodes: 0, workers: 0, postgres: 0 },
): Cpu {
  const sum = (pids: readonly (number | undefined)[]): number =>
    pids.reduce<number>((all, pid) => all + (pid === undefined ? 0 : cpuSeconds(pid)), 0)
  const many = (of: { pid(i: number): number | undefined }, count: number) =>
    Array.from({ length: count }, (_, i) => of.pid(i))
  const main = database.pid()
  return {
    nodes: sum(many(nodes, nodes.urls.ingress.length)) - before.nodes,
    workers: sum(many(workers, workers.pages.length)) - before.workers,
    postgres: (main === undefined ? 0 : sum([main, ...childrenOf(main)]) + cpuSecondsOfEnded(main)) - before.postgres,
  }
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** Resolves when nothing is under way for a while; with what is wrong where that does not come. `pages`: of services. */
export async function untilQuiet(pages: readonly string[]): Promise<string | undefined> {
  const end = performance.now() + longestQuietMs
  let since = performance.now()
  while (performance.now() < end) {
    // oxlint-disable-next-line no-await-in-loop -- it is looked at again and again
    const jobs = await Promise.all(
      pages.map(async (page) => ((await (await fetch(`${page}/health`)).json()) as { jobs: number }).jobs),
    )
    if (jobs.some((n) => n > 0)) since = performance.now()
    if (performance.now() - since > quietMs) return undefined
    // oxlint-disable-next-line no-await-in-loop
    await wait(200)
  }
  return `calls are under way after ${longestQuietMs} ms of quiet`
}
