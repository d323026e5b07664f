// Whether the files of an open store still stand under their names: what is written to others is lost at the next start.
import { type Stats, statSync } from 'node:fs'
import { isSame } from './store-lock.ts'

export interface StoreFiles {
  /** Why what is stored now would be lost; undefined: it would not. */
  whyLost(): string | undefined
}

/** As they are now. Without a path nothing is kept anyhow. */
export function storeFiles(path: string | undefined): StoreFiles {
  // Where SQLite can keep no log of its own there is none.
  const files = (path === undefined ? [] : [path, `${path}-wal`]).flatMap((file) => {
    const stats = statSync(file, { throwIfNoEntry: false })
    return stats ? [{ file, stats }] : []
  })
  return {
    whyLost() {
      for (const { file, stats } of files) {
        const why = whyGone(file, stats)
        if (why !== undefined) return `${file} ${why}`
      }
      return undefined
    },
  }
}

function whyGone(file: string, stats: Stats): string | undefined {
  try {
    const now = statSync(file, { throwIfNoEntry: false })
    if (!now) return 'was deleted or moved away'
    return isSame(now, stats) ? undefined : 'was replaced by another file'
  } catch (error) {
    return `cannot be looked at (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`
  }
}
