// Runs the command line as a user does: a child process in a folder of its own.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

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

/** A folder with these files, gone after the test. */
export function folder(files: Record<string, string> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'chime-cli-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  for (const [name, body] of Object.entries(files)) {
    mkdirSync(dirname(join(path, name)), { recursive: true })
    writeFileSync(join(path, name), body)
  }
  return path
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Lines without their dim numbers: `decide skip: no shared words`. */
export const bare = (line: string): string => line.replace(/ · .*/, '')
