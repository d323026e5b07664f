// Loads a module of hooks into a thread of its own: what throws, hangs or loops there costs one call, and is loaded anew (A6).
import { basename } from 'node:path'
import { existsSync, statSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { HookName } from './contract.ts'
import type { Answered, Asked, Loaded } from './hook-messages.ts'
import type { HookSource } from './hooks.ts'

/** To be loaded at the start of the service. */
const longestLoadMs = 10_000
const memory = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 }

export interface LoadedHooks extends HookSource {
  hooks: readonly HookName[]
  stop: () => Promise<void>
}

/** Rejects with an error that names the module and the next step. */
export async function loadHooks(path: string): Promise<LoadedHooks> {
  const complain = (problem: string, cause?: unknown) => new Error(`hooks: ${path}: ${problem}`, { cause })
  if (!existsSync(path)) throw complain('there is no such file: its path is seen from the folder of the configuration')
  if (!statSync(path).isFile()) throw complain('it is no file: name the module itself')
  let thread = openThread(path)
  let hooks: readonly HookName[]
  try {
    hooks = await within(longestLoadMs, 'loading it', undefined, () => thread.loaded)
  } catch (error) {
    void thread.end()
    throw complain(`it cannot be loaded: ${(error as Error).message}`, error)
  }
  let isStopped = false
  return {
    name: basename(path),
    hooks,
    has: (hook) => hooks.includes(hook),
    async ask(hook, given, { timeoutMs, signal }) {
      if (isStopped) throw new Error('it is stopped')
      if (thread.isOver()) thread = openThread(path)
      const own = thread
      try {
        return await within(timeoutMs, `its ${hook}`, signal, async () => {
          await own.loaded
          return own.ask(hook, given)
        })
      } catch (error) {
        // Whether it loops for ever nobody can see from here: it answers what it was asked already, and is asked no more.
        if (error instanceof LateError) own.retire()
        throw error
      }
    },
    async stop() {
      isStopped = true
      await thread.end()
    },
  }
}

function openThread(path: string) {
  const worker = new Worker(new URL('./hook-thread.ts', import.meta.url), {
    workerData: { path },
    env: {},
    argv: [],
    // What it prints is no line of the service's.
    stdout: true,
    stderr: true,
    resourceLimits: memory,
  })
  worker.stdout.resume()
  worker.stderr.resume()
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const loading = Promise.withResolvers<readonly HookName[]>()
  loading.promise.catch(() => undefined)
  let [asked, isOver, retired] = [0, false, false]
  const over = (error: unknown): void => {
    isOver = true
    loading.reject(error)
    for (const each of waiting.values()) each.reject(error)
    waiting.clear()
  }
  const endIfIdle = (): void => {
    if (retired && waiting.size === 0) void worker.terminate()
  }
  worker.on('error', over)
  worker.on('exit', () => over(new Error('its thread ended')))
  worker.on('message', (message: Loaded | Answered) => {
    if ('hooks' in message) return loading.resolve(message.hooks)
    if ('problem' in message) return loading.reject(new Error(message.problem))
    const own = waiting.get(message.id)
    waiting.delete(message.id)
    if ('failed' in message) own?.reject(new Error(message.failed))
    else own?.resolve(message.said)
    endIfIdle()
  })
  // The service ends without waiting for it.
  worker.unref()
  return {
    loaded: loading.promise,
    isOver: () => isOver || retired,
    async ask(hook: HookName, given: object): Promise<unknown> {
      const id = ++asked
      const answer = Promise.withResolvers<unknown>()
      waiting.set(id, answer)
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
      worker.postMessage({ id, hook, given } satisfies Asked)
      return answer.promise
    },
    retire(): void {
      retired = true
      // Calls that were made before end by then, answered or late.
      setTimeout(() => void worker.terminate(), retiresMs).unref()
      endIfIdle()
    },
    async end(): Promise<void> {
      await worker.terminate()
    },
  }
}

/** No call waits longer. */
const retiresMs = 2_500

class LateError extends Error {}

async function within<T>(
  ms: number,
  what: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new LateError(`${what} took longer than ${Math.round(ms)} ms`)), ms)
  const stop = (): void => late.reject(signal?.reason as Error)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  try {
    return await Promise.race([work(), late.promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}
