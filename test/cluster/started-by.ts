// A process of its own that starts something, as a person's command does: to be killed while it runs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { root } from '../docs/pages.ts'

/**
 * Runs `code`, a module, in the project's folder, and resolves with the first line that it prints: the id of a process.
 * Its own process is ended after the test.
 */
export async function startedBy(code: string): Promise<{ pid: number; kill: () => Promise<void> }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL')) await once(child, 'exit')
  }
  onTestFinished(kill)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  return { pid: Number(line), kill }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
