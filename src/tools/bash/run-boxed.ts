// Runs one command in the box, and ends it with all that it started: late, stopped, or when it takes too much.
import { spawn } from 'node:child_process'
import { setInterval } from 'node:timers/promises'
import { isBeyond, quota, type Usage, usageOf } from '../fs/quota.ts'
import type { OwnFolder } from '../../config/workspaces.ts'
import { makeWorkspace } from '../workspace.ts'
import { boxArguments } from './box.ts'
import { maskNames } from './masks.ts'
import { keepEnds } from './output.ts'

export interface Boxed {
  command: string
  workspace: string
  /** The workspace is somebody's own folder. */
  own?: OwnFolder | undefined
  timeoutMs: number
  /** Where bubblewrap is, if not on the PATH. */
  program?: string | undefined
}

/** Why it was ended: late, it wrote too much, the workspace is full. */
export type Ended = 'late' | 'flood' | 'full'

export interface Ran {
  output: string
  /** 128 and the number of the signal for what a signal ended. */
  code: number
  ended?: Ended
}

/** The box itself could not be made; its message is bubblewrap's and has paths of this machine. */
export class BoxError extends Error {
  override name = 'BoxError'
}

const mostShown = 65_536
/** Bytes of output after which a command is ended: reading them takes time of everybody's. */
const mostOutput = 10_000_000
const longestComplaint = 2_000
const usageEveryMs = 1_000

/** Rejects with the reason of the signal, or with a BoxError; nothing of the command runs any more then. */
export async function runBoxed(
  { command, workspace, own, timeoutMs, program = 'bwrap' }: Boxed,
  signal: AbortSignal,
): Promise<Ran> {
  signal.throwIfAborted()
  await makeWorkspace(workspace)
  const atStart = own ? undefined : await found(workspace)
  using masks = maskNames(workspace, own?.hidden)
  signal.throwIfAborted()
  const child = spawn(program, boxArguments(workspace, command, undefined, masks.given), {
    // What the first process in the box was started with can be read in it.
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const { promise: over, resolve, reject } = Promise.withResolvers<number>()
  child.on('error', (cause) => reject(new BoxError(cause.message, { cause })))
  child.on('close', (code, killed) => resolve(code ?? (killed === null ? 1 : 137)))
  let ended: Ended | undefined
  // Its group, which is bubblewrap; the kernel ends all that is in the box with it.
  const end = (why?: Ended): void => {
    ended ??= why
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      child.kill('SIGKILL')
    }
  }
  const output = keepEnds(mostShown)
  child.stdout.on('data', (piece: Buffer) => {
    output.add(piece)
    if (output.total() > mostOutput) end('flood')
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    complaint = `${complaint}${piece}`.slice(0, longestComplaint)
  })
  const stop = (): void => end()
  signal.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(() => end('late'), timeoutMs)
  const watching = new AbortController()
  try {
    if (atStart) void watchUsage(workspace, atStart, () => end('full'), watching.signal)
    const code = await over
    signal.throwIfAborted()
    if (complaint.startsWith('bwrap:')) throw new BoxError(complaint.trim())
    return { output: output.text(), code, ...(ended && { ended }) }
  } finally {
    clearTimeout(timer)
    watching.abort()
    signal.removeEventListener('abort', stop)
  }
}

const found = (workspace: string): Promise<Usage> => usageOf(workspace, { bytes: Infinity, entries: 4 * quota.entries })

async function watchUsage(workspace: string, atStart: Usage, full: () => void, signal: AbortSignal): Promise<void> {
  try {
    for await (const _ of setInterval(usageEveryMs, undefined, { signal })) {
      if (!signal.aborted && isBeyond(await found(workspace), atStart)) full()
    }
  } catch {
    // The command is over.
  }
}
