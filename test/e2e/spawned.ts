// The service as a person starts it: a process of its own, told apart by its pid, with everything it writes kept.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { writeConfig } from './running.ts'
import { visitor, waitFor } from './visitor.ts'

const bin = fileURLToPath(new URL('../../bin/chime.mjs', import.meta.url))

interface Options {
  /** The Node to start it with. */
  node?: string
  /** Of that Node. */
  flags?: readonly string[]
  env?: Record<string, string>
  headers?: Record<string, string>
}

/** Starts `chime serve` in a folder, with `file` as its chime.yaml if there is one. Resolves when it listens. */
export async function spawned(folder: string, file?: object, { headers, ...options }: Options = {}) {
  if (file) writeConfig(folder, file)
  const child = started(folder, options)
  const { url, store } = await waitFor('the line that it listens', () => {
    if (child.process.exitCode !== null) throw new Error(`it ended: ${child.output()}`)
    return child.lines().find(({ msg }) => String(msg).startsWith('listening')) as
      | { url: string; store: string }
      | undefined
  })
  return {
    ...child,
    url,
    store,
    pid: Number(child.process.pid),
    visitor: visitor(url, headers),
    /** Asks it to stop as a supervisor does; resolves with its exit code. */
    async stop(): Promise<number | null> {
      child.process.kill('SIGTERM')
      return child.ended
    },
  }
}

/** Starts `chime serve` without waiting for anything. */
export function started(
  folder: string,
  { node = process.execPath, flags = [], env = {} }: Omit<Options, 'headers'> = {},
) {
  const inherited = { PATH: process.env['PATH'] ?? '', HOME: folder }
  const child: ChildProcess = spawn(node, [...flags, bin, 'serve'], {
    cwd: folder,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let error = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (error += text))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    process: child,
    ended,
    stdout: () => out,
    stderr: () => error,
    output: () => out + error,
    lines: () => linesOf(out),
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Whole lines only: the last one may still be on its way. */
function linesOf(text: string): Record<string, unknown>[] {
  const whole = text.split('\n').slice(0, -1)
  return whole.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as Record<string, unknown>)
}
