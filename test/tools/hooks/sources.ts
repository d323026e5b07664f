// Hooks without a thread: modules that say what a test wants.
import type { HookModule, HookName, ToolCall } from '../../../src/tools/hooks/contract.ts'
import { type HookSource, makeHooks } from '../../../src/tools/hooks/hooks.ts'

type Says = Partial<Record<HookName, (given: never) => unknown>>

export const sourceOf = (module: HookModule | Says, name = 'mine.mjs'): HookSource => ({
  name,
  has: (hook) => hook in module,
  ask: async (hook, given) => (module as Record<HookName, (about: object) => unknown>)[hook](structuredClone(given)),
})

/** `failed`: what was told of them. */
export function hooksOf(...modules: (HookModule | Says)[]) {
  const failed: string[] = []
  const hooks = makeHooks(
    modules.map((module, n) => sourceOf(module, `h${n}`)),
    { failed: (name, hook) => void failed.push(`${name} ${hook}`) },
  )
  return { hooks, failed }
}

export const { signal } = new AbortController()

export const place = { bot: 'iris', group: 'web:lobby', oneToOne: false }
export const toolCall: ToolCall = {
  ...place,
  run: 'r1',
  call: '1.0',
  tool: 'fs.read',
  args: { path: 'notes.txt' },
  askers: ['ann'],
  readOutside: false,
  approved: false,
}
