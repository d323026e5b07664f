// What the contract needs of a chat, real or fake: somebody who talks in it, somebody who looks at it, and its troubles.
import type { Channel, Correction } from '../../../src/channels/channel.ts'

/** The bots `iris` and `rex` and the people `ann` and `bo` sit in one group. */
export interface World {
  /** The group, as the channel names it. */
  group: string
  /** A channel on this chat that was not started yet; called again, as after a restart of the process. */
  open(corrected: (correction: Correction) => void): Channel | Promise<Channel>
  /** A person says it in the group; the id that the channel hands in, as soon as the chat gives one. */
  says(who: string, text: string, how?: Saying): string | Promise<string>
  /** The chat was told that this message is safe for this bot, and does not bring it again by itself. */
  isAcknowledged?(id: string, bot: string): boolean
  /** What stands in the group, oldest first. */
  posted(): Posted[] | Promise<Posted[]>
  /** Nothing of the channel's is open towards the chat any more. */
  isIdle(): boolean
  /** Brings a message again that was acknowledged. */
  redeliver?(id: string): void | Promise<void>
  /** The next post is made, and the channel never hears so. */
  loseAnswer?(): void
  /** The next post is refused; it passes on the try after it. */
  refuse?(kind: 'unavailable' | 'rateLimited' | 'permanent'): void
  /** The next post gets no answer, and nobody knows what becomes of it. */
  hang?(): void
  /** That post has reached the chat. */
  isHanging?(): boolean
  edit?(id: string, text: string): void
  takeBack?(id: string): void
  /** Says it to a bot alone; returns its id. */
  whispers?(who: string, bot: string, text: string): string | Promise<string>
  /** Whether people see that the bot answers this message. */
  isTyping?(bot: string, id: string): boolean
  stop(): Promise<void> | void
}

export interface Saying {
  /** Bots. */
  mentions?: readonly string[]
  replyTo?: string
  /** Server time, ms; default now. */
  ts?: number
}

export interface Posted {
  id: string
  /** The bot or the person. */
  by: string
  text: string
  replyTo?: string
  /** Reactions to it: who, and what. */
  reactions?: readonly string[]
}

/**
 * `mentions`: it hands in whom a message mentions; `replies`: what it answers, and shows both ways; `history`: what was said
 * before, as context; `edits`: corrections; `changes`: a bot can change what it has posted; `oneToOne`: chats of one person with one bot.
 */
type Capability =
  | 'mentions'
  | 'replies'
  | 'reactions'
  | 'threads'
  | 'edits'
  | 'changes'
  | 'typing'
  | 'history'
  | 'oneToOne'

/** What is tested: stated apart from the channel, so that a channel that forgets one of them is found out. */
export interface Traits {
  capabilities: readonly Capability[]
  /** `bots`: nobody else can be in the chat, so that ann and bo are bots of somebody else. */
  speakers?: 'bots'
  /** Whom `people` tells of: everybody in the group, nobody before they speak; absent: it does not know. */
  people?: 'members' | 'none'
  /** Troubles that this world can make. */
  troubles: readonly ('redeliver' | 'loseAnswer' | 'refuse' | 'hang')[]
  /**
   * What the chat's own calls do not allow. `findsExpired`: a reply that was posted in time cannot be found by its key
   * when it has expired, and is refused; `reactsOnce`: nothing tells that a reaction is there already;
   * `acknowledges`: the chat is never told what is safe, and shows everything again to whoever comes in again;
   * `tellsRecalls`: nothing tells that a message was taken back; `knowsLost`: the chat knows no key of ours, so that what
   * became of a post without an answer cannot be found out: it is given up, and never posted again.
   */
  gaps?: readonly ('findsExpired' | 'reactsOnce' | 'acknowledges' | 'tellsRecalls' | 'knowsLost')[]
}
