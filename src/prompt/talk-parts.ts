// What a talk is made of before it is written down, and what comes of it.
import type { Part } from '../language/parts.ts'
import type { Count } from './clip.ts'
import type { BotProfile } from './identity.ts'
import type { RosterMember } from './roster.ts'

export type PromptStyle = 'compact' | 'documents'

export interface PromptMessage {
  id: string
  /** Server time, ms. */
  ts: number
  /** Id of whoever wrote it. */
  sender: string
  name: string
  text: string
  /** It addresses the bot, or asks it without a name. */
  mentioned: boolean
  /** It names the bot in passing, or may go on with what it said. */
  perhaps?: true
  /** Written by the bot itself. */
  own: boolean
  /** Written by a bot; absent: not known. */
  bot?: boolean
  /** Id of the message that it replies to. */
  replyTo?: string
  parts?: readonly Part[]
  /** Its text is no more than the beginning of what was said. */
  cut?: true
  /** Who wrote it is not served: it is read, and never answered. */
  refused?: true
}

export interface Talk {
  /** What was said before the batch. */
  before: PromptMessage[]
  /** All that was said from the first to the last message of the batch, the bot's own words among it. */
  batch: PromptMessage[]
  /** What has been said since. */
  after: PromptMessage[]
  /** The messages that the batch replies to, and the bot's last words before it, however old. */
  linked?: PromptMessage[]
}

/** A batch with all that was said between, what was said before and has been since, and what it goes on with. */
export type TalkOf = (group: string, batch: string[]) => Talk

/** A line of long ago that goes with the question. */
export interface RecalledLine {
  id: string
  /** Server time, ms. */
  ts: number
  name: string
  own: boolean
  text: string
  /** Who wrote it is not served. */
  refused?: true
}

export interface TalkInput {
  style: PromptStyle
  talk: Talk
  /** Ids of lines that stand there whatever else must go. */
  targets: readonly string[]
  /** A reply that is judged again. */
  draft?: string
  /** Earlier lines that a reply goes on with are told with what they quote and forward. */
  tellsAgain?: boolean
  recalled?: readonly RecalledLine[]
  /** When the model is asked, ms. */
  at: number
  /** IANA name. */
  timeZone: string
  profile: BotProfile
  roster: readonly RosterMember[]
  /** What stands over a line, where no bot reads it as its own talk; absent: as `profile` reads it. */
  nameOf?: (message: Pick<PromptMessage, 'name' | 'bot' | 'sender'>) => string
  /** Most tokens of the lines, the draft among them. */
  allowance: number
  count: Count
}

export interface TalkShown {
  text: string
  /** The lines shown, by the label that the model knows each by. */
  lines: Map<string, PromptMessage>
}

type Section = 'before' | 'batch' | 'after'

export interface ChosenLine {
  message: PromptMessage
  /** Escaped, and cut where it had to be; what was forwarded stands behind it. */
  text: string
  /** Its words are cut. */
  isCut: boolean
  /** What it quotes: which of it is told, and how, hangs on the lines that are shown. */
  quotes?: readonly ShownQuote[]
}

/** A quote before it is known which lines are shown. */
export interface ShownQuote {
  /** Id of the quoted line, where the talk has it. */
  line?: string
  /** A part of that line: told also where the line stands there whole, for it says which part is meant. */
  isPassage: boolean
  /** With its writer and date, where the line does not stand there. */
  full: string
  /** With the mark of the line, where that does. */
  beside: (mark: string) => string
  /** The one of both that takes more tokens. */
  longest: string
}

/** What a line carries, each in at most so many tokens; nothing where that is too little. */
export interface CarriedParts {
  quotes: ((most: number) => ShownQuote | undefined)[]
  bundles: ((most: number) => string)[]
}

/** The lines that fit. */
export interface Chosen extends Record<Section, ChosenLine[]> {
  recalled: { line: RecalledLine; text: string }[]
  draft?: string
  /** How many of the batch were said by others. */
  asked: number
  /** How many have been said since. */
  since: number
  /** How many of the batch do not stand here: there was no room for them. */
  leftOut: number
  /** The same of what has been said since. */
  leftOutSince: number
}

/** How one style writes; lines are measured before they have their number. */
export interface TalkForm {
  /** What somebody wrote, as one line that can pose as nothing else. */
  escape: (text: string) => string
  /** What stands around the text of a message. */
  frame: (message: PromptMessage) => { head: string; tail: string }
  /** A recalled line without its text. */
  recalledHead: (line: RecalledLine) => string
  /** What stands before and behind the words of a message: what it quotes, what was forwarded with it. */
  carried: (message: PromptMessage) => CarriedParts
  /** The day a message stands under where that has to be told, else ''. */
  dayOf: (message: PromptMessage) => string
  /** Tokens of the line that tells a day. */
  dayTokens: number
  print: (chosen: Chosen) => TalkShown
}

/** Behind the name of whoever is not served. */
export const refusedMark = ({ refused }: { refused?: true }): string => (refused ? ' (not to be answered)' : '')
