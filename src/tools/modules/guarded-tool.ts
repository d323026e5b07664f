// A tool of somebody else's as the house runs it: what throws, hangs or answers rubbish costs that call alone (A6, A15).
import { mkdir } from 'node:fs/promises'
import type { z } from 'zod'
import { hashOf } from '../digest.ts'
import { longestKept } from '../spill.ts'
import { type Tool, ToolError, type ToolContext } from '../tool.ts'
import { asData } from '../web/fetch.ts'
import type { ModuleTool, ModuleToolContext } from './contract.ts'

export type InModule = <T>(work: () => T) => T

interface Guarding {
  module: string
  schema: z.ZodObject
  inModule: InModule
  failed: (tool: string, error: unknown) => void
}

export function guardedTool(given: ModuleTool, { module, schema, inModule, failed }: Guarding): Tool {
  const { name, description, effect, timeoutMs: ownMs = Infinity } = given
  const perhaps = effect === 'read' ? '' : ': it may have been done, look before you do it again'
  const isOutside = given.readsOutside !== false
  const shown = (text: string): string => {
    const kept = text.slice(0, longestKept)
    return isOutside ? asData(name, kept) : kept
  }
  return {
    name,
    description,
    effect,
    schema,
    module,
    ...(isOutside && { readsOutside: true as const }),
    async run(args, context) {
      const most = Math.max(Math.min(ownMs, context.timeoutMs - tellingMs), 1)
      const late = AbortSignal.timeout(most)
      const own = await contextFor(given, context)
      let answer: unknown
      try {
        answer = await unlessAborted(AbortSignal.any([context.signal, late]), inModule, async (signal) =>
          given.run(structuredClone(args) as never, { ...own, signal }),
        )
      } catch (error) {
        context.signal.throwIfAborted()
        if (late.aborted) throw new ToolError(`it took longer than ${most / 1_000} s and was called off${perhaps}`)
        failed(name, wordsOf(error))
        throw new ToolError(`it failed${perhaps}`, { cause: error })
      }
      if (typeof answer === 'string') return shown(answer)
      const problem = problemIn(answer)
      if (problem !== undefined) throw new ToolError(shown(problem))
      failed(name, 'it gave neither a text nor an error')
      throw new ToolError(`it gave something that is no result${perhaps}`)
    },
  }
}

/** Of the time of the call: that it took too long is told in our own words. */
const tellingMs = 500

async function contextFor(
  { name, effect, workspace }: ModuleTool,
  context: ToolContext,
): Promise<Omit<ModuleToolContext, 'signal'>> {
  if (workspace === true) await mkdir(context.workspace, { recursive: true })
  return {
    ...context.place,
    askers: [...context.askers],
    ...(effect === 'keyed' && { key: hashOf([name, context.place, context.call]) }),
    ...(workspace === true && { workspace: context.workspace }),
  }
}

/** Rejects as soon as the signal is aborted, whatever the work does then; its own signal is aborted within the module. */
async function unlessAborted<T>(
  signal: AbortSignal,
  inModule: InModule,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const own = new AbortController()
  const over = Promise.withResolvers<never>()
  const stop = (): void => {
    over.reject(signal.reason as Error)
    inModule(() => own.abort(signal.reason))
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([inModule(() => work(own.signal)), over.promise])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

export async function within<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`it took longer than ${ms / 1_000} s`)), ms)
  try {
    return await Promise.race([work(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function problemIn(answer: unknown): string | undefined {
  const error: unknown = (answer as { error?: unknown } | null | undefined)?.error
  return typeof error === 'string' ? error : undefined
}

/** Of whatever was thrown: one line, not too long. */
export function wordsOf(error: unknown): string {
  try {
    const words = String(error instanceof Error ? error.message : error)
    return words.replaceAll(/\s+/gu, ' ').slice(0, longestWords).toWellFormed()
  } catch {
    return 'something that has no text'
  }
}

const longestWords = 300
