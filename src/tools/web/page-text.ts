// The text of a page, read in a thread with bounds on its time and its memory.
import { Worker } from 'node:worker_threads'
import { ToolError } from '../tool.ts'

export interface Page {
  html: string
  /** Links of the page are relative to it. */
  url: string
}

const longestMs = 3_000
const memory = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 }

/** Rejects with a ToolError, or with the reason of the signal. */
export async function pageText(page: Page, signal: AbortSignal): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const thread = new Worker(new URL('./page-thread.ts', import.meta.url), {
    workerData: page,
    // What a library complains of is no matter of the service's output.
    stdout: true,
    stderr: true,
    resourceLimits: memory,
  })
  const unreadable = (): void => reject(new ToolError('the page cannot be read as text'))
  const stop = (): void => reject(signal.reason as Error)
  const timer = setTimeout(unreadable, longestMs)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  thread.once('message', resolve)
  thread.once('error', unreadable)
  thread.once('exit', unreadable)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    void thread.terminate()
  }
}
