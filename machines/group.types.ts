// The words of the group chart: what comes in, what it remembers, what its children are asked and what they answer.

export type Vitality = 'DORMANT' | 'COOLING' | 'ACTIVE' | 'HEATED'
export type GroupPolicy = 'mention' | 'auto' | 'open'
export type ReplyType = 'reaction' | 'short' | 'normal' | 'long'
export type DelayHint = 'fast' | 'normal' | 'slow'
export type WindowName = 'short' | 'medium' | 'long'
export type Gate =
  | 'buffer'
  | 'dispatch'
  | 'loop'
  | 'policy'
  | 'budget'
  | 'decide'
  | 'compose'
  | 'delay'
  | 'rejudge'
  | 'send'

/** Who wrote a message, as the bot sees it: itself, another bot (R3), or a human. */
export type SenderKind = 'self' | 'peer' | 'person'

/** One sliding window of the budget (U1). */
export interface Limit {
  durationMs: number
  maxMessages: number
  maxTokens: number
}

/** Every threshold of the chart, in ms and counts. Tests make them tiny; the configuration fills the defaults. */
export interface GroupSettings {
  /** false: the bot reads along and never speaks. */
  enabled: boolean
  policy: GroupPolicy
  batching: { intervalMs: number }
  dispatch: { cooldownMs: number; maxPending: number }
  mentionMinIntervalMs: number
  decision: {
    enabled: boolean
    modelTimeoutMs: number
    /** Most tokens of talk (batch and context lines) in a decision's prompt. */
    maxTalkTokens: number
    maxOutputTokens: number
    /** Relevance a wish to speak without a mention must reach (V6). */
    minRelevance: Record<Vitality, number>
  }
  reply: { modelTimeoutMs: number; maxTalkTokens: number; maxOutputTokens: number }
  limits: Record<`${WindowName}Window`, Limit>
  /** Share of each window's messages kept for mentions (U5). */
  reserveBudgetRatio: number
  delay: {
    /** hint: L1, the decision's hint; colleague: L2, 1 s at relevance 1 to 3 s at relevance 0. */
    pace: 'hint' | 'colleague'
    fastMs: [number, number]
    normalMs: [number, number]
    slowMs: [number, number]
    colleagueMs: [number, number]
    /** A draft older than this when its pause ends is judged again (L4). */
    maxAgeMs: number
    /** So many messages during the pause and the draft is judged again (L4). */
    maxMoved: number
  }
  /** backoffMs: pause between two tries to hand a reply to a channel that is not available (L6). */
  delivery: { expiryMs: number; backoffMs: number; timeoutMs: number }
  loop: { maxBotTurns: number }
  style: { maxCharsPerMessage: number; markdown: boolean; maxSimilarity: number }
  vitality: {
    windowMs: number
    coolingMessages: number
    coolingSpeakers: number
    activeMessages: number
    maxEvents: number
    maxAheadMs: number
  }
}

/** What a group's machine is made with. Never part of a snapshot: the host gives it anew at every load. */
export interface GroupInput {
  bot: string
  group: string
  oneToOne: boolean
  /** Seeds every random draw (L7). */
  seed: number
  settings: GroupSettings
  /** Estimated tokens of each prompt beyond the talk, for reservations (U2). */
  overhead: { decide: number; compose: number }
}

/** One message as the chart needs it; its text lies in the store. */
export interface MessageRef {
  id: string
  /** Server time, ms. */
  ts: number
  kind: SenderKind
  sender: string
  mentioned: boolean
  /** Estimated tokens of its line in a prompt. */
  tokens: number
  /** Set when it answers a message: that message's id. */
  replyTo?: string
}

/** Every event carries `at`, the host's time in ms: the chart has no clock of its own. */
export type GroupEvent = { type: 'message.received'; at: number; message: MessageRef }

/** The five-minute window (V1–V5). `ts` ascending; `by[i]` indexes `speakers`. */
export interface ActivityWindow {
  ts: number[]
  by: number[]
  speakers: string[]
  /** Figures after the last look at the window. */
  messages: number
  unique: number
}

/** What the bot spent in this group (U1–U3). */
export interface Ledger {
  /** Times of sends, ms, ascending. */
  sends: number[]
  /** Model calls as [time, tokens], ascending; older ones are merged, never forgotten early. */
  calls: [number, number][]
  /** Tokens held for the call under way: {} when none. */
  held?: { at: number; tokens: number }
}

/** Why a budget says no, with the numbers compared. */
export interface BudgetBlock {
  window: WindowName
  what: 'messages' | 'tokens'
  used: number
  limit: number
  /** What was asked for. */
  need: number
  /** When enough of it is free again, ms; absent when it never will be. */
  freesAt?: number
}

export interface Draft {
  text: string
  type: ReplyType
  /** When it was written, ms. */
  at: number
  /** Which model wrote it; rehearsal: it was no language model. */
  model: string
  rehearsal: boolean
}

/** The turn under way. */
export interface Turn {
  n: number
  startedAt: number
  batch: MessageRef[]
  flushes: number
  /** A mention superseded the draft (L5: once a turn): the turn is about to start over, or did. */
  restart?: 'due' | 'done'
  decision?: Omit<Decision, 'tokens'>
  draft?: Draft
  /** When the pause ends, ms. */
  dueAt?: number
  /** Messages of others since the draft, and whether one of them may have answered the batch. */
  moved: number
  answered: boolean
  /** Tries to deliver so far. */
  tries: number
}

export interface GroupContext {
  input: GroupInput
  seed: number
  activity: ActivityWindow
  /** Gathered by the buffer gate, not yet flushed. */
  buffer: MessageRef[]
  bufferSince: number
  bufferLast: number
  /** Flushed, waiting for the dispatch gate; time order. */
  pending: MessageRef[]
  /** Flushes merged in `pending` (P2). */
  flushes: number
  ledger: Ledger
  turns: number
  turn?: Turn | undefined
  lastEndAt?: number
  lastSpokeAt?: number
  /** Peers' messages since a person last spoke (X3). */
  botTurns: number
  /** Counts of replies by type, skips in a row, repeats (T7). */
  stats: { replies: Record<ReplyType, number>; skipsInARow: number; repeats: number }
}

/** One gate's outcome. `at` comes from the event that set it off. */
export interface Verdict {
  turn: number | null
  at: number
  gate: Gate
  outcome: string
  why: string
  messages: string[]
  tokens?: number
  numbers?: Record<string, number | string>
}

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
}

interface CallInput {
  turn: number
  /** Ids of the batch, time order. */
  batch: string[]
  /** Those of them that mention the bot. */
  mentioned: string[]
  situation: Situation
  /** Tokens reserved for the call, prompt and answer together: the prompt is clipped to fit. */
  maxTokens: number
  maxOutputTokens: number
  maxTalkTokens: number
  timeoutMs: number
}

/** Asked of `decide`. With a draft it is the judgement again before sending (L3). */
export interface DecideInput extends CallInput {
  draft?: { text: string; at: number }
}

/** Answered by `decide` (I2). */
export interface Decision {
  want: boolean
  reason: string
  type: ReplyType
  hint: DelayHint
  /** 0–1; absent when the provider gave none (yes/no mode). */
  relevance?: number
  /** Only with a draft. */
  verdict?: 'send' | 'shorten' | 'drop'
  /** Tokens the call cost: reported by the provider, else the whole reservation. */
  tokens: number
}

export interface ComposeInput extends CallInput {
  type: ReplyType
  maxChars: number
  markdown: boolean
}

/** Answered by `compose`, shaped already (T3). */
export interface Composed {
  text: string
  type: ReplyType
  /** 0–1: likeness to the nearest of the last own replies; 1 for the same text (T5). */
  similarity: number
  model: string
  rehearsal: boolean
  tokens: number
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
}

export interface Delivered {
  /** The channel's id of the message. */
  id: string
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
export interface Failure {
  kind: FailureKind
  message: string
  /** Tokens to charge; absent: the whole reservation. */
  tokens?: number
  numbers?: Record<string, number | string>
}
