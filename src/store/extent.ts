// How much the store holds, and since when: figures that cost the same however much that is.
import { statSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

export interface Extent {
  /** Of the file and its log. */
  bytes: number
  /** Of them hold nothing, and are written again before the file grows. */
  freeBytes: number
  /** About so many messages. */
  messages: number
  /** Time of the oldest message, ms; absent: there is none. */
  since?: number
  /** What runs wrote down, all bots and groups together; absent: nothing. */
  tape?: { entries: number; bytes: number }
}

/** `path`: of the file; `:memory:` has no log. */
export function openExtent(db: DatabaseSync, path: string) {
  const pragma = (name: string) => {
    const statement = db.prepare(`PRAGMA ${name}`)
    return (): number => Number(statement.get()?.[name])
  }
  const [pages, free, pageBytes] = [pragma('page_count'), pragma('freelist_count'), pragma('page_size')]
  const first = db.prepare('SELECT n, ts FROM message ORDER BY n LIMIT 1')
  const last = db.prepare('SELECT max(n) AS n FROM message')
  const tape = db.prepare('SELECT entries, bytes FROM tape_total WHERE one = 1')
  const size = pageBytes()
  const logBytes = (): number => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0

  return {
    extent(): Extent {
      const oldest = first.get()
      const told = tape.get()
      const entries = Number(told?.['entries'] ?? 0)
      return {
        bytes: pages() * size + logBytes(),
        freeBytes: free() * size,
        messages: oldest ? Number(last.get()?.['n']) - Number(oldest['n']) + 1 : 0,
        ...(oldest && { since: Number(oldest['ts']) }),
        ...(entries > 0 && { tape: { entries, bytes: Number(told?.['bytes']) } }),
      }
    },
    /** What is in use, the log included, without looking at rows. */
    usedBytes: (): number => (pages() - free()) * size + logBytes(),
    pages,
    freePages: free,
  }
}
