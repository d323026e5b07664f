// What the calls of an actor may have cost by the time of an event, which may end them: its chart is told, to charge no more.
import type { Hosted } from '../host.ts'

interface JobName {
  key: string
  id: string
}

interface SoFar {
  starts: readonly { ref: JobName; src: string }[]
  stops: readonly JobName[]
  ended: readonly JobName[]
}

/** Calls of which nothing is told are charged all that was held for them. */
const isCharged = (jobs: Hosted['jobs'], src: string): boolean => jobs[src]?.afterCrash === 'interrupt'

/**
 * `running`: the costs of jobs as of the last commit, by their ids; of those that the transaction `ended` nothing is told,
 * and those that it starts have cost nothing yet. Undefined: no call is under way.
 */
export function begunBy(
  key: string,
  running: ReadonlyMap<string, { tokens: number }> | undefined,
  { starts, stops, ended }: SoFar,
  jobs: Hosted['jobs'],
): { begun: Readonly<Record<string, number>> } | undefined {
  if (!running && starts.length === 0) return undefined
  const over = [...stops, ...ended].filter((job) => job.key === key).map(({ id }) => id)
  const costs = new Map(Array.from(running ?? [], ([id, { tokens }]) => [id, tokens]))
  for (const id of over) costs.delete(id)
  for (const { ref, src } of starts) if (ref.key === key && isCharged(jobs, src)) costs.set(ref.id, 0)
  return costs.size > 0 ? { begun: Object.fromEntries(costs) } : undefined
}
