// A tape as lines of JSON in a file of its own, as it is now: nothing is written to it afterwards.
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { RunTape } from './run-tape.ts'
import { lineOf, tapeFileName } from './tape-lines.ts'
import { tapesFolder } from './tape-mirror.ts'

const rowsAtOnce = 200

/** All lines of a tape, some at a time. */
export function* linesOf(tape: Pick<RunTape, 'after'>, key: string): Generator<string> {
  for (let last = 0; ;) {
    const entries = tape.after(key, last, rowsAtOnce)
    if (entries.length > 0) yield entries.map(lineOf).join('')
    last = entries.at(-1)?.n ?? last
    if (entries.length < rowsAtOnce) return
  }
}

/** Writes a file that nobody else may read, to the disk. Throws when there is one already. */
export function writeTape(path: string, tape: Pick<RunTape, 'after'>, key: string): void {
  const fd = openSync(path, 'wx', 0o600)
  try {
    for (const lines of linesOf(tape, key)) {
      const bytes = Buffer.from(lines)
      for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done)
    }
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** A copy beside the store; returns its path. */
export function archiveTape(storePath: string, tape: Pick<RunTape, 'after'>, key: string, now: number): string {
  const path = archivePath(storePath, key, now)
  writeTape(path, tape, key)
  return path
}

/** The same for an order that may be given again after a crash: one of a moment has one file. */
export function archiveTapeOnce(storePath: string, tape: Pick<RunTape, 'after'>, key: string, at: number): string {
  const path = archivePath(storePath, key, at)
  const part = `${path}.part`
  rmSync(part, { force: true })
  writeTape(part, tape, key)
  renameSync(part, path)
  return path
}

function archivePath(storePath: string, key: string, at: number): string {
  const folder = join(tapesFolder(storePath), 'archive')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return join(folder, `${tapeFileName(key)}-${new Date(at).toISOString().replaceAll(/[-:.]/g, '')}.jsonl`)
}
