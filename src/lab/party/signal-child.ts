import type { ChildProcess } from 'node:child_process'

/**
 * Signals a child that runs; false when there is none. Until it has told `ENOENT`, a child that could not be started
 * has a handle, and Node signals whatever number stands in it: 0 is everybody in our own process group
 * (Node 20.20: `spawn('missing').kill('SIGKILL')` ends the caller).
 */
export function signalChild(child: ChildProcess, signal: NodeJS.Signals): boolean {
  const isRunning = child.pid !== undefined && child.exitCode === null && child.signalCode === null
  return isRunning && child.kill(signal)
}
