// Removes what is older than the store keeps, a bounded number of rows at a time.
import type { Log } from '../feed/log.ts'

const dayMs = 24 * 60 * 60_000
const everyMs = 30_000
const atOnce = 1_000

/** At once and from then on; returns how it is ended. */
export function keepPruned(
  prunes: readonly ((before: number, most: number) => void)[],
  { retainDays, now, log }: { retainDays: number; now: () => number; log: Log },
): () => void {
  const prune = (): void => {
    try {
      for (const each of prunes) each(now() - retainDays * dayMs, atOnce)
    } catch (error) {
      log.error({ error: String(error) }, 'old records could not be removed: it is tried again later')
    }
  }
  prune()
  const timer = setInterval(prune, everyMs).unref()
  return () => clearInterval(timer)
}
