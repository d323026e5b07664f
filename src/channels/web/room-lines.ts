// A line of a room as a reply comes in, and as the service takes it.
import { hash, randomUUID } from 'node:crypto'
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

/** Ids that begin so are made from the keys of replies, and nobody else's. */
const ownIds = 'reply:'

/** Of the line that a reply becomes, whichever worker posts it. */
export const replyId = (room: string, bot: string, key: string): string =>
  ownIds + hash('sha256', JSON.stringify([room, bot, key]))

export const isOwnId = (id: string): boolean => id.startsWith(ownIds)

/** `isShared`: whichever worker posts it, it is one line; its id tells them. */
export function fromReply(reply: OutboundReply, room: string, name: string, ts: number, isShared = false) {
  const text = cleanText(reply.text)
  if (text === '') throw nothingVisible()
  const { key, bot: sender, type, replyTo, meta } = reply
  const id = isShared ? replyId(room, sender, key) : randomUUID()
  return { room, id, key, sender, name, bot: true, text, type, replyTo, ts, meta }
}

export function toInbound({ id, room, ts, sender, name, bot, text, parts, replyTo }: RoomMessage): InboundMessage {
  const carried = { ...(parts && { parts }), ...(replyTo && { replyTo }) }
  return { id, group: `web:${room}`, ts, sender: { id: sender, name, bot }, text, ...carried }
}

export const stopped = () => new ChannelError('unavailable', 'the web channel is not running')
