// Posts a bot's replies part by part: in order, and each once, however often it is tried.
import { LRUCache } from 'lru-cache'
import { ChannelError, expired, isPermanent, nothingVisible, type OutboundReply } from '../channel.ts'
import { inParts } from '../in-parts.ts'
import type { DiscordApp } from './app.ts'
import { isGone, isUnknownEmoji } from './errors.ts'
import { type PlannedPart, planReply } from './outbound.ts'
import { readMessage, readMessages } from './payload.ts'
import type { Person } from './places.ts'

interface Options {
  call: DiscordApp['call']
  /** The bot's id. */
  own: string
  now: () => number
  /** An answer to this message may have been posted by an earlier process. */
  mayBeAnswered: (message: string) => boolean
}

export interface Place {
  channel: string
  people: readonly Person[]
  /** The message that the reply shows above it. */
  answers?: string
  /** Whoever wrote that message is rung. */
  ringsAsker: boolean
}

export interface Delivered {
  id: string
  /** It is no message: what it shows, for the bot itself. */
  reaction?: string
}

export type Posting = ReturnType<typeof makePosting>

export function makePosting({ call, own, now, mayBeAnswered }: Options) {
  /** By nonce. The platform knows them for some minutes only. */
  const posted = new LRUCache<string, string>({ max: maxPosted })
  /** Keys of replies whose posts are not known to stand. */
  const tried = new LRUCache<string, true>({ max: maxPosted })

  async function post(
    part: PlannedPart,
    { channel, answers, ringsAsker }: Place,
    isFirst: boolean,
    signal: AbortSignal,
  ) {
    const shows = isFirst && answers !== undefined
    const answer = await call('post', `/channels/${channel}/messages`, {
      body: {
        content: part.text,
        nonce: part.nonce,
        enforce_nonce: true,
        allowed_mentions: { parse: [], users: part.users, replied_user: shows && ringsAsker },
        ...(shows && { message_reference: { message_id: answers, channel_id: channel, fail_if_not_exists: false } }),
      },
      signal,
    })
    const message = readMessage(answer)
    if (!message) throw new ChannelError('unavailable', 'Discord’s answer to a post cannot be read')
    posted.set(part.nonce, message.id)
    return message.id
  }

  /** Notes parts that stand in the channel already: by the bot, behind the message that is answered, and in these words. */
  async function lookUp(replyTo: string, parts: readonly PlannedPart[], channel: string, signal: AbortSignal) {
    const query = { after: replyTo, limit: '100' }
    const all = await call('get', `/channels/${channel}/messages`, { query, signal }).catch((error: unknown) => {
      if (isPermanent(error)) return []
      throw error
    })
    const taken = new Set(posted.values())
    const mine = readMessages(all)
      .filter(({ author, id }) => author.id === own && !taken.has(id))
      .toReversed()
    for (const { plain, nonce } of parts) {
      if (posted.has(nonce)) continue
      const at = mine.findIndex(({ content }) => wordsOf(content).test(plain))
      if (at !== -1) posted.set(nonce, mine.splice(at, 1)[0]?.id ?? '')
    }
  }

  async function reacted(message: string, emoji: string, channel: string, signal: AbortSignal): Promise<boolean> {
    try {
      await call('put', reactionPath(channel, message, emoji), { signal })
      return true
    } catch (error) {
      if (isUnknownEmoji(error)) return false
      throw error
    }
  }

  return {
    /** The bot's own message came by the gateway. */
    seen: (nonce: string, id: string): void => void posted.set(nonce, id),
    /** Rejects with a ChannelError. */
    async deliver(reply: OutboundReply, place: Place, signal: AbortSignal): Promise<Delivered> {
      const { reaction, parts } = planReply(reply, place.people)
      const { key, replyTo, expiresAt } = reply
      const { channel } = place
      if (signal.aborted) throw new ChannelError('unavailable', 'the post was given up')
      const isMessage = /^\d{1,20}$/.test(replyTo)
      if (reaction !== undefined && isMessage) {
        if (now() >= expiresAt) throw expired()
        if (await reacted(replyTo, reaction, channel, signal)) return { id: `${replyTo} ${reaction}`, reaction }
      }
      const mayStand = isMessage && (tried.has(key) || mayBeAnswered(replyTo))
      if (mayStand && parts.some(({ nonce }) => !posted.has(nonce))) await lookUp(replyTo, parts, channel, signal)
      const [id] = await inParts(parts, (part, n) => {
        const known = posted.get(part.nonce)
        if (known === undefined && now() >= expiresAt) throw expired()
        tried.set(key, true)
        return known ?? post(part, place, n === 0, signal)
      })
      tried.delete(key)
      return { id }
    },
    /** The words of a message of its own. Rings nobody. */
    async edit(channel: string, message: string, text: string, people: readonly Person[], signal: AbortSignal) {
      const [first] = planReply({ key: message, text, type: 'short' }, people).parts
      if (!first) throw nothingVisible()
      await call('patch', `/channels/${channel}/messages/${message}`, {
        body: { content: first.text, allowed_mentions: { parse: [] } },
        signal,
      })
    },
    async react(channel: string, message: string, emoji: string, signal: AbortSignal): Promise<void> {
      if (await reacted(message, emoji, channel, signal)) return
      throw new ChannelError('permanent', `Discord knows no emoji ${emoji}`)
    },
    async unreact(channel: string, message: string, emoji: string, signal: AbortSignal): Promise<void> {
      try {
        await call('delete', reactionPath(channel, message, emoji), { signal })
      } catch (error) {
        if (!isGone(error) && !isUnknownEmoji(error)) throw error
      }
    },
  }
}

const maxPosted = 5_000

const reactionPath = (channel: string, message: string, emoji: string): `/${string}` =>
  `/channels/${channel}/messages/${message}/reactions/${encodeURIComponent(emoji)}/@me`

/** Whom a message rings stood there by name before; spaces at its ends are not kept. */
const wordsOf = (content: string): RegExp => {
  const said = content.trim().split(/<@!?\d{1,20}>/)
  return new RegExp(`^\\s*${said.map((words) => RegExp.escape(words)).join('[@＠].{1,80}?')}\\s*$`, 's')
}
