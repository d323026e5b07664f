// What the group chart is made with: every threshold, and the words they use.
import type { RunSettings } from '../agent/run-settings.ts'
import type { ToolRight } from '../rules/tool-rights.ts'

export type Vitality = 'DORMANT' | 'COOLING' | 'ACTIVE' | 'HEATED'

export type GroupPolicy = 'mention' | 'auto' | 'open'

export type ReplyType = 'reaction' | 'short' | 'normal' | 'long'

/** quiet: requests, and questions of its field that nobody answers. lively: it joins in sooner and more often. */
export type Talkativeness = 'quiet' | 'normal' | 'lively'

export type DelayHint = 'fast' | 'normal' | 'slow'

/** Budgets to choose from; each figure can be set over it. */
export type LimitsPreset = 'balanced' | 'documents' | 'generous'

export type WindowName = 'short' | 'medium' | 'long'

export type Gate =
  | 'own'
  | 'duplicate'
  | 'admission'
  | 'buffer'
  | 'dispatch'
  | 'cooldown'
  | 'backoff'
  | 'policy'
  | 'control'
  | 'loop'
  | 'addressee'
  | 'relevance'
  | 'budget'
  | 'decide'
  | 'compose'
  | 'delay'
  | 'rejudge'
  | 'send'
  | 'memory'
  | 'work'

/** One sliding window of the budget (U1). */
export interface Limit {
  durationMs: number
  maxMessages: number
  maxTokens: number
}

/** compact: few tokens; documents: the line form and figures of the specification (P2–P4). */
export interface PromptSettings {
  style: 'compact' | 'documents'
  timeZone?: string
  /** Most bytes of one request to a model, pictures included. Absent: no bound; the configuration always has one. */
  maxBytes?: number
}

/** Every threshold of the chart, in ms and counts. Tests make them tiny; the configuration fills the defaults. */
export interface GroupSettings {
  /** false: the bot reads along and never speaks. */
  enabled: boolean
  policy: GroupPolicy
  talkativeness: Talkativeness
  /** apart: each topic of the group (thread, forum topic) is a talk of its own. Absent: together. */
  topics?: 'together' | 'apart'
  batching: { intervalMs: number }
  /**
   * A10: the rest of a sentence that begins with a mention is awaited for `debounceMs` (absent: not at all); what its sender
   * adds within `joinMs` is said to the work that they asked for.
   */
  direct: { debounceMs?: number; joinMs: number }
  dispatch: {
    cooldownMs: number
    maxPending: number
    /** The back-off after judgements for nothing begins with this, and doubles with each, up to `maxWaitMs`. */
    backoffMs: number
    maxWaitMs: number
  }
  mentionMinIntervalMs: number
  decision: {
    enabled: boolean
    /** Whether one call judges talk that nobody addressed to a bot for all bots of the room that share a model. */
    sharedInRoom: boolean
    modelTimeoutMs: number
    /** Most tokens of talk (batch and context lines) in a decision's prompt. */
    maxTalkTokens: number
    maxOutputTokens: number
    /** Relevance a wish to speak without a mention must reach (V6). */
    minRelevance: Record<Vitality, number>
    /** Whether a batch that is aimed at somebody else is left alone without asking the model. */
    skipElsewhere: boolean
    /** Local relevance below which the model is not asked. */
    relevanceFloor: Record<Vitality, number>
    /** Local relevance from which a batch does not wait longer than the cooldown. */
    strongRelevance: number
    /** So many waiting lines that may concern the bot are judged whatever they are about: they end a back-off, too. */
    pileUp: number
    /** Fewer are judged when nobody has spoken for so long. */
    lullMs: number
    /** Where the bot is quiet, a question of its field waits so long for somebody else's answer. */
    questionWaitMs: number
    /** For so long after a reply, the words of whom it answered count as a follow-up. */
    followUpMs: number
  }
  reply: {
    modelTimeoutMs: number
    maxTalkTokens: number
    maxOutputTokens: number
    /** Most pictures that a reply looks at, and most tokens of the files that it reads. */
    maxPictures: number
    maxFileTokens: number
  }
  limits: Record<`${WindowName}Window`, Limit> & {
    /** Part of each window that one person's requests may use while others ask; 1: all of it. */
    maxPersonShare: number
    /** When this part of a long window's messages is used, answers are spread over what is left of it; 1: never. */
    spreadFrom: number
  }
  /** Share of each window's messages and tokens kept for people's requests (U5). */
  reserveBudgetRatio: number
  delay: {
    /** hint: L1, the decision's hint; colleague: L2, 1 s at relevance 1 to 3 s at relevance 0, and up to 0.5 s by chance. */
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
  loop: {
    /** Peers' messages since a person last spoke. */
    maxBotTurns: number
    /** Own replies to one and the same peer since a person last spoke. */
    maxPairTurns: number
    /** Messages of all bots, own ones included, since a person last spoke. */
    maxRoomTurns: number
    /** Mentions by one person in a minute; beyond, they no longer draw on the reserve. */
    maxMentions: number
  }
  /** How prompts are written; timeZone: an IANA name, absent: the machine's. */
  prompt: PromptSettings
  /** markdown: absent, as the channel can show it. */
  style: { maxCharsPerMessage: number; markdown?: boolean; maxSimilarity: number }
  memory: {
    /** false: nothing is looked up and nothing is noted; what was noted is not shown. */
    enabled: boolean
    /** Most lines of the stored talk that a prompt shows beside the talk, and their tokens. */
    recallLines: number
    recallTokens: number
    /** Most tokens of the note; 0: none is kept. */
    noteTokens: number
    /** Lines after which the note is renewed. */
    renewAfter: number
    modelTimeoutMs: number
    /** Pause after a renewal that failed. */
    backoffMs: number
  }
  vitality: {
    windowMs: number
    coolingMessages: number
    coolingSpeakers: number
    activeMessages: number
    maxEvents: number
    maxAheadMs: number
  }
}

/** What a bot may work with in a group, and what that may cost. */
export interface AgentRights {
  operators: string[]
  /** Nothing that the model writes is posted: it sends by its own tool (A14). */
  sendsItself?: true
  tools: ToolRight[]
  run: RunSettings
  /** So long a turn waits for a run, ms. */
  inlineMs: number
  /** So long after that the room is told how it goes, ms; then again after twice the pause, and after four times. */
  progressMs: number
  /** Most tokens of one run, and of all runs in each window. */
  maxTokens: number
  limits: { durationMs: number; maxTokens: number }[]
  /** Part of the longest window that the runs of one asker may use. */
  maxAskerShare: number
  /** Estimated tokens of a run's prompt beyond talk and tape: contract and tools. */
  overhead: number
}

/** What a group's machine is made with. Never part of a snapshot: the host gives it anew at every load. */
export interface GroupInput {
  bot: string
  group: string
  oneToOne: boolean
  /** An operator paused the bot everywhere. */
  paused?: boolean
  /** Seeds every random draw (L7). */
  seed: number
  settings: GroupSettings
  /** The channel has reactions: a request that waits, or cannot be paid, is marked with one. Absent: it has none. */
  canReact?: boolean
  /** The channel can change what it has posted: lines about one run are one message. Absent: it cannot. */
  canEdit?: boolean
  /** Estimated tokens of each prompt beyond the talk, for reservations (U2). */
  overhead: {
    decide: number
    compose: number
    note?: number
    /** Of pictures, files and recordings, in the prompt of a reply that may be about some. */
    attachments?: number
  }
  /** Absent: no tools. */
  agent?: AgentRights
  /** What one person's requests may cost in a day is limited: who asks is told with every call and post. */
  limitsPersons?: true
  /** Models that a call may be tried at, one after the other; 1 where absent. */
  tries?: { decide: number; compose: number }
}
