// Reads what a file or a recording really is, in a thread of its own with bounds on its time and its memory.
import { Worker } from 'node:worker_threads'
import { longest } from './limits.ts'
import type { Unread } from './unread.ts'

export interface ToRead {
  bytes: Uint8Array
  as: 'file' | 'recording'
  /** As the other side says. */
  charset?: string
}

export interface FileText {
  text: string
  /** There is more of it. */
  isCut: boolean
}

export interface Recording {
  /** What its content is usually called: `ogg`. */
  extension: string
}

export type ReadBytes = FileText | Recording | Unread

/** MB. What lies beside the heap is not bounded by V8: the whole process is looked at. */
const memory = { heap: 192, growth: 300 }
const lookEveryMs = 50

/** Never rejects. */
export function readBytes(toRead: ToRead, signal: AbortSignal, withinMs = longest.reading): Promise<ReadBytes> {
  const { promise, resolve } = Promise.withResolvers<ReadBytes>()
  const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), {
    workerData: toRead,
    // What a library complains of is no matter of the service's output.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memory.heap, maxYoungGenerationSizeMb: 32 },
  })
  let least = process.memoryUsage.rss()
  const end = (read: ReadBytes): void => {
    clearTimeout(timer)
    clearInterval(swelling)
    signal.removeEventListener('abort', late)
    resolve(read)
    void thread.terminate()
  }
  const late = (): void => end({ unread: 'late' })
  const timer = setTimeout(late, withinMs)
  const swelling = setInterval(() => {
    const now = process.memoryUsage.rss()
    // What the rest of the service gives back meanwhile is no room for the thread.
    least = Math.min(least, now)
    if (now - least > memory.growth * 1_000_000) end({ unread: 'broken' })
  }, lookEveryMs)
  signal.addEventListener('abort', late, { once: true })
  if (signal.aborted) late()
  thread.once('message', end)
  thread.once('error', () => end({ unread: 'broken' }))
  thread.once('exit', () => end({ unread: 'broken' }))
  return promise
}
