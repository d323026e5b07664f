// Whether the files of an open store still stand under their names: what is written to others is lost at the next start.
import { closeSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { isSame } from './store-lock.ts'

export interface StoreFiles {
  /** Why what is stored now would be lost; undefined: it would not. */
  whyLost(): string | undefined
}

interface Watched {
  file: string
  stats: Stats
  isCut: () => boolean
}

interface OpenFile {
  path: string
  /** Of the store: to open it again and close it would take SQLite's locks from it. */
  fd: number | undefined
}

/** As they are now. Without a file nothing is kept anyhow. */
export function storeFiles(db: DatabaseSync, file: OpenFile | undefined): StoreFiles {
  const files = file ? [...watched(file.path, isStoreCut(file.fd)), ...watched(`${file.path}-wal`, isLogCut(db))] : []
  return {
    whyLost() {
      for (const each of files) {
        const why = whyGone(each)
        if (why !== undefined) return `${each.file} ${why}`
      }
      return undefined
    },
  }
}

// Where SQLite can keep no log of its own there is none.
function watched(file: string, isCut: (file: string) => boolean): Watched[] {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats ? [{ file, stats, isCut: () => isCut(file) }] : []
}

function whyGone({ file, stats, isCut }: Watched): string | undefined {
  try {
    const now = statSync(file, { throwIfNoEntry: false })
    if (!now) return 'was deleted or moved away'
    if (!isSame(now, stats)) return 'was replaced by another file'
    return isCut() ? 'was cut short or written over' : undefined
  } catch (error) {
    return `cannot be looked at (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`
  }
}

// By its first bytes, not its length: what SQLite writes behind a cut makes a file as long again, with 0 before it.
function isStoreCut(fd: number | undefined): () => boolean {
  const mark = Buffer.from('SQLite format 3\0')
  return () => fd !== undefined && !firstBytes(fd, mark.length).equals(mark)
}

function isLogCut(db: DatabaseSync): (file: string) => boolean {
  // Another program may empty the log into the store, as copies of a running store do: SQLite then knows of no frame.
  const checkpoint = db.prepare('PRAGMA wal_checkpoint(NOOP)')
  const hasFrames = (): boolean => !db.isTransaction && Number(checkpoint.get()?.['log']) > 0
  return (file) => hasFrames() && !logMarks.has(firstBytesAt(file, 4).toString('hex'))
}
/** Two, by the order of the bytes in its sums. */
const logMarks = new Set(['377f0682', '377f0683'])

function firstBytesAt(file: string, length: number): Buffer {
  const fd = openSync(file, 'r')
  try {
    return firstBytes(fd, length)
  } finally {
    closeSync(fd)
  }
}

function firstBytes(fd: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  return bytes.subarray(0, readSync(fd, bytes, 0, length, 0))
}
