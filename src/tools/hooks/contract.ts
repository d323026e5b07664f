// What a module of hooks is given and may answer (A6): it can only take away. Whoever writes one needs these types and nothing else.

export interface HookPlace {
  bot: string
  group: string
  oneToOne: boolean
}

/** One call of a model that writes what is posted, or calls tools. */
export interface ModelCall extends HookPlace {
  /** `reply`: the call that answers a turn. `step`: a further one of a run of tools. `handoff`: the summary of a long run. */
  kind: 'reply' | 'step' | 'handoff'
  /** Names of the tools on offer. */
  tools: readonly string[]
  /** Tokens of the answer, at most. */
  maxOutputTokens: number
}

export interface ModelRequest extends ModelCall {
  messages: readonly { role: 'system' | 'user' | 'assistant' | 'tool'; content: string }[]
}

/** Nothing: it passes. */
export interface BeforeModel {
  /** Why the model is not called: the reply is not written, a run ends. */
  refuse?: string
  /** Tools that are not offered in this call: names, `fs.*` for all that begin so, `*` for all. */
  dropTools?: readonly string[]
  /** A lower limit; a higher one changes nothing. */
  maxOutputTokens?: number
}

export interface ModelAnswer extends ModelCall {
  text: string
  /** In the model's order; arguments as it wrote them. */
  calls: readonly { tool: string; arguments: string }[]
}

export interface AfterModel {
  /** Why nothing of it is used: the reply is not posted, a run ends. */
  refuse?: string
  /** Nothing of its text is posted or kept. An answer without calls is refused. */
  dropText?: boolean
  /** Places of calls that are not made, from 0; `all`. The model reads that, with the reason. */
  dropCalls?: readonly number[] | 'all'
  /** For the model. */
  reason?: string
}

/** A call that the model made, the asker may make, and nobody has refused yet. */
export interface ToolCall extends HookPlace {
  run: string
  /** Within the run. */
  call: string
  tool: string
  args: Readonly<Record<string, unknown>>
  /** Ids of those who asked for the run. */
  askers: readonly string[]
  /** Something from outside was read in the run. */
  readOutside: boolean
  /** An operator said yes to this very call. */
  approved: boolean
}

export interface BeforeTool {
  /** Why it is not made: the model reads that. */
  refuse?: string
  /** It waits for the word of an operator; why. Without operators it is not made. */
  askOperators?: string
}

export interface ToolResult extends ToolCall {
  /** Whole: what is too long for a prompt is cut later. */
  text: string
  isError: boolean
}

export interface AfterTool {
  /** Stands in place of the result, marked as changed; at most as long as the result, or 200 characters. */
  replace?: string
  /** From now on the run counts as having read from outside: what may change something needs an operator's word. */
  outside?: boolean
  /** Why the run ends here, without an answer. */
  end?: string
}

type Answered<T> = T | null | undefined | void | Promise<T | null | undefined | void>

/** The default export of a module. What it is given is frozen and its own; `undefined` lets it pass. */
export interface HookModule {
  beforeModel?(request: ModelRequest): Answered<BeforeModel>
  afterModel?(answer: ModelAnswer): Answered<AfterModel>
  beforeTool?(call: ToolCall): Answered<BeforeTool>
  /** Not asked of `send`: that goes the way of a reply. */
  afterTool?(result: ToolResult): Answered<AfterTool>
}

export const hookNames = ['beforeModel', 'afterModel', 'beforeTool', 'afterTool'] as const
export type HookName = (typeof hookNames)[number]
