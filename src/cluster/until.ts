// Waits for a server that was just started.
import { setTimeout as pause } from 'node:timers/promises'
import type { Child } from './child.ts'

interface Options {
  what: string
  child: Child
  timeoutMs: number
  /** ms between two looks. */
  everyMs?: number
}

/** @throws {Error} with the last lines of its log, when it ends first or is not ready in time */
export async function until(isReady: () => Promise<boolean>, options: Options): Promise<void> {
  const { what, child, timeoutMs, everyMs = 25 } = options
  const end = performance.now() + timeoutMs
  const look = async (): Promise<void> => {
    if (await isReady()) return
    const ended = child.ended()
    if (ended !== undefined)
      throw new Error(`${what} ended at its start (${ended}); the end of its log:\n${child.lastLines()}`)
    if (performance.now() > end)
      throw new Error(`${what} was not ready within ${timeoutMs} ms; the end of its log:\n${child.lastLines()}`)
    await pause(everyMs)
    return look()
  }
  await look()
}

export async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1_000) })
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}
