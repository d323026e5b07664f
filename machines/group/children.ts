// What the group chart asks of its children, and what they answer.
import type { Answer, CallRef, TapeEntry } from '../agent/children.ts'
import type { Cause } from './verdicts/why.ts'
import type { DelayHint, ReplyType, Vitality } from './settings.ts'
import type { GivenCommand } from './types.ts'

/** The situation block of the prompts (P2), and of the decision (I4). */
export interface Situation {
  state: Vitality
  messages_in_5m: number
  unique_speakers_in_5m: number
  /** Seconds; −1 never. */
  last_speak_ago: number
  my_messages_in_5m: number
  /** 0–1, the fullest of all windows. */
  budget_usage_ratio: number
  mentioned_in_context: boolean
  mention_count: number
  pending_batches_merged: number
  /** A person asked the bot to hold back here. */
  hushed?: true
}

interface CallInput {
  turn: number
  /** When it is asked, ms. */
  at: number
  /** Ids of the batch, time order. */
  batch: string[]
  /** Those of them that mention the bot. */
  mentioned: string[]
  /** Those that surely speak to the bot: not those that may merely speak of it, or go on among people. */
  addressed: string[]
  /** Those that a person asks the bot by, named or not: the lines that want an answer, time order. */
  asked: string[]
  situation: Situation
  /** Tokens reserved for the call, prompt and answer together: the prompt is clipped to fit. */
  maxTokens: number
  maxOutputTokens: number
  maxTalkTokens: number
  timeoutMs: number
  /** Who asks, where people have limits of the day. */
  askers?: string[]
}

/** Asked of `decide`. With a draft it is the judgement again before sending (L3). */
export interface DecideInput extends CallInput {
  draft?: { text: string; at: number; askedAt?: number }
  /** With a draft: ids of the messages that it answers. */
  targets?: string[]
}

/** Answered by `decide` (I2). */
export interface Decision {
  want: boolean
  reason: string
  type: ReplyType
  hint: DelayHint
  /** 0–1; absent when the provider gave none (yes/no mode). */
  relevance?: number
  /** Whom the model takes the batch to be aimed at: a claim, checked against the text. */
  to?: 'me' | 'other' | 'all'
  /** Id of the message that it would answer, as the model named it; absent when it named none of the talk. */
  line?: string
  /** Only with a draft. */
  verdict?: 'send' | 'shorten' | 'drop'
  /**
   * One call judged for so many bots of the room; `calls`: 1 for the one that it was made for, 0 for the others; `chosen`:
   * ids of those of them that are to speak.
   */
  shared?: { bots: number; calls: 0 | 1; chosen: string[] }
  /** Tokens the call cost: reported by the provider, else the whole reservation. */
  tokens: number
}

export interface ComposeInput extends CallInput {
  /** Ids of the messages to answer, time order; the reply is a reply to the last of them. Never empty. */
  targets: string[]
  type: ReplyType
  maxChars: number
  markdown: boolean
  /** Names of tools that it may call; absent: none. */
  tools?: string[]
  /** What tools are at work for meanwhile: ids of the messages that asked for it. */
  workingOn?: string[]
}

/** Answered by `compose`, shaped already (T3). */
export interface Composed extends Answer {
  tokens: number
  /** When the model was asked, ms: what came later it does not know. */
  askedAt?: number
  /** It calls tools in place of an answer. */
  run?: BegunRun
}

/** A run of tools as the reply's own model call begins it. */
export interface BegunRun {
  id: string
  calls: CallRef[]
  entries: TapeEntry[]
  /** Estimated tokens of them in the next prompt. */
  grown: number
  /** What is said when it takes longer. */
  notice: string
  /** Its prompt showed pictures, files or recordings of the chat. */
  readOutside?: true
}

export interface DeliverInput {
  /** Same for every try of this reply: the channel posts it once (S5). */
  key: string
  turn: number
  text: string
  type: ReplyType
  /** The message it answers. */
  replyTo: string
  expiresAt: number
  model: string
  rehearsal: boolean
  /** Id of an own message that it takes the place of. */
  edits?: string
  /** What is to be taken off when it is posted: these waited for it. */
  signs?: Sign
  /** Who asked, where people have limits of the day. */
  askers?: string[]
}

/** A reaction on messages that wait for an answer, or get none. It is no message, and costs nothing. */
export interface Sign {
  messages: string[]
  emoji: string
}

/** Asked of `sign`. */
export interface SignInput extends Sign {
  turn: number
}

export interface Delivered {
  /** The channel's id of the message. */
  id: string
}

/** Asked of `command`: the words of it lie in the talk. */
export interface CommandInput extends GivenCommand {
  /** Id of the message that gives it, and who wrote that. */
  message: string
  sender: string
  /** What it is about was there: a reply or work to stop, an ask to answer. */
  isMet?: true
  /** Names of the tools that its sender may use here. */
  tools: string[]
  timeoutMs: number
}

/** Answered by `command`: an error is an answer, too. */
export interface CommandOutput {
  text: string
  isError?: true
  /** What it writes on the tape, with the step that takes this. */
  entries?: TapeEntry[]
  /** The row of a fact that is to be forgotten. */
  forgets?: number
}

/** Asked of `answer`: posts what came of a command, once for each key. */
export interface AnswerInput {
  key: string
  message: string
  name: string
  text?: string
  /** Why there is no text. */
  failed?: FailureKind
  expiresAt: number
}

/** Asked of `renewNote`: the note as it is and what was said since lie in the store. */
export interface NoteInput {
  /** Most tokens of the new note. */
  noteTokens: number
  /** Tokens reserved for the call, prompt and answer together. */
  maxTokens: number
  maxOutputTokens: number
  maxTalkTokens: number
  timeoutMs: number
}

export interface NoteOutput {
  /** '' when there is nothing to keep. */
  text: string
  /** It says something else than the one before. */
  changed: boolean
  /** The last row of the talk that it knows, and the generation of the note that it was made from. */
  upto: number
  generation: number
  /** Row of the anchor on the tape of runs whose summary it has taken in. */
  anchor?: number
  tokens: number
}

export type FailureKind =
  | 'timeout'
  | 'unreachable'
  | 'rateLimited'
  | 'refused'
  | 'unparsable'
  | 'ceiling'
  | 'interrupted'
  | 'unavailable'
  | 'permanent'
  | 'failed'

/** What a child fails with, as plain JSON. */
export interface Failure extends Partial<Cause> {
  kind: FailureKind
  /** In English, for the log. */
  message: string
  /** Tokens to charge; absent: the whole reservation. */
  tokens?: number
}
