// The trace as JSON lines in a file.
import { closeSync, openSync, writeSync } from 'node:fs'
import { InputError } from '../../terminal/failure.ts'
import type { TraceLine } from '../virtual/trace.ts'

/** Throws InputError when it cannot be written. `names`: each line says which bot it is of. */
export function openTrace(path: string, { names }: { names: boolean }) {
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
    write(line: TraceLine, bot: string): void {
      lines.push(`${JSON.stringify(names ? { bot, ...line } : line)}\n`)
      if (lines.length >= 1_000) flush()
    },
    close(): void {
      flush()
      closeSync(fd)
    },
  }
}
