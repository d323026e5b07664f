// What the calls of an actor may have cost by the time of an event, which may end them: its chart is told, to charge no more.
import { invokeOf } from '../room/key.ts'
import { type Hosted, isInterrupted } from './host.ts'

interface JobName {
  key: string
  id: string
}

interface SoFar {
  starts: readonly { ref: JobName; src: string; input: unknown }[]
  stops: readonly JobName[]
  ended: readonly JobName[]
}

/** What the jobs of a chart may have cost by now, by their ids. */
export type Costs = ReadonlyMap<string, { tokens: number }>

/**
 * `running`: the costs of jobs as of the last commit; of those that the transaction `ended` nothing is told, and those that it
 * starts have cost nothing yet. Calls of which nothing is told are charged all that was held for them. `invoked`: those of charts
 * that others invoke; of one that `key` invokes, and of all that this one does, the sum is told by the id of the invoke.
 * Undefined: no call is under way.
 */
export function begunBy(
  key: string,
  running: Costs | undefined,
  { starts, stops, ended }: SoFar,
  jobs: Hosted['jobs'],
  invoked: ReadonlyMap<string, Costs> = new Map(),
): { begun: Readonly<Record<string, number>> } | undefined {
  if (!running && starts.length + invoked.size === 0) return undefined
  const isOver = (chart: string, id: string): boolean =>
    [...stops, ...ended].some((job) => job.key === chart && job.id === id)
  const costs = new Map<string, number>()
  for (const [id, { tokens }] of running ?? []) if (!isOver(key, id)) costs.set(id, tokens)
  for (const [chart, its] of invoked) {
    const by = invokeOf(key, chart)
    if (by === undefined) continue
    for (const [id, { tokens }] of its) if (!isOver(chart, id)) costs.set(by, (costs.get(by) ?? 0) + tokens)
  }
  for (const { ref, src, input } of starts) if (ref.key === key && isInterrupted(jobs[src], input)) costs.set(ref.id, 0)
  return costs.size > 0 ? { begun: Object.fromEntries(costs) } : undefined
}
