// A process that ends with ours, however ours ends, and writes to a log of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

export interface ChildOptions {
  program: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
  cwd: string
  /** What it writes is added here. */
  log: string
}

export type Child = ReturnType<typeof startChild>

/** Ctrl-C of a terminal does not reach it: it ends when it is told, or when our process is gone. */
export function startChild({ program, args, env, cwd, log }: ChildOptions) {
  const output = openSync(log, 'a')
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', output, output] })
  closeSync(output)
  const guard = guardOf(child)
  let ended: string | undefined
  let isTold = false
  const exited = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      ended = error.message
      resolve()
    })
    child.once('exit', (code, signal) => {
      ended = signal ?? `exit code ${code}`
      guard?.kill('SIGKILL')
      resolve()
    })
  })
  const signal = (name: NodeJS.Signals): boolean => child.pid !== undefined && ended === undefined && child.kill(name)
  return {
    pid: child.pid,
    /** How it ended; undefined while it runs. */
    ended: () => ended,
    exited,
    /** Whether it was told to. */
    isTold: () => isTold,
    signal,
    /** At once, as a power cut does; also while it is halted by SIGSTOP. */
    async kill(): Promise<void> {
      isTold = true
      signal('SIGKILL')
      await exited
    },
    async haltFor(ms: number): Promise<void> {
      signal('SIGSTOP')
      await Promise.race([pause(ms, undefined, { ref: false }), exited])
      signal('SIGCONT')
    },
    /** With time to end by itself first. */
    async end(first: NodeJS.Signals, ms: number): Promise<void> {
      isTold = true
      signal('SIGCONT')
      signal(first)
      const timer = setTimeout(() => signal('SIGKILL'), ms)
      await exited
      clearTimeout(timer)
    },
    lastLines: (count = 15) => lastLines(log, count),
  }
}

/** Says so when it ends by itself, or by somebody else's hand. */
export function tellOfEnd(what: string, child: Child, tell: (line: string) => void): void {
  const say = (): void => {
    if (!child.isTold()) tell(`${what} ended by itself (${child.ended()}); the end of its log:\n${child.lastLines(5)}`)
  }
  void child.exited.then(say)
}

/**
 * Reads from a pipe whose other end only our process has: it is closed by the kernel when our process is gone, even by kill -9.
 * Until then the id cannot be another process's: an ended child keeps its id until we hear of it, and then the guard goes first.
 */
function guardOf({ pid }: ChildProcess): ChildProcess | undefined {
  if (pid === undefined) return undefined
  const script = 'read -r _; kill -KILL "$0"'
  const guard = spawn('/bin/sh', ['-c', script, String(pid)], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  // Neither keeps our process from ending.
  guard.unref()
  ;(guard.stdin as unknown as { unref(): void }).unref()
  guard.stdin?.on('error', () => {})
  return guard
}

export const lastLines = (log: string, count = 15): string =>
  existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').slice(-count).join('\n').slice(-3_000) : ''
