// The words of the group chart: what comes in, what it remembers, what its gates record.
import type { Decision } from './children.ts'
import type { Cause } from './verdicts/why.ts'
import type { Gate, GroupInput, GroupPolicy, ReplyType, WindowName } from './settings.ts'

export type SenderKind = 'self' | 'peer' | 'person'

/** From sure to vague: a structured mention, a reply, the name as a call (`Iris, …`), the name in a sentence. */
export type Address = 'mention' | 'reply' | 'called' | 'named'

/** One message as the chart needs it; its text lies in the store. */
export interface MessageRef {
  id: string
  /** Server time, ms. */
  ts: number
  kind: SenderKind
  sender: string
  /** It addresses the bot: by mention, by name, or as a reply to what the bot said (R4, M1–M5). */
  mentioned: boolean
  /** How, when it does. */
  how?: Address
  /**
   * A person asks for an answer without naming the bot (I6): it goes on with the bot after its answer, or is said where
   * nobody else is.
   */
  asked?: 'followUp' | 'alone'
  /** A person asks the bots of the room, whichever of them: each judges it at once. */
  toBots?: true
  /** It only closes the talk: a thanks, an "ok", a sign. */
  closing?: true
  /** A person asks this bot to keep quiet, or to speak freely again. */
  wish?: 'quiet' | 'free'
  /** It asks something. */
  question?: true
  /** It is aimed at somebody else, and not at the bot. */
  elsewhere?: true
  /** Nothing in it says so, but it probably goes on with somebody else. */
  goesOn?: true
  /** 0–1: what it has in common with the bot's field, read off the words alone; absent: the bot has no field. */
  relevance?: number
  /** Estimated tokens of its line in a prompt. */
  tokens: number
  /** Set when it answers a message: that message's id. */
  replyTo?: string
}

export type MessageEvent = { type: 'message.received'; at: number; message: MessageRef }

/**
 * What an operator does: mute and unmute in this group, pause and resume everywhere, drop the reply under way, or set
 * another policy than the configured one (null: the configured one again).
 */
export type OperatorEvent =
  | { type: `operator.${'mute' | 'unmute' | 'pause' | 'resume' | 'drop'}`; at: number }
  | { type: 'operator.policy'; at: number; policy: GroupPolicy | null }

/**
 * Another bot of this service begins to post in the group, and is done (L3): its words are awaited until then, ms. Freed
 * without that: it could not post. `by`: its id; who has the floor no longer frees nothing.
 */
export type FloorEvent =
  | { type: 'floor.taken'; at: number; by: string; until: number }
  | { type: 'floor.freed'; at: number; by: string; until?: number }

/** Something that the note may rest on was corrected, taken back or forgotten: it is renewed as soon as may be. */
export type NoteEvent = { type: 'note.outdated'; at: number }

export type GroupEvent = MessageEvent | OperatorEvent | FloorEvent | NoteEvent

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
  /** The same for a renewal of the note, which may run beside a turn's call. */
  heldForNote?: { at: number; tokens: number }
  /** Who asked within the day, last asked last, and what was spent on their requests; absent: nobody. */
  persons?: PersonSpending[]
}

/** What one person's requests cost. */
export interface PersonSpending {
  sender: string
  /** When they last asked, ms. */
  asked: number
  /** Times ascending; older ones are merged, never forgotten early. */
  spent: [at: number, messages: number, tokens: number][]
}

/** Why a budget says no, with the numbers compared. */
export interface BudgetBlock {
  window: WindowName
  what: 'messages' | 'tokens'
  used: number
  limit: number
  /** What was asked for. */
  need: number
  /** Tokens that nothing but people's requests may use; absent: none. */
  kept?: number
  /** It is the window of one person's requests: which part it is of the whole; absent: the window of all. */
  share?: number
  /** The window has room, but answers are spread over it: the pause after the last one, ms; absent: it is spent. */
  pauseMs?: number
  /** When enough of it is free again, ms; absent when it never will be. */
  freesAt?: number
}

export interface Draft {
  text: string
  type: ReplyType
  /** When it was written, ms. */
  at: number
  /** When the model was asked for it, ms: what came later it does not know. */
  askedAt?: number
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
  /** A model was asked: its end starts the cooldown (D3). */
  called?: true
  /** Tokens that its last model call cost. */
  callCost?: number
  /** A mention, or more of the request, superseded the draft (L5: once a turn): the turn is about to start over, or did. */
  restart?: 'due' | 'done'
  decision?: Omit<Decision, 'tokens'>
  draft?: Draft
  /** When the pause ends, ms. */
  dueAt?: number
  /** Messages of others since the draft, and whether one of them may have answered the batch. */
  moved: number
  answered: boolean
  /** Who asked has gone on since the turn began: with more of it, or with a thanks, an "ok", a wish for quiet. */
  continued?: 'more' | 'closing'
  /**
   * Judgements of the draft before it may go. `sent`: the last one lets it go; `overtaken`: what was said since that one
   * began may have answered the batch.
   */
  rejudged?: { times: number; sent?: true; overtaken?: true }
  /** Another bot is posting: its words are awaited until then, ms. */
  floor?: { by: string; until: number }
  /** Tries to deliver so far, and when the last one was made, ms. */
  tries: number
  triedAt?: number
  /** Since when a request waits for the budget, ms. */
  heldAt?: number
  /** When a request that had waited for the budget was taken up again, ms. */
  resumedAt?: number
  /** Ids of the requests that bear a sign that they wait, or are not answered. */
  signed?: string[]
  /** Those of them that the channel was last asked for, and when, ms. */
  signing?: { messages: string[]; at: number }
  /** An operator dropped the reply while the channel had it: it is not tried again. */
  dropped?: true
}

/** Lines heard since the note was renewed, and renewals in a row that changed nothing. */
export interface NoteWatch {
  heard: number
  idle: number
  /** How many lines were heard when the bot last answered. */
  answeredAt?: number
  /** It may rest on words that were taken back. */
  outdated?: true
  failedAt?: number
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
  /** Since a person last spoke (X3): peers' messages, own replies, and these by the peer they answered alone. */
  botTurns: number
  ownTurns: number
  pairTurns: [peer: string, replies: number][]
  /** Who mentioned the bot within the last minute: when last, and how often a minute, fractions included. */
  callers: { sender: string; since: number; mentions: number }[]
  /** Judgements for nothing in a row, and when the last one was. */
  backOff: { skips: number; since: number }
  /** Whom the bot answered last, and when: what they say next is a follow-up. Kept for the reader of the room after a restart. */
  answered?: { sender: string; at: number }
  /** What was said since the note was renewed. */
  memory: NoteWatch
  /** What an operator set for this group, and whether a person asked the bot to keep quiet. */
  control: { policy?: GroupPolicy; hushed?: true }
  /** Counts of replies by type, skips in a row, repeats (T7). */
  stats: { replies: Record<ReplyType, number>; skipsInARow: number; repeats: number }
}

/** One gate's outcome, and why. `at` comes from the event that set it off. */
export interface Verdict extends Cause {
  turn: number | null
  at: number
  gate: Gate
  outcome: string
  messages: string[]
  tokens?: number
}
