// Prunes the store in short steps with pauses between them, for as long as there is something to remove.
import type { DatabaseSync } from 'node:sqlite'
import type { Config } from '../config/config.ts'
import type { Log } from '../config/log.ts'
import { oldRows } from './old-rows.ts'
import type { Prunable } from './prunable.ts'
import { openPruner, type Pruner } from './pruner.ts'

const megabyte = 1_000_000
const dayMs = 24 * 60 * 60_000
/** Of the service's time, pruning takes no more than one part in so many. */
const restShare = 4
const shortestRestMs = 4
const idleMs = 2_000
const afterFailureMs = 30_000
const toldEveryMs = 60 * 60_000

interface Options {
  db: DatabaseSync
  config: Pick<Config, 'store'>
  /** Beside the tape, the ledger and the talk. */
  others: readonly Prunable[]
  now: () => number
  log: Log
}

export function openPruning({ db, config, others, now, log }: Options) {
  const { path, retainDays, maxMegabytes } = config.store
  const elapsed = (): number => performance.now()
  const pruner = openPruner({
    db,
    path,
    tables: [...oldRows(db), ...others],
    retainMs: retainDays * dayMs,
    maxBytes: maxMegabytes * megabyte,
    elapsed,
  })
  return {
    figures: pruner.figures,
    /** Soon and from then on; returns how it is ended. */
    start: (): (() => void) => keepPruned(pruner, { now, elapsed, log }),
  }
}

/** Between two steps. */
export const restMs = (isMore: boolean, tookMs: number): number =>
  isMore ? Math.max(shortestRestMs, tookMs * (restShare - 1)) : idleMs

function keepPruned(
  pruner: Pruner,
  { now, elapsed, log }: { now: () => number; elapsed: () => number; log: Log },
): () => void {
  let timer: NodeJS.Timeout | undefined
  let told = -Infinity

  /** How long to rest then, ms. */
  const once = (): number => {
    const started = elapsed()
    try {
      const isMore = pruner.step(now())
      tell()
      return restMs(isMore, elapsed() - started)
    } catch (error) {
      log.error({ error: String(error) }, 'old records could not be removed: it is tried again later')
      return afterFailureMs
    }
  }

  const tell = (): void => {
    if (!pruner.isOver() || elapsed() - told < toldEveryMs) return
    told = elapsed()
    const { bytes, maxBytes } = pruner.figures()
    log.warn(
      { megabytes: Math.ceil(bytes / megabyte), maxMegabytes: maxBytes / megabyte },
      'the store is larger than store.maxMegabytes, and all of it is still needed: allow it more',
    )
  }

  const go = (): void => {
    timer = setTimeout(go, once()).unref()
  }
  timer = setTimeout(go, 0).unref()
  return () => clearTimeout(timer)
}
