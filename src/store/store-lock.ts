// One process a store, whatever names its file has: a lock on the file itself, and one on a file beside it.
import { closeSync, constants, fstatSync, openSync, realpathSync, type Stats, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import type * as native from 'fs-native-extensions'

/** Somebody else has it. */
export class Held extends Error {
  override name = 'Held'
}

/** Something else stands where the lock file should; the message is its name. */
export class NoLock extends Error {
  override name = 'NoLock'
}

export interface StoreLock {
  /** The file, wherever its names lead. */
  file: string
  /** Of the open file; undefined where it cannot be locked. */
  fd: number | undefined
  /** Throws when another file has taken the name since. */
  confirm(): void
  release(): void
}

/** Throws Held, or what the system says. */
export function lockStore(path: string): StoreLock {
  const beside = lockBeside(realPath(path))
  try {
    const within = lockWithin(path)
    return {
      file: realPath(path),
      fd: within?.fd,
      confirm() {
        const named = statSync(path, { throwIfNoEntry: false })
        if (within && (!named || !isSame(named, within.stats)))
          throw new Error('the file was replaced while it was opened')
      },
      release() {
        within?.release()
        beside.close()
      },
    }
  } catch (error) {
    beside.close()
    throw error
  }
}

export const isSame = (a: Stats, b: Stats): boolean => a.dev === b.dev && a.ino === b.ino

// SQLite's own lock on a file of the same name, so that it is gone with the process, however that ends.
function lockBeside(path: string): DatabaseSync {
  const name = `${path}.lock`
  const lock = lockFile(name)
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if (/locked|busy/i.test(String(error))) throw new Held(path, { cause: error })
    throw unlockable(name, error)
  }
}

function lockFile(name: string): DatabaseSync {
  try {
    return new DatabaseSync(name)
  } catch (error) {
    throw unlockable(name, error)
  }
}

/** It holds nothing: whatever else is there, the store is not what has to go. */
const unlockable = (name: string, error: unknown): unknown =>
  statSync(name, { throwIfNoEntry: false })?.size ? new NoLock(name, { cause: error }) : error

/** Files of this process: to open one again and close it would take SQLite's own locks from it. */
const held: Stats[] = []

/** Far behind everything that SQLite writes or locks. */
const lockedByte = 2 ** 62

/** undefined: the system has no such lock, or the file cannot be written; SQLite then says why. */
function lockWithin(path: string): { stats: Stats; fd: number; release(): void } | undefined {
  const known = statSync(path, { throwIfNoEntry: false })
  if (known && held.some((each) => isSame(each, known))) throw new Held(path)
  if (known && !known.isFile()) return undefined
  const fd = opened(path)
  if (fd === undefined) return undefined
  try {
    const stats = fstatSync(fd)
    // SQLite keeps its log under the file's name: what was written under one name is missing under the other.
    if (stats.nlink > 1)
      throw new Error(`the file has ${stats.nlink} names (hard links), and only one may be left: remove the others`)
    if (tryLock()?.(fd, lockedByte, 1) === false) throw new Held(path)
    held.push(stats)
    return {
      stats,
      fd,
      release() {
        held.splice(held.indexOf(stats), 1)
        closeSync(fd)
      },
    }
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

function opened(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDWR | constants.O_CREAT, 0o644)
  } catch {
    return undefined
  }
}

type TryLock = (fd: number, offset: number, length: number) => boolean | undefined

/** Elsewhere its locks are on whole files, which keeps SQLite out, too: there the file beside has to do. */
function tryLock(): TryLock | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const { tryLock: lock } = createRequire(import.meta.url)('fs-native-extensions') as typeof native
    return (fd, offset, length) => {
      try {
        return lock(fd, offset, length)
      } catch {
        // A file system without locks.
        return undefined
      }
    }
  } catch {
    return undefined
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
