// Runs the command line as a user does: a child process in a folder of its own.
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../../bin/chime.mjs', import.meta.url))
const timeoutMs = 60_000

export interface Ran {
  code: number | null
  out: string
  err: string
}

export interface Call {
  cwd?: string
  env?: NodeJS.ProcessEnv
  input?: string
}

export async function chime(
  args: readonly string[],
  { cwd = tmpdir(), env = {}, input = '' }: Call = {},
): Promise<Ran> {
  const child = start(args, { cwd, env })
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, out, err }
}

/** For a test that does something to the process while it runs. */
export function start(args: readonly string[], { cwd = tmpdir(), env = {} }: Call) {
  const { PATH, HOME } = process.env
  return spawn(process.execPath, [bin, ...args], { cwd, env: { PATH, HOME, ...env }, timeout: timeoutMs })
}

/** Lines without their dim numbers: `decide skip: no shared words`. */
export const bare = (line: string): string => line.replace(/ · .*/, '')
