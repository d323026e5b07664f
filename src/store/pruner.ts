// Keeps the store to its age and its size: a few old rows a step, and the space they took is given back.
import type { DatabaseSync } from 'node:sqlite'
import { isShrinkable } from './database.ts'
import { openExtent } from './extent.ts'
import type { Prunable } from './prunable.ts'
import { inTransaction, lightly } from './transaction.ts'

export interface PrunerOptions {
  db: DatabaseSync
  /** Of the store's file. */
  path: string
  /** In this order: a table that asks whether rows of another are still there comes after it. */
  tables: readonly Prunable[]
  retainMs: number
  maxBytes: number
  /** A monotonic clock, ms: how long a step takes. */
  elapsed: () => number
}

export type Pruner = ReturnType<typeof openPruner>

/** A step takes no longer than this and one batch, ms. */
const stepMs = 3
const rowsAtOnce = 50
const pagesAtOnce = 64
/** Shares of the size at which rows begin to go for its sake, and at which that is enough: the file has free pages, too. */
const full = 0.9
const roomy = 0.87
/** So many free pages are kept, for they are soon written again. */
const spareShare = 0.04
const sparePages = 128
/** What one round gives up for the size: this share of the time that is stored. */
const shareOfTime = 1 / 64
const leastMs = 1_000
/** Rows that were left may be needed no longer. */
const againMs = 10 * 60_000
const soonAgainMs = 30_000

export function openPruner({ db, path, tables, retainMs, maxBytes, elapsed }: PrunerOptions) {
  const { extent, usedBytes, pages, freePages } = openExtent(db, path)
  const canShrink = isShrinkable(db)
  let at = 0
  let lookedAgain = -Infinity
  let isFull = false
  let isOver = false
  /** What is older goes for the sake of the size, ms. */
  let cutoff = -Infinity

  /** True when there is more to do at once. */
  function step(now: number): boolean {
    if (at === 0 && Math.abs(now - lookedAgain) >= againMs) lookAgain(now)
    const started = elapsed()
    together(() => {
      while (at < tables.length && elapsed() - started < stepMs) prune(now)
    })
    if (at < tables.length) return true
    at = 0
    return makeRoom(now) || giveBack()
  }

  function prune(now: number): void {
    const table = tables[at]
    const before = table && Math.max(now - retainMs, Math.min(cutoff, now - table.neededMs))
    try {
      if (table?.step(before ?? 0, rowsAtOnce) === 0) at += 1
    } catch (error) {
      // The others have their turn before this one is tried again.
      at += 1
      throw error
    }
  }

  function makeRoom(now: number): boolean {
    const used = usedBytes()
    isFull = used > maxBytes * (isFull ? roomy : full)
    if (!isFull) {
      isOver = false
      cutoff = -Infinity
      return false
    }
    const times = tables.flatMap((table) => {
      const time = oldestOf(table)
      return time !== undefined && time < now - table.neededMs ? [time] : []
    })
    if (times.length > 0) {
      const oldest = Math.min(...times)
      cutoff = Math.min(now, oldest + Math.max(leastMs, (now - oldest) * shareOfTime))
      return true
    }
    isOver = used > maxBytes
    if (Math.abs(now - lookedAgain) < soonAgainMs) return false
    lookAgain(now)
    return true
  }

  function giveBack(): boolean {
    if (!canShrink || freePages() <= sparePages + pages() * spareShare) return false
    lightly(db, () => db.exec(`PRAGMA incremental_vacuum(${pagesAtOnce})`))
    return true
  }

  function lookAgain(now: number): void {
    lookedAgain = now
    for (const table of tables) table.again()
  }

  function together(work: () => void): void {
    // A crash takes nothing but the removal itself, which is then done once more.
    lightly(db, () => {
      try {
        inTransaction(db, work)
      } catch (error) {
        // The places where the tables stopped went with it.
        for (const table of tables) table.again()
        throw error
      }
    })
  }

  return {
    step,
    /** More is needed than the size allows. */
    isOver: (): boolean => isOver,
    figures: () => ({ ...extent(), maxBytes, retainMs, isOver }),
  }
}

function oldestOf(table: Prunable): number | undefined {
  try {
    return table.oldest()
  } catch {
    // Its own step tells what is wrong with it.
    return undefined
  }
}
