// Who reads a message: one bot through its app, and what it knows of the others.
import type { Identities } from './identities.ts'
import type { FeishuMessage } from './message.ts'

/** One bot's eyes. */
export interface Reader {
  /** The app id. */
  app: string
  /** The bot's id in the configuration. */
  bot: string
  /** As `bot/v3/info` told it; `id` is the channel's. */
  own: { id: string; openId?: string; name: string }
  identities: Identities
  /** ms. */
  now: number
  /** How far `now` is ahead of the platform's clock, ms. */
  ahead?: number
  /** Names from elsewhere, as the roster's. */
  nameOf?(id: string): string | undefined
  /** The chat is a topic group. */
  isTopic?: boolean
  /** Of the chat's past. Absent: its topics are told by nobody. */
  topicOf?(message: FeishuMessage): string | undefined
  /** Other bots read the same copy: the bot's own name stays at its start (R5). */
  isShared?: boolean
}

/** Of a member of the channel; `told`: a name that is used where no better one is known. */
export function memberName(id: string, isBot: boolean, { nameOf, identities }: Reader, told = ''): string {
  return (nameOf?.(id) ?? identities.nameOf(id) ?? told) || `${isBot ? 'bot' : 'user'}-${id.slice(-6)}`
}
