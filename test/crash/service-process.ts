// The real service as a process of its own: started, killed, and never left behind.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { heapFlags } from '../heap-flags.ts'

export interface ServiceProcess {
  url: string
  pid: number
  /** From the spawn to the line that says it listens, ms. */
  readyMs: number
  /** To what was preloaded; only with `told`. */
  tell(message: object): void
  /** `kill -9`; resolves when the process is gone. */
  kill(): Promise<void>
  /** Asks it to stop; resolves with the exit code. */
  stop(): Promise<number | null>
}

export interface ServiceOptions {
  config: string
  /** Holds the store; also the working folder, so that no `.env` is read. */
  folder: string
  execArgv?: string[]
  env?: Record<string, string>
  /** Opens a channel to what was preloaded by `execArgv`, and gets what it sends. */
  told?: (message: unknown) => void
}

const program = fileURLToPath(new URL('../../bin/chime.mjs', import.meta.url))
const timeoutMs = 30_000
const keptLines = 20

/** Rejects with the last lines of the log when the service ends instead of listening. */
export async function startServiceProcess(options: ServiceOptions): Promise<ServiceProcess> {
  const { config, folder, execArgv = [], env = {}, told } = options
  const started = performance.now()
  const child = spawn(process.execPath, [...heapFlags, ...execArgv, program, 'serve', '--config', config], {
    cwd: folder,
    env: { PATH: process.env['PATH'], CHIME_DATA: folder, CHIME_LOG_FORMAT: 'json', ...env },
    stdio: ['ignore', 'pipe', 'pipe', ...(told ? ['ipc' as const] : [])],
  })
  if (told) child.on('message', told)
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await gone
  }
  try {
    const url = await listening(child)
    return {
      url,
      pid: child.pid as number,
      readyMs: performance.now() - started,
      tell: (message) => {
        // It may die at any moment, and be gone before this arrives.
        if (child.connected) child.send(message, () => undefined)
      },
      kill: () => end('SIGKILL'),
      async stop() {
        await end('SIGTERM')
        return child.exitCode
      },
    }
  } catch (error) {
    await end('SIGKILL')
    throw error
  }
}

async function listening(child: ChildProcess): Promise<string> {
  const lines: string[] = []
  const keep = (line: string): void => {
    lines.push(line)
    lines.splice(0, lines.length - keptLines)
  }
  createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', keep)
  const url = new Promise<string>((resolve) => {
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      keep(line)
      const found = /"url":"([^"]+)"/.exec(line)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`the service ended with ${code ?? signal} before it listened:\n${lines.join('\n')}`)
  })
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error(`the service is not up after ${timeoutMs} ms`)), timeoutMs)
    timer.unref()
  })
  // Whoever loses the race must not become an unhandled rejection.
  ended.catch(() => undefined)
  late.catch(() => undefined)
  return Promise.race([url, ended, late])
}
