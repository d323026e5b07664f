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
  isCut: (now: Stats) => boolean
}

interface OpenFile {
  path: string
  /** Of the store: to open it again and close it would take SQLite's locks from it. */
  fd: number | undefined
}

/** As they are now. Without a file nothing is kept anyhow. */
export function storeFiles(db: DatabaseSync, file: OpenFile | undefined): StoreFiles {
  const frames = framesIn(db)
  const files = file
    ? [...watched(file.path, isStoreCut(db, frames, file.fd)), ...watched(`${file.path}-wal`, isLogCut(frames))]
    : []
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
function watched(file: string, isCut: (file: string, now: Stats) => boolean): Watched[] {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats ? [{ file, stats, isCut: (now) => isCut(file, now) }] : []
}

function whyGone({ file, stats, isCut }: Watched): string | undefined {
  try {
    const now = statSync(file, { throwIfNoEntry: false })
    if (!now) return 'was deleted or moved away'
    if (!isSame(now, stats)) return 'was replaced by another file'
    return isCut(now) ? 'was cut short or written over' : undefined
  } catch (error) {
    return `cannot be looked at (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`
  }
}

/** Pages that stand in the log, known to SQLite. */
function framesIn(db: DatabaseSync): () => number {
  const checkpoint = db.prepare('PRAGMA wal_checkpoint(NOOP)')
  return () => Math.max(0, Number(checkpoint.get()?.['log']))
}

// What SQLite writes behind a cut makes a file as long again, with 0 before it: the first bytes tell, too.
function isStoreCut(db: DatabaseSync, frames: () => number, fd: number | undefined) {
  const mark = Buffer.from('SQLite format 3\0')
  const [pages, pageSize] = ['page_count', 'page_size'].map((name) => {
    const pragma = db.prepare(`PRAGMA ${name}`)
    return () => Number(pragma.get()?.[name])
  }) as [() => number, () => number]
  const bytes = pageSize()
  let whole: number | undefined
  return (_: string, { size }: Stats): boolean => {
    if (fd !== undefined && !firstBytes(fd, mark.length).equals(mark)) return true
    // It is looked at before every post, and grows at checkpoints alone.
    if (size === whole) return false
    // Every page is in the file or in the log.
    const isCut = !db.isTransaction && (pages() - frames()) * bytes > size
    if (!isCut && !db.isTransaction) whole = size
    return isCut
  }
}

// Another program may empty the log into the store, as copies of a running store do: SQLite then knows of no frame.
const isLogCut =
  (frames: () => number) =>
  (file: string): boolean =>
    !logMarks.has(firstBytesAt(file, 4).toString('hex')) && frames() > 0
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
