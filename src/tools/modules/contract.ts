// What a module of tools exports, and what its tools are given. Whoever writes one needs these types and nothing else.
import type { Effect } from '../../../machines/agent/children.ts'

export interface ToolModule {
  tools: readonly ModuleTool[]
}

export interface ModuleTool {
  /** `lab.samples`: a prefix of the module's own, a dot, and what it does. */
  name: string
  /** For the model: what it does, one or two sentences. */
  description: string
  /**
   * What a call leaves behind when a crash cuts it off. read: nothing, it is made again. keyed: it is made again with the
   * same `key`, by which you see that it was done. once: it is not made again, the model is told that it may have been done.
   */
  effect: Effect
  /** What it takes: a JSON schema of an object, or an object of zod 4. What it does not name is refused before `run`. */
  input: object
  /** false: what it gives is the house's own. Else calls of `once` tools need an operator's word after it. */
  readsOutside?: boolean
  /** It works in the folder of the bot in the group. */
  workspace?: boolean
  /** Of one call, ms; the bot's `toolTimeoutMs` stands above it. */
  timeoutMs?: number
  /** A text is the result. What it throws is logged, and the model hears only that it failed. */
  run(args: never, context: ModuleToolContext): ModuleAnswer | Promise<ModuleAnswer>
}

/** `error`: for the model, which may do it differently then. */
export type ModuleAnswer = string | { error: string }

export interface ModuleToolContext {
  bot: string
  group: string
  oneToOne: boolean
  /** Ids of those who asked for the work, and of those who steered it since. */
  askers: readonly string[]
  /** Of a keyed tool: the same one whenever the same call is made again, also after a crash. */
  key?: string
  /** The folder, where the tool has `workspace: true`. */
  workspace?: string
  /** Aborted when the time is over, or the work is called off. */
  signal: AbortSignal
}
