// A line of a room as a reply comes in, and as the service takes it.
import { randomUUID } from 'node:crypto'
import { ChannelError, type InboundMessage, type OutboundReply, nothingVisible } from '../channel.ts'
import { cleanText } from '../clean.ts'
import type { RoomMessage } from './rooms.ts'

/** A person's message, checked and cleaned by the routes. */
export interface Post {
  name: string
  text: string
  id?: string | undefined
  replyTo?: string | undefined
  /** Ids of files that were sent to the room. */
  files?: readonly string[] | undefined
  /** A passage of the message `replyTo`; '': all of it. */
  quote?: string | undefined
}

export function fromReply(reply: OutboundReply, room: string, name: string, ts: number) {
  const text = cleanText(reply.text)
  if (text === '') throw nothingVisible()
  const { key, bot: sender, type, replyTo, meta } = reply
  return { room, id: randomUUID(), key, sender, name, bot: true, text, type, replyTo, ts, meta }
}

export function toInbound({ id, room, ts, sender, name, bot, text, parts, replyTo }: RoomMessage): InboundMessage {
  const carried = { ...(parts && { parts }), ...(replyTo && { replyTo }) }
  return { id, group: `web:${room}`, ts, sender: { id: sender, name, bot }, text, ...carried }
}

export const stopped = () => new ChannelError('unavailable', 'the web channel is not running')
