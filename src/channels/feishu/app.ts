// What the channel needs of one Feishu app, in its own words: no type of the SDK gets past this file.
import type { Downloaded } from '../channel.ts'
import type { FeishuError } from './errors.ts'
import type { FeishuMessage } from './message.ts'
import type { Resource } from './resources.ts'

/** A text, or rich text as the platform writes it. */
export type Words = { text: string } | { post: object }

export interface Person {
  openId: string
  name: string
}

export interface FeishuApp {
  readonly appId: string
  /** True after the platform said that the month's calls are used up (99991403), until a call passes again. */
  readonly isOverQuota: boolean
  /** How far the wall clock is ahead of the platform's, ms; 0 while they agree to the minute. */
  wallAhead?(): number
  /** `GET /open-apis/bot/v3/info` (R1). */
  botInfo(): Promise<Person>
  /** `uuid`: at most 50 characters; the platform posts once an hour under it. */
  send(message: { chat: string; words: Words; uuid: string }, signal?: AbortSignal): Promise<{ id: string }>
  reply(
    message: { message: string; words: Words; uuid: string; inThread: boolean },
    signal?: AbortSignal,
  ): Promise<{ id: string }>
  /** A message of the app's own; the platform takes twenty of them, and as long as the company allows. */
  edit(message: { message: string; words: Words }, signal?: AbortSignal): Promise<void>
  /** The id is the reaction's: only with it can the reaction be taken back. */
  react(reaction: { message: string; emoji: string }, signal?: AbortSignal): Promise<{ id: string }>
  unreact(reaction: { message: string; id: string }, signal?: AbortSignal): Promise<void>
  /** A message as this app sees it; undefined when it is gone or cannot be read. */
  read(message: string, signal?: AbortSignal): Promise<FeishuMessage | undefined>
  /**
   * A message and, where it is a bundle of forwarded ones, those in it, of all levels; [] when it is gone or cannot be read.
   * Not asked for while the month's calls are used up.
   */
  open(message: string, signal?: AbortSignal): Promise<FeishuMessage[]>
  /** Rejects with a ChannelError: gone, not for this app, empty, or more than `most` bytes, of which no more are read. */
  resource(resource: ResourceRequest, signal: AbortSignal): Promise<Downloaded>
  /** Newest first; `until` in ms, inclusive. Unreadable messages are left out. */
  history(
    container: { chat: string } | { thread: string },
    page: { until?: number; limit: number },
    signal?: AbortSignal,
  ): Promise<FeishuMessage[]>
  /** People only: the platform leaves bots out. At most 1 000. */
  members(chat: string, signal?: AbortSignal): Promise<Person[]>
  bots(chat: string, signal?: AbortSignal): Promise<Person[]>
  chat(chat: string, signal?: AbortSignal): Promise<{ name: string; mode: ChatMode }>
  /** Groups that the bot is in, at most 100. */
  chats(signal?: AbortSignal): Promise<{ id: string; name: string }[]>
  /** Hands on events that did not come by the long connection, and are proven to be the platform's. Rejects with the handler. */
  dispatcher(onEvent: ListenHooks['onEvent']): (event: object) => Promise<void>
  /** Opens the long connection; each call is a new one. Call `stop` after `onError`, then listen again. */
  listen(hooks: ListenHooks): { stop(): void }
}

export interface ResourceRequest extends Pick<Resource, 'type' | 'key'> {
  /** Id of the message that carries it. */
  message: string
  /** Bytes. */
  most: number
}

export type ChatMode = 'group' | 'topic' | 'p2p'

export interface ListenHooks {
  /** Connected, or connected again. */
  onReady(): void
  onReconnecting(): void
  /** The connection has given up for good. */
  onError(error: FeishuError): void
  /** The event is acknowledged when this resolves, and pushed again when it rejects or takes longer than 3 s. */
  onEvent(type: string, event: unknown): Promise<void>
}
