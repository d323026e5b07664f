// A message of Discord's as the service takes it: who wrote it, what it says, whom it names and what it carries (R2–R6, A12).
import type { InboundMessage } from '../channel.ts'
import { cleanText } from '../clean.ts'
import { partsOf } from './parts.ts'
import { type DiscordMessage, type PlainMessage } from './payload.ts'
import type { Places } from './places.ts'

/** One bot's eyes. */
export interface Reader {
  /** The bot's id in the configuration. */
  bot: string
  /** As Discord knows it. */
  own: { id: string; name: string }
  places: Places
  /** ms. */
  now: () => number
  /** How far `now` is ahead of the wall clock, ms. */
  ahead: () => number
  /** Other bots read the same copy: the bot's own name stays at its start (R5). */
  isShared: boolean
  /** Whether a message of the group was handed in before, in an earlier process too. */
  knows: (group: string, id: string) => boolean
}

/** How it came: as it was said, missed while the line was broken, or read from the channel's past. */
export type Coming = 'live' | 'replayed' | 'history'

/** Never throws: what cannot be read is ignored with a reason. */
export function toInbound(
  given: DiscordMessage,
  coming: Coming,
  reader: Reader,
): { message: InboundMessage } | { ignored: string } {
  const { bot, places, now, ahead, knows } = reader
  // A thread begins with the message that it was made of.
  const starter = given.type === threadStarter ? given.referenced_message : undefined
  const message: DiscordMessage = starter
    ? { ...starter, channel_id: given.channel_id, guild_id: given.guild_id }
    : given
  if (!said.has(message.type)) return { ignored: 'the platform itself says it' }
  const { author, channel_id: channel, guild_id: guild } = message
  const group = groupOf(channel)
  const name = places.see(channel, guild, author, message.member?.nick)
  const { reference, isForeign } = referenceOf(message)
  const answered = message.referenced_message?.id ?? reference
  const isQuoting = answered !== undefined && !isForeign && !knows(group, answered)
  const words = (of: PlainMessage) => textOf(of, reader)
  const parts = partsOf(message, words, isQuoting)
  const content = withoutOwn(message.content, reader.own.id)
  const text = (!reader.isShared && words({ ...message, content })) || words(message)
  if (text === '' && parts.length === 0) return { ignored: 'it says nothing' }
  const isOld = coming !== 'live' && now() - ahead() - message.timestamp > staleMs
  return {
    message: {
      id: message.id,
      group,
      // A clock that is wrong here must not make old talk of new.
      ts: coming === 'live' ? now() : message.timestamp + ahead(),
      sender: { id: author.id, name, bot: author.bot === true },
      text,
      ...(parts.length > 0 && { parts }),
      mentions: mentioned(message, reader),
      ...(answered !== undefined && !isForeign && { replyTo: answered }),
      ...((guild === undefined && coming !== 'history') || places.isDirect(channel) ? { oneToOne: true } : {}),
      bots: [bot],
      ...(isOld && { contextOnly: true as const }),
    },
  }
}

/** `discord:123…`. */
export const groupOf = (channel: string): string => `${prefix}${channel}`

export const channelOf = (group: string): string | undefined => {
  const id = group.startsWith(prefix) ? group.slice(prefix.length) : ''
  return /^\d{1,20}$/.test(id) ? id : undefined
}

/** A message's words as people read them. */
export const textOf = (message: PlainMessage, reader: Pick<Reader, 'places'>): string =>
  cleanText(spoken(message, reader))

const prefix = 'discord:'
/** Plain, reply, answers of programs that somebody called, and a thread's first one. */
const said: ReadonlySet<number> = new Set([0, 19, 20, 23])
const threadStarter = 21
const forward = 1
export const staleMs = 30 * 60_000
const longestText = 20_000

function referenceOf({ message_reference: reference, channel_id: channel }: PlainMessage) {
  if (!reference || reference.type === forward) return { isForeign: true }
  return {
    reference: reference.message_id,
    isForeign: reference.channel_id !== undefined && reference.channel_id !== channel,
  }
}

const markup =
  /<(?:@!?(\d{1,20})|@&(\d{1,20})|#(\d{1,20})|a?(:\w{1,64}:)\d{1,20}|t:(-?\d{1,13})(?::[a-zA-Z])?|(\/[^:<>]{1,100}):\d{1,20})>/g

function spoken(message: PlainMessage, { places }: Pick<Reader, 'places'>): string {
  const { content, mentions, mention_everyone: isToAll } = message
  const named = new Map(
    mentions.map((user) => [user.id, places.see(message.channel_id, message.guild_id, user, user.member?.nick)]),
  )
  const text = content.slice(0, longestText).replaceAll(markup, (all, ...found: (string | undefined)[]) => {
    const [person, role, channel, emoji, seconds, command] = found
    if (person) return named.has(person) ? `@${named.get(person)}` : all
    if (role) return places.role(role)?.name ? `@${places.role(role)?.name}` : '@role'
    if (channel) return `#${places.channel(channel)?.name ?? channel}`
    if (seconds) return timeIn(Number(seconds))
    return emoji ?? command ?? all
  })
  return isToAll ? text.replaceAll(/@(?:everyone|here)\b/g, '@all') : text
}

function timeIn(seconds: number): string {
  const time = new Date(seconds * 1000)
  return Number.isNaN(time.getTime()) ? '' : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** Whom the text names: a reply that rings somebody names nobody. */
function mentioned(message: PlainMessage, { own, places }: Reader): { id: string; name: string }[] {
  const { content, mentions, mention_everyone: isToAll } = message
  const found = Array.from(content.matchAll(markup), ([, person, role]) => ({ person, role }))
  const users = new Map(
    mentions.map((user) => [user.id, places.see(message.channel_id, message.guild_id, user, user.member?.nick)]),
  )
  const named = found.flatMap(({ person, role }) => {
    if (role !== undefined) return places.role(role)?.isOwn ? [{ id: own.id, name: own.name }] : []
    const name = users.get(person ?? '')
    return person === undefined || name === undefined ? [] : [{ id: person, name }]
  })
  const all = [...named, ...(isToAll ? [{ id: 'all', name: 'all' }] : [])]
  return [...new Map(all.map((each) => [each.id, each])).values()].slice(0, maxMentions)
}

const maxMentions = 100

/** Without the calls of the bot that stand before the words. */
function withoutOwn(content: string, own: string): string {
  const [call, id] = /^\s*<@!?(\d{1,20})>[\s,，、:：]*/.exec(content) ?? []
  return call !== undefined && id === own ? withoutOwn(content.slice(call.length), own) : content
}
