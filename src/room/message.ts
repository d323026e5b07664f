// A message as it comes from a channel, and what becomes of one that came before.
import { boundedParts, type Part, type QuotePart, toldText } from '../language/parts.ts'

export interface InboundMessage {
  /** The channel's id of the message: the dedupe key together with the group. Where senders choose it, with the sender's. */
  id: string
  /** The channel's name and its chat, as `web:lobby`. */
  group: string
  /**
   * The channel's id of the topic (thread, forum topic) that it stands in; absent: in none, or the channel knows none. Behind
   * the intake it is part of the group where topics are apart, and nowhere else.
   */
  topic?: string
  /** Server time, ms. Distrusted: the chart clamps it. */
  ts: number
  /** `alsoKnownAs`: further ids that the platform knows the sender by. */
  sender: { id: string; name: string; bot: boolean; alsoKnownAs?: readonly string[] }
  /** What the sender wrote; words of parts stand in it only where those are `inline`. Inside the service: with the words of all. */
  text: string
  /** What it carries beside its words (A12). */
  parts?: readonly Part[]
  /** Structured mentions by member id; absent where the channel has none (R8). */
  mentions?: { id: string; name: string }[]
  replyTo?: string
  oneToOne?: boolean
  /** The bots that this copy is for; absent: all of the group. */
  bots?: string[]
  /** Too old, or from before the bot came: it is read and wakes nobody. */
  contextOnly?: true
}

/** What became of a message that was handed in before: its new text, or undefined when it was taken back. */
export interface Correction {
  group: string
  id: string
  text: string | undefined
}

/**
 * Everything behind the intake reads a text with the words of what it carries, within bounds (A12). Who quotes a message
 * replies to it.
 */
export function withWords(message: InboundMessage): InboundMessage {
  if (!message.parts) return message
  const { parts: given, ...rest } = message
  const parts = boundedParts(given)
  const quoted = parts?.find((part): part is QuotePart => part.kind === 'quote')?.id
  const replyTo = message.replyTo ?? quoted
  return {
    ...rest,
    text: toldText(message.text, parts),
    ...(parts && { parts }),
    ...(replyTo !== undefined && { replyTo }),
  }
}
