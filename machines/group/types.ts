// What comes into the group chart, and what its gates record.
import type { Cause } from './verdicts/why.ts'
import type { AskEvent, PostEvent, ProgressEvent } from '../agent/context.ts'
import type { Gate, GroupPolicy, WindowName } from './settings.ts'

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
  /** A person asks this bot to keep quiet, to speak freely again, or to stop what it works on. */
  wish?: 'quiet' | 'free' | 'stop'
  /** It is written as a command of this name, by somebody who may give none. */
  triesCommand?: string
  /** It asks something. */
  question?: true
  /** It is aimed at somebody else, and not at the bot. */
  addressedToOther?: true
  /** Nothing in it says so, but it probably goes on with somebody else. */
  continuesOtherExchange?: true
  /** 0–1: what it has in common with the bot's field, read off the words alone; absent: the bot has no field. */
  relevance?: number
  /** Estimated tokens of its line in a prompt. */
  tokens: number
  /** Set when it answers a message: that message's id. */
  replyTo?: string
  /** A reply to it may have to look at a picture, a file or a recording: more is held for it. */
  attachments?: true
  /** Nobody says it just now: it stands for a row of the schedule that is due. */
  scheduled?: true
}

export type MessageEvent = { type: 'message.received'; at: number; message: MessageRef }

/** A message that must not wake the bot, and why: who wrote it is not served, or has had their share of the day. */
export type RefusedEvent = { type: 'message.refused'; at: number; message: MessageRef; cause: Cause }

/** A message was taken back; told where it may have asked for work. */
export type RecallEvent = { type: 'message.recalled'; at: number; message: string }

/** A command of an operator's, or one that members may give: it is no talk, opens no turn, and is answered at once (A4). */
export type CommandEvent = { type: 'command.received'; at: number; message: MessageRef; command: GivenCommand }

/** `isShell`: no command has the name, and what it says is for the shell. */
export interface GivenCommand {
  name: string
  /** Which ask it answers. */
  n?: number
  isShell?: true
  /** Who gives it is no operator. */
  byMember?: true
}

/**
 * What an operator does: mute and unmute in this group, pause and resume everywhere, drop the reply under way, or set
 * another policy than the configured one (null: the configured one again).
 */
export type OperatorEvent =
  | { type: `operator.${'mute' | 'unmute' | 'pause' | 'resume' | 'drop'}`; at: number }
  | { type: 'operator.policy'; at: number; policy: GroupPolicy | null }
  /** A word on the call that the run asks for, by the number that was told. */
  | { type: 'operator.approve'; at: number; n: number; allow: boolean }

/**
 * Another bot of this service begins to post in the group, and is done (L3): its words are awaited until then, ms. Freed
 * without that: it could not post. `by`: its id; who has the floor no longer frees nothing.
 */
export type FloorEvent =
  | { type: 'floor.taken'; at: number; by: string; until: number }
  | { type: 'floor.freed'; at: number; by: string; until?: number }

/** A row of the schedule is due, in the name of who made it. `text`: it is posted as it stands; absent: the bot is asked for it. */
export type ScheduleEvent = { type: 'schedule.due'; at: number; row: string; message: MessageRef; text?: string }

/** Something that the note may rest on was corrected, taken back or forgotten: it is renewed as soon as may be. */
export type NoteEvent = { type: 'note.outdated'; at: number }

export type GroupEvent =
  | MessageEvent
  | RefusedEvent
  | RecallEvent
  | CommandEvent
  | OperatorEvent
  | FloorEvent
  | NoteEvent
  | ScheduleEvent
  | ((ProgressEvent | AskEvent | PostEvent) & { at: number })

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

/** One gate's outcome, and why. `at` comes from the event that set it off. */
export interface Verdict extends Cause {
  turn: number | null
  at: number
  gate: Gate
  outcome: string
  messages: string[]
  tokens?: number
  /** Whose limits of the day it is booked to, where people have some. It is not kept on the tape. */
  askers?: string[]
}
