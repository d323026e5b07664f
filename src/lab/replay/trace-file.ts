// A trace as JSON lines in a file.
import { closeSync, openSync, writeSync } from 'node:fs'
import { InputError } from '../../terminal/failure.ts'

/** Throws InputError when it cannot be written. So many lines are written at a time. */
export function openTrace(path: string, atOnce = 1_000) {
  let fd: number
  try {
    fd = openSync(path, 'w')
  } catch (error) {
    throw new InputError(`the trace cannot be written to ${path}: ${(error as Error).message}`, { cause: error })
  }
  let lines: string[] = []
  const flush = (): void => {
    writeSync(fd, lines.join(''))
    lines = []
  }
  return {
    write(line: object): void {
      lines.push(`${JSON.stringify(line)}\n`)
      if (lines.length >= atOnce) flush()
    },
    close(): void {
      flush()
      closeSync(fd)
    },
  }
}
