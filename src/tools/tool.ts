// A tool as the house knows it: what it is called, what it takes, what a crash makes of it, and where it works.
import type { z } from 'zod'
import type { Effect, TapeEntry } from '../../machines/agent/children.ts'
import type { OwnFolder } from '../config/workspaces.ts'

/** The talk that a call is made for. */
export interface Place {
  bot: string
  group: string
  oneToOne: boolean
}

export interface ToolContext {
  place: Place
  run: string
  /** Run and id of the call: a keyed effect is done once for one of them, however often it is asked for. */
  call: string
  /** Id of the last message of the talk that the model had before it when it made the call. */
  talkUntil?: string
  /** Ids of those who asked for the run, and of those who steered it since. */
  askers: readonly string[]
  /** Names of the tools that they may all use. */
  tools?: readonly string[]
  /** Folder of this bot and group, made where it is first needed (`workspaceOf`). */
  workspace: string
  /** The workspace is an operator's own folder, and its size theirs to watch; absent: it is the house's. */
  own?: OwnFolder
  /** Once it is aborted the tool stops at once, and what it started is dead within a second. */
  signal: AbortSignal
  timeoutMs: number
}

/** What a tool writes on the tape: the step that ends its call does it, under the ids of run and call. */
export type NotedEntry = Pick<TapeEntry, 'kind' | 'body' | 'tokens'>

/** Its result for the model, beside what it writes. */
export interface Noted {
  text: string
  entries: readonly NotedEntry[]
}

export const textIn = (result: string | Noted): string => (typeof result === 'string' ? result : result.text)

export interface Tool<Schema extends z.ZodObject = z.ZodObject> {
  /** `fs.read`; on the wire `fs_read`. */
  name: string
  /** For the model: what it does, one or two sentences. */
  description: string
  effect: Effect
  schema: Schema
  /** Of a tool that a user's module brings: its file. */
  module?: string
  /** JSON schema of what it takes, where the tool is somebody else's: whoever runs it checks what it is given, not `schema`. */
  parameters?: Record<string, unknown>
  /** Its results came from outside of the house: calls of `once` tools need approval after one. */
  readsOutside?: true
  /** What it writes stands in later prompts: its calls need approval, too, after something from outside was read. */
  lasts?: true
  /** Its result, for the model. Rejects with a ToolError, which is a result as well, or with the reason of the signal. */
  run(args: z.output<Schema>, context: ToolContext): Promise<string | Noted>
}

/** Its message is for the model: it names no path outside of the workspace and no secret. Of other errors the model hears nothing. */
export class ToolError extends Error {
  override name = 'ToolError'
}

/** Keeps the types of the arguments where a tool is written, and drops them where tools are listed. */
export const tool = <Schema extends z.ZodObject>(made: Tool<Schema>): Tool => made
