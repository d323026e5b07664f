// The thread in which a module of hooks runs: with no variable of the service, and nothing of it but what a call is about.
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import { type HookName, hookNames } from './contract.ts'
import type { Asked, Answered, Loaded } from './hook-messages.ts'

type Functions = Partial<Record<HookName, (given: unknown) => unknown>>

const { path } = workerData as { path: string }

/** A module with a name that nobody knows does not check what its author thinks it does. */
function functionsOf(given: unknown): Functions {
  if (typeof given !== 'object' || given === null) throw new Error('it has no default export with hooks')
  const names = Object.keys(given)
  const unknown = names.find((name) => !hookNames.some((known) => known === name))
  if (unknown !== undefined) throw new Error(`it has a ${unknown}: hooks are ${hookNames.join(', ')}`)
  const odd = names.find((name) => typeof (given as Record<string, unknown>)[name] !== 'function')
  if (odd !== undefined) throw new Error(`its ${odd} is no function`)
  if (names.length === 0) throw new Error(`it has no hook: ${hookNames.join(', ')}`)
  return given
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const each of Object.values(value)) frozen(each)
  }
  return value
}

function textOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error)
  } catch {
    return 'something that has no text'
  }
}

const tell = (message: Loaded | Answered): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(message)
}

try {
  const { default: given } = (await import(pathToFileURL(path).href)) as { default?: unknown }
  const functions = functionsOf(given)
  parentPort?.on('message', ({ id, hook, given: about }: Asked) => {
    void (async () => {
      try {
        tell({ id, said: await functions[hook]?.(frozen(about)) })
      } catch (error) {
        tell({ id, failed: textOf(error) })
      }
    })()
  })
  tell({ hooks: Object.keys(functions) as HookName[] })
} catch (error) {
  tell({ problem: textOf(error) })
}
