// What a run is made with, remembers, and comes to: the context of the agent chart. Texts lie on the tape.
import type { ReplyType } from '../group/settings.ts'
import type { WhyKey } from '../group/verdicts/why.ts'
import type { ToolRight } from '../rules/tool-rights.ts'
import type { Answer, CallRef, Post, TakenCall } from './children.ts'
import type { RunSettings } from './run-settings.ts'

export interface AgentInput {
  run: string
  /** That began it. */
  turn: number
  /** When, ms. */
  startedAt: number
  /** Ids of the messages that it is for, time order, and those of them that are answered. */
  batch: string[]
  targets: string[]
  /** Who asked, as their channel calls them. */
  askers: string[]
  /** The same, where people have limits of the day. */
  billed?: string[]
  operators: string[]
  tools: ToolRight[]
  /** Calls that the reply's own model call made: the first step. */
  calls: CallRef[]
  /** The prompt that they were made on showed what came from outside. */
  readOutside?: true
  /** How often operators of the group were asked for a word before: the next number is one more. */
  asked: number
  /** Tokens that it may spend. */
  allowance: number
  /** Estimated tokens of a prompt: what stands in each, and what the first step adds. */
  prompt: number
  grown: number
  type: ReplyType
  maxChars: number
  markdown: boolean
  /** What it says is posted by its own tool, and by nothing else. */
  sendsItself?: true
  settings: RunSettings
}

export interface AgentContext {
  input: AgentInput
  /** Model calls so far that did not fail, and the one under way. */
  step: number
  /** Calls of this step that are still to be made, in the model's order. */
  calls: TakenCall[]
  /** Under way: reads side by side, or one other. */
  reads: TakenCall[]
  current?: TakenCall | undefined
  /** How often each call was made, by the beginning of its digest. */
  made: [digest: string, times: number][]
  /** Ids of messages that came meanwhile for this run, and everybody who asked. */
  steering: string[]
  askers: string[]
  spent: number
  /** Of the last model call. */
  cost: number
  reserved?: { at: number; tokens: number } | undefined
  /** Estimated tokens of the tape in the next prompt. */
  grown: number
  /** Model calls that failed in a row. */
  failures: number
  /** What came from outside of the house was read. */
  readOutside?: true
  /** The operators are asked for a word on the call under way; of how many that is, and how often they said no. */
  asking?: { n: number; digest: string; at: number } | undefined
  asks?: number
  denials?: number
  /** How long the run waited for their words, ms: it does not count. */
  waitedMs?: number
  /** A provider found the prompt too long: a summary is due, or was written; once a run. */
  handoff?: 'due' | 'done'
  /** No tools are offered any more: the next model call answers. */
  isLast?: true
  /** The last model call was made: what it called is the end. */
  isConcluded?: true
  answer?: Answer
  why?: WhyKey
}

/** How a run ended; without an answer nothing is said. */
export interface RunEnd {
  outcome: 'answered' | 'exhausted' | 'failed'
  why: WhyKey
  answer?: Answer
  /** Tokens of all its model calls. */
  spent: number
  steps: number
}

export type AgentEvent =
  /** Who asked, or somebody else who may, says more. */
  | { type: 'run.steer'; at: number; message: string; sender: string }
  /** An operator's word on the call of this digest, by the number that they were told. */
  | { type: 'run.approve'; at: number; n: number; digest: string; allow: boolean }
  | (PostedEvent & { at: number })

/** Told to the group chart: the operators are to be asked; without a text: no more. */
export interface AskEvent {
  type: 'work.asks'
  n: number
  digest: string
  tool: string
  text?: string
}

/** Told to the group chart: it is to post this. */
export interface PostEvent {
  type: 'work.posts'
  /** Id of the call within the run. */
  call: string
  post: Post
}

/** Told by the group chart: what became of it. */
export interface PostedEvent {
  type: 'run.posted'
  call: string
  outcome: 'sent' | 'unsent'
}

/** Told to the group chart: totals, so that a repeat changes nothing. `held`: for the call under way. */
export interface ProgressEvent {
  type: 'work.progress'
  spent: number
  held: number
  step: number
  /** What the model wrote beside its calls, if that may stand in the room. */
  note?: string
}
