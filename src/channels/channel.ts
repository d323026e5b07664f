// What a channel must do: say who the bots are, hand messages in, post replies once.

export interface InboundMessage {
  /** The channel's id of the message: the dedupe key together with the group. */
  id: string
  /** The channel's name and its chat, as `web:lobby`. */
  group: string
  /** Server time, ms. Distrusted: the chart clamps it. */
  ts: number
  sender: { id: string; name: string; bot: boolean }
  text: string
  /** Structured mentions by member id; absent where the channel has none (R8). */
  mentions?: { id: string; name: string }[]
  replyTo?: string
  oneToOne?: boolean
}

export interface OutboundReply {
  /** Same for every try: a channel that has seen it returns the id of the first post (S5). */
  key: string
  group: string
  /** Id of the bot that speaks. */
  bot: string
  text: string
  type: 'reaction' | 'short' | 'normal' | 'long'
  replyTo: string
  /** From then on it must not be posted any more, ms; one that was posted before is found by its key (L6). */
  expiresAt: number
  meta: { model: string; rehearsal: boolean }
}

/** Resolves when every message is safely stored: only then may the channel acknowledge. Rejects: hand them in again. */
export type Intake = (messages: InboundMessage[]) => Promise<void>

export interface Channel {
  readonly name: string
  /** Who the bot is here (R1). Rejects when the channel cannot tell: the bot does not go online. */
  identify(bot: { id: string; name: string }): Promise<{ id: string; name: string }>
  start(intake: Intake): Promise<void>
  /** Rejects with a ChannelError. */
  send(reply: OutboundReply, signal: AbortSignal): Promise<{ id: string }>
  stop(): Promise<void>
}

export class ChannelError extends Error {
  override name = 'ChannelError'
  readonly kind: 'unavailable' | 'rateLimited' | 'permanent'
  constructor(kind: ChannelError['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
