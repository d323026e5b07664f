// What the channel needs of one bot on Discord, in its own words: no type of the library gets past `sdk.ts`.
import type { ChannelError } from '../channel.ts'

/** A call of the HTTP API; `path` begins with a slash. Rejects with a DiscordError. */
export type Call = (
  method: 'get' | 'post' | 'put' | 'patch' | 'delete',
  path: `/${string}`,
  more?: { query?: Readonly<Record<string, string>>; body?: unknown; signal?: AbortSignal | undefined },
) => Promise<unknown>

export interface DiscordApp {
  call: Call
  /** Opens the gateway; each call is a new line, which takes the session up where the last one ended. */
  listen(hooks: ListenHooks): { stop(): Promise<void> }
  /** Reads a file of the platform's own store, at most so many bytes. */
  file(url: string, most: number, signal: AbortSignal): Promise<{ bytes: Uint8Array; mime?: string }>
}

export interface ListenHooks {
  /** A new session, or one that goes on. */
  onReady(): void
  onReconnecting(): void
  /** The line has given up. */
  onError(error: ChannelError): void
  /** An event as the platform wrote it. `isReplayed`: it was missed while the line was broken. */
  onEvent(type: string, data: unknown, isReplayed: boolean): void
}
