// What a bot remembers of a group: the context of the group chart.
import type { CallRef, Post } from '../agent/children.ts'
import type { RunEnd } from '../agent/context.ts'
import type { Decision, FailureKind } from './children.ts'
import type { GroupInput, GroupPolicy, ReplyType } from './settings.ts'
import type { GivenCommand, MessageRef } from './types.ts'

export interface GroupContext {
  /** Settings and surroundings: given anew at every load. */
  input: GroupInput
  /** What waits for a turn. */
  queue: MessageQueue
  /** What was spent in this group, and what is reserved. */
  budget: Ledger
  /** What was heard in the room. */
  room: RoomTalk
  /** The turn under way, if any. */
  turn?: Turn | undefined
  /** Tools at work for a reply, or done with it; absent: none. */
  run?: Run | undefined
  /** Work was called off: the messages that get a sign for it just now. */
  stopped?: { messages: string[]; turn: number } | undefined
  /** Id of the message that withdrew a request, and gets a sign for it just now. */
  withdrawal?: string | undefined
  /** Commands of operators that are not answered yet, the first one under way; absent: none. */
  commands?: Command[]
  /** When members gave theirs last, ms. */
  memberCommands?: number[]
  /** Rows of the schedule that are due and wait for a turn of their own, the first one first; absent: none. */
  scheduled?: ScheduledJob[] | undefined
  /** What the bot remembers of itself. */
  self: OwnState
}

/** `text`: of a reminder, posted as it stands. */
export interface ScheduledJob {
  row: string
  message: MessageRef
  text?: string
}

/** A command of an operator's: its words lie in the talk. */
export interface Command extends GivenCommand {
  /** Id of the message that gives it. */
  message: string
  sender: string
  /** ms */
  at: number
  /** What it is about was there: a reply or work to stop, an ask to answer. */
  isMet?: true
  /** Its answer, or what kept it from one. */
  answer?: string
  failed?: FailureKind
  /** Tries to post the answer. */
  tries: number
}

/** Messages that wait for a turn. */
export interface MessageQueue {
  /** Gathered by the buffer gate, not yet flushed. */
  buffer: MessageRef[]
  /** When the first and the last of them came, ms. */
  bufferSince: number
  bufferLast: number
  /** Somebody speaks to the bot in it: who, since when, and when their last line came, ms; absent: nobody does. */
  direct?: { sender: string; since: number; last: number } | undefined
  /** Flushed, waiting for the dispatch gate; time order. */
  pending: MessageRef[]
  /** Flushes merged in `pending` (P2). */
  flushes: number
}

/** What the bot spent in this group (U1–U3). */
export interface Ledger {
  /** Times of sends, ms, ascending. */
  sends: number[]
  /** Model calls as [time, tokens], ascending; older ones are merged, never forgotten early. */
  calls: [number, number][]
  /** Tokens reserved for the call under way, and since when, ms. */
  reserved?: { at: number; tokens: number }
  /** The same for a renewal of the note, which may run beside a turn's call. */
  reservedForNote?: { at: number; tokens: number }
  /** Tokens of runs of tools, which have windows of their own; times ascending, older ones are merged. Absent: none. */
  runs?: { at: number; tokens: number; askers: string[] }[]
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

/** The talk of the room, as far as the bot's gates count it. */
export interface RoomTalk {
  activity: ActivityWindow
  /** Since a person last spoke (X3): peers' messages, own replies, and these by the peer they answered alone. */
  botMessages: number
  ownReplies: number
  pairReplies: [peer: string, replies: number][]
  /** Who asked the bot within the last minute: when last, and how often a minute, fractions included. */
  askers: { sender: string; since: number; mentions: number }[]
  /** Whom the bot answered last, and when. */
  answered?: { sender: string; at: number }
  /** What was said since the note was renewed. */
  note: NoteWatch
}

/** The five-minute window (V1–V5). `ts` ascending; `by[i]` indexes `speakers`. */
export interface ActivityWindow {
  ts: number[]
  by: number[]
  speakers: string[]
  /** Figures after the last look at the window. */
  messages: number
  unique: number
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
  /** What a person asked who had their share of the day has left the turn, and is being shown a sign. */
  parted?: true
  /** Of the schedule: what it says as it stands. */
  reminder?: string
  /** It says what a run came to, which ended then, ms. */
  report?: true
  workedUntil?: number
  /** An operator dropped the reply while the channel had it: it is not tried again. */
  dropped?: true
  /** It, or the work that it tells of, was called off meanwhile, and why. */
  calledOff?: 'runStopped' | 'askRecalled' | 'requestWithdrawn' | 'requestRecalled'
  /** Ids of its messages that were withdrawn: what others said is answered without them. */
  withdrawn?: string[]
}

/** A run of tools: its own chart counts its steps, here stands what turns need to know. */
export interface Run {
  id: string
  /** That began it, and when, ms. */
  turn: number
  startedAt: number
  /** What it is for: the messages of its turn that ask, and ids of those that are answered. */
  batch: MessageRef[]
  targets: string[]
  decision?: Omit<Decision, 'tokens'>
  askers: string[]
  type: ReplyType
  /** Calls of tools that it begins with; they are its own as soon as it has begun. */
  calls: CallRef[]
  grown: number
  /** What is said when it takes longer. */
  notice: string
  /** It was begun on what came from outside: pictures, files or recordings of the chat. */
  readOutside?: true
  /** Tokens that it may spend, has spent, and holds for its call under way. */
  allowance: number
  spent: number
  held: number
  step: number
  /** The operators are asked for a word on a call of it; `told`: a turn has said so. */
  ask?: { n: number; digest: string; tool: string; text: string; told?: true } | undefined
  /** The turn waits for it no more, ms. */
  detachedAt?: number
  /**
   * What it sends by its own tool: waits for a turn, `isOpened`: has one, `isOver`: had one. `outcome`: whether the channel
   * has it.
   */
  post?: (Post & { call: string; isOpened?: true; outcome?: 'sent' | 'unsent'; isOver?: true }) | undefined
  /** Who asked has said more to it: who did last, and when, ms. */
  heard?: { sender: string; at: number }
  /** The newest of its own words on the work, and those that the room was told last; it is to be told the newest. */
  note?: string
  said?: string
  saidAt?: number
  isLineDue?: true | undefined
  /** Id of the message that told of it first. */
  posted?: string
  end?: RunEnd & { at: number }
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
  /** No answer: it says that the answer takes longer, or what it needs. */
  notice?: true
  /** It tells how the work goes: the next such line may take its place. */
  line?: true
  /** A run sends it by its own tool. */
  post?: true
}

/** What the bot did so far, and how it is to behave in this group. */
export interface OwnState {
  /** Of the next random draw (L7). */
  seed: number
  turns: number
  /** How often operators were asked for a word on a call. */
  asks?: number
  lastEndAt?: number
  lastSpokeAt?: number
  /** Judgements for nothing in a row, and when the last one was: the next one waits longer. */
  skipBackoff: { skips: number; since: number }
  /** An operator set it for this group. */
  policy?: GroupPolicy
  /** A person asked the bot to keep quiet. */
  hushed?: true
  /** Counts of replies by type, skips in a row, repeats (T7). */
  stats: { replies: Record<ReplyType, number>; skipsInARow: number; repeats: number }
}
