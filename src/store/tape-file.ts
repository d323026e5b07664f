// One file of lines that a mirror writes: what of it is whole, what is written behind that, and how it is written anew.
import { closeSync, fstatSync, ftruncateSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'

/** How far a file is written. */
export interface Written {
  /** The n of its last line; 0: there is none. */
  n: number
  /** Bytes up to and with that line. */
  bytes: number
}

const mode = 0o600
/** Lines of another store's tape would all be looked at in vain. */
const mostLooked = 20
const chunkBytes = 65_536
const lineEnd = 0x0a

/** The last whole line, as far as there is one; undefined: there is no such file. `isTrue`: of a line, whether the store has it so. */
export function lastWhole(path: string, isTrue: (line: string) => number | undefined): Written | undefined {
  const fd = opened(path)
  if (fd === undefined) return undefined
  try {
    let end = fstatSync(fd).size
    for (let looked = 0; looked < mostLooked; looked += 1) {
      const line = lineBefore(fd, end)
      if (!line) break
      const n = isTrue(line.text)
      if (n !== undefined) return { n, bytes: line.end }
      end = line.start
    }
    return { n: 0, bytes: 0 }
  } finally {
    closeSync(fd)
  }
}

/** Puts text behind what is written; false: the file is not as it was left. */
export function appendTo(path: string, { bytes }: Written, text: string): boolean {
  const fd = opened(path)
  if (fd === undefined) return false
  try {
    if (fstatSync(fd).size < bytes) return false
    ftruncateSync(fd, bytes)
    writeAll(fd, text, bytes)
    return true
  } finally {
    closeSync(fd)
  }
}

/** An empty file beside the one that stays in its place until the new one is whole. */
export function beginAnew(path: string): void {
  rmSync(`${path}.new`, { force: true })
  closeSync(openSync(`${path}.new`, 'wx', mode))
}

export const endAnew = (path: string): void => renameSync(`${path}.new`, path)

function opened(path: string): number | undefined {
  try {
    return openSync(path, 'r+')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function writeAll(fd: number, text: string, at: number): void {
  const bytes = Buffer.from(text)
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done, bytes.length - done, at + done)
}

/** The last line that ends at `end` or before it, with where it begins and ends. */
function lineBefore(fd: number, end: number): { text: string; start: number; end: number } | undefined {
  const last = lastEndBefore(fd, end)
  if (last < 0) return undefined
  const start = lastEndBefore(fd, last) + 1
  const line = Buffer.alloc(last - start)
  readSync(fd, line, 0, line.length, start)
  return { text: line.toString(), start, end: last + 1 }
}

/** Where the last line end before `end` stands; −1: nowhere. */
function lastEndBefore(fd: number, end: number): number {
  const chunk = Buffer.alloc(chunkBytes)
  for (let to = end; to > 0;) {
    const from = Math.max(0, to - chunkBytes)
    const read = chunk.subarray(0, readSync(fd, chunk, 0, to - from, from))
    const found = read.lastIndexOf(lineEnd)
    if (found >= 0) return from + found
    to = from
  }
  return -1
}
