// Prunes the cluster's memory by its age, in short steps with rests between them; workers take turns, for one alone is at it.
import type { Log } from '../../config/log.ts'
import { restMs } from '../pruning.ts'
import type { openPostgres } from './open-postgres.ts'

interface Options {
  postgres: Pick<ReturnType<typeof openPostgres>, 'prune' | 'oldestCommit' | 'state'>
  retainDays: number
  /** ms */
  now: () => number
  log: Log
  /** Where there is nothing to remove, or Postgres is away, ms. */
  idleMs?: number
  /** Commits of one step. */
  most?: number
}

/** For /health. */
export interface MemoryAge {
  /** When Postgres took the oldest commit that it has, ms; absent: it has none, or nobody has looked yet. */
  oldest?: number
  /** Commits, and minutes of the books, that this worker has removed since its start. */
  removed: number
}

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
/** The ceilings of a worker that comes anew are read from the books: those of 24 hours. */
const neededMs = dayMs + hourMs

export function makePruning({ postgres, retainDays, now, log, idleMs = 60_000, most = 200 }: Options) {
  const retainMs = Math.max(retainDays * dayMs, neededMs)
  const figures: MemoryAge = { removed: 0 }
  let timer: NodeJS.Timeout | undefined
  let isTold = false
  let isStopped = false
  let running = Promise.resolve()

  /** How long to rest then, ms. */
  async function step(): Promise<number> {
    // Nobody asks what is known not to answer; that it is away, the writer tells.
    if (postgres.state().awaySince !== undefined) return idleMs
    const started = performance.now()
    const removed = await postgres.prune(now() - retainMs, most)
    figures.removed += removed
    if (removed > 0) return restMs(true, performance.now() - started)
    const oldest = await postgres.oldestCommit()
    if (oldest === undefined) delete figures.oldest
    else figures.oldest = oldest
    isTold = false
    return idleMs
  }

  async function once(): Promise<void> {
    const rest = await step().catch((error: unknown) => {
      const told = 'old rows of the cluster could not be removed: it is tried again later'
      if (!isTold) log.warn({ error: String(error) }, told)
      isTold = true
      return idleMs
    })
    later(rest)
  }

  function later(ms: number): void {
    if (isStopped) return
    timer = setTimeout(() => void (running = once()), ms).unref()
  }

  return {
    /** Soon and from then on. */
    start: (): void => later(0),
    figures: (): MemoryAge => ({ ...figures }),
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
