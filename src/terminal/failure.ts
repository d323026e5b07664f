// What a command that failed says: the error in one line and the next step, never a stack for a person's mistake.
import { CommanderError } from 'commander'

/** Prints why, and returns the exit code: 2 for a wrong call, 1 for everything else. */
export function explainFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const known = error instanceof Error && ['ConfigError', 'StoreError', 'InputError'].includes(error.name)
  const text =
    error instanceof Error
      ? known || !error.stack || !process.env['CHIME_DEBUG']
        ? error.message
        : error.stack
      : String(error)
  process.stderr.write(`chime: ${text}\n`)
  return 1
}

/** What a command goes on in spite of. */
export const warn = (text: string): void => void process.stderr.write(`chime: ${text}\n`)

/** A person's mistake in the call: a file that is not there, an option that cannot be. */
export class InputError extends Error {
  override name = 'InputError'
}
