// What the store keeps: how much, since when, and for how long.
import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import type { Config } from '../../config/config.ts'
import { isShrinkable, makeShrinkable, openDatabase } from '../../store/database.ts'
import { openExtent } from '../../store/extent.ts'
import { InputError } from '../../terminal/failure.ts'
import { bytesText, type Finding, ok, warn } from './finding.ts'

const megabyte = 1_000_000
/** Less is written again soon. */
const muchFreeBytes = 50e6

export function checkKept(db: DatabaseSync, { path, retainDays, maxMegabytes }: Config['store']): Finding {
  const { bytes, freeBytes, messages, since, tape } = openExtent(db, path).extent()
  const most = maxMegabytes * megabyte
  const kept =
    since === undefined
      ? 'no message'
      : `about ${messages} messages since ${new Date(since).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const size = `${bytesText(bytes)} of at most ${bytesText(most)}`
  const runs = tape ? `, ${tape.entries} entries of runs (${bytesText(tape.bytes)})` : ''
  const found = `${kept}${runs}, ${size}; ${retainDays === 1 ? 'a day is' : `${retainDays} days are`} kept`
  if (bytes - freeBytes > most) {
    const next =
      'a running service removes the oldest; what the last day needs stays: raise store.maxMegabytes for more'
    return warn('kept', found, next)
  }
  if (isShrinkable(db) || freeBytes < muchFreeBytes) return ok('kept', found)
  const next = 'it is used again before the file grows; to give it back stop the service, then: chime doctor --compact'
  return warn('kept', `${found}; ${bytesText(freeBytes)} of the file hold nothing`, next)
}

/** Rewrites the file without what holds nothing. Returns what it did; throws a StoreError when a service holds the store. */
export function compactStore({ store: { path } }: Config): string {
  if (!existsSync(path)) throw new InputError(`there is no store at ${path}: nothing is there to be compacted`)
  using db = openDatabase(path)
  const before = openExtent(db, path).extent().bytes
  makeShrinkable(db)
  db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
  return `${path}: ${bytesText(openExtent(db, path).extent().bytes)}, before it were ${bytesText(before)}.`
}
