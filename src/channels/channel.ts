// What a channel must do: say who the bots are, hand messages in, post replies once.
import type { LineCause } from '../../machines/line-cause.ts'
import type { MediaPart } from '../language/parts.ts'
import type { WhyKey } from '../../machines/group/verdicts/why.ts'
import type { Correction, InboundMessage } from '../room/message.ts'

export type { Correction, InboundMessage }

export interface OutboundReply {
  /** Same for every try: a channel that has seen it returns the id of the first post (S5). */
  key: string
  group: string
  /** Where the group's topics are apart: the one that it belongs to, as the channel named it. */
  topic?: string
  /** Id of the bot that speaks. */
  bot: string
  text: string
  type: 'reaction' | 'short' | 'normal' | 'long'
  replyTo: string
  /** The chat is one person's with the bot. */
  oneToOne?: boolean
  /** Id of an own message that it takes the place of, where the channel can edit. */
  edits?: string
  /** From then on it must not be posted any more, ms; one that was posted before is found by its key (L6). */
  expiresAt: number
  meta: { model: string; rehearsal: boolean }
}

/** What became of a reply. */
export interface Posted {
  /** The channel's id of its message, or of the first one. */
  id: string
  /**
   * Its messages, where the chat does not bring a bot's own words back to it by itself: the host hands them in. Also when
   * they were posted by an earlier try.
   */
  echo?: readonly PostedMessage[]
}

/** As `InboundMessage` has them. */
export type PostedMessage = Pick<InboundMessage, 'id' | 'text' | 'mentions' | 'bots'>

/** A reaction of a bot's on somebody's message: a sign, no message. The same one again changes nothing. */
export interface Reaction {
  group: string
  /** Id of the bot that reacts. */
  bot: string
  /** Id of the message that bears it. */
  message: string
  emoji: string
  oneToOne?: boolean
}

/** Other words for a message that the bot has posted. The same ones again change nothing. */
export interface Edit {
  group: string
  /** Id of the bot that posted it. */
  bot: string
  /** Id of the message. */
  message: string
  text: string
  oneToOne?: boolean
}

/** Bytes of a part of a message. */
export interface Download {
  group: string
  /** Id of the message that carries it. */
  message: string
  /** Id of the bot that reads it. */
  bot: string
  part: MediaPart & { ref: string }
  /** Most bytes: reading stops there and rejects, whatever the other side announces. */
  most: number
}

export interface Downloaded {
  bytes: Uint8Array
  /** As the other side says; distrusted. */
  mime?: string
}

/** Resolves when every message is safely stored: only then may the channel acknowledge. Rejects: hand them in again. */
export interface Intake {
  (messages: InboundMessage[]): Promise<void>
  /**
   * For a channel that keeps its messages in the service's own store: takes what `work` returns in the transaction in which
   * that runs, and runs again where it is tried anew. Rejects when nothing of it was stored. `canWait`: on a busy host some
   * 40 ms, for others to share the transaction.
   */
  together?: (work: () => readonly InboundMessage[], canWait?: boolean) => Promise<void>
}

/** What a channel tells of one bot's line to it. */
export interface Line {
  ready(): void
  /** It broke, and the channel's client tries to mend it by itself. */
  reconnecting(reason: string, cause?: LineCause): void
  /** `permanent`: trying again does not help, somebody must change something. */
  down(trouble: { reason: string; permanent: boolean } & LineCause): void
}

/** What a channel can do beyond plain messages it has a method for; what it does not have is not asked of it. */
export interface Channel {
  readonly name: string
  /** Replies may carry markdown: the channel writes it down in its own form. Absent: it shows plain words. */
  writesMarkdown?: boolean
  /** Who the bot is here (R1). Rejects when the channel cannot tell: the bot does not go online. */
  identify(bot: { id: string; name: string }): Promise<{ id: string; name: string }>
  start(intake: Intake): Promise<void>
  /** Opens a bot's own line, where the channel has one; returns how to close it. Rejects with a ChannelError. */
  connect?(bot: { id: string; name: string }, line: Line): Promise<() => Promise<void>>
  /** Rejects with a ChannelError. */
  send(reply: OutboundReply, signal: AbortSignal): Promise<Posted>
  /** Marks a message. Wakes nobody. Rejects with a ChannelError. */
  react?(reaction: Reaction, signal: AbortSignal): Promise<void>
  /** Takes a reaction of the bot's own off again; one that is not there, or not known any more, changes nothing. */
  unreact?(reaction: Reaction, signal: AbortSignal): Promise<void>
  /** Changes what a bot has posted. Rejects with a ChannelError: it is gone, or can be changed no more. */
  edit?(edit: Edit, signal: AbortSignal): Promise<void>
  /** The bytes of a picture, a file or a recording. Rejects with a ChannelError: gone, too large, not for this bot. */
  download?(what: Download, signal: AbortSignal): Promise<Downloaded>
  /** Shows that a bot answers a message; returns how to end that. */
  typing?(bot: string, group: string, message: string): Promise<() => Promise<void>>
  /** What people call a group; undefined while that is not known. May ask in the background. */
  titleOf?(group: string): string | undefined
  /**
   * Ids of the people in a group, spoken or not; bots left out. Who has spoken is there with the id of `sender`. [] where
   * nobody is known before they speak; undefined while it is not known who is there: nobody counts as alone with the bots.
   */
  people?(group: string): readonly string[] | undefined
  stop(): Promise<void>
}

/** `unavailable`: it may pass later; `rateLimited`: it passes after a while; `permanent`: it never passes as it is. */
export class ChannelError extends Error {
  override name = 'ChannelError'
  readonly kind: 'unavailable' | 'rateLimited' | 'permanent'
  /** How long the other side asks to wait, ms. */
  readonly retryAfterMs: number | undefined
  /** Says more than the kind does; without it the message is shown as the channel's own words. */
  declare readonly why?: WhyKey
  /** Of a line that is down: which trouble of the service's own list it is. */
  declare readonly line?: LineCause
  constructor(
    kind: ChannelError['kind'],
    message: string,
    options?: ErrorOptions & { retryAfterMs?: number; why?: WhyKey; line?: LineCause },
  ) {
    super(message, options)
    this.kind = kind
    this.retryAfterMs = options?.retryAfterMs
    if (options?.why) this.why = options.why
    if (options?.line) this.line = options.line
  }
}

/** Of the bytes of a part: there are more than were asked for. */
export class TooLargeError extends ChannelError {
  override name = 'TooLargeError'
  readonly most: number
  constructor(most: number) {
    super('permanent', `the file is larger than ${most} bytes`)
    this.most = most
  }
}

/** It never passes as it is. */
export const isPermanent = (error: unknown): boolean => error instanceof ChannelError && error.kind === 'permanent'

export const expired = () =>
  new ChannelError('permanent', 'the reply expired before it was posted', { why: 'replyExpired' })

export const nothingVisible = () =>
  new ChannelError('permanent', 'the reply has no visible text', { why: 'noVisibleText' })

/** Until a channel has one. */
export const noIntake: Intake = () => Promise.reject(new ChannelError('unavailable', 'the channel is not started'))
