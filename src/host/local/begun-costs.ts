// What the calls of an actor may have cost by the time of an event, which may end them: its chart is told, to charge no more.
import type { Hosted } from '../host.ts'
import type { Aftermath } from './feeds.ts'
import type { JobRef } from './running-jobs.ts'

type JobName = Pick<JobRef, 'actor' | 'id'>

/** Calls of which nothing is told are charged all that was held for them. */
const isCharged = (jobs: Hosted['jobs'], src: string): boolean => jobs[src]?.afterCrash === 'interrupt'

/**
 * `running`: the costs of jobs as of the last commit, by their ids; of those that the transaction `ended` nothing is told,
 * and those that it starts have cost nothing yet. Undefined: no call is under way.
 */
export function begunBy(
  actor: number,
  running: ReadonlyMap<string, { tokens: number }> | undefined,
  { starts, stops, ended }: Pick<Aftermath, 'starts' | 'stops'> & { ended: readonly JobName[] },
  jobs: Hosted['jobs'],
): { begun: Readonly<Record<string, number>> } | undefined {
  if (!running && starts.length === 0) return undefined
  const over = [...stops, ...ended].filter((job) => job.actor === actor).map(({ id }) => id)
  const costs = new Map(Array.from(running ?? [], ([id, { tokens }]) => [id, tokens]))
  for (const id of over) costs.delete(id)
  for (const { ref, src } of starts) if (ref.actor === actor && isCharged(jobs, src)) costs.set(ref.id, 0)
  return costs.size > 0 ? { begun: Object.fromEntries(costs) } : undefined
}
