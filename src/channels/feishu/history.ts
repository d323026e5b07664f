// What was said before a bot heard its first message of a chat: read once a line, as context alone.
import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { TalkStore } from '../../store/talk.ts'
import type { InboundMessage } from '../channel.ts'
import type { Topics } from '../topics.ts'
import { cleanName } from '../clean.ts'
import type { FeishuApp } from './app.ts'
import { FeishuError } from './errors.ts'
import type { Identities } from './identities.ts'
import { chatOf, groupOf, toInbound } from './inbound.ts'
import type { FeishuMessage } from './message.ts'
import type { Reader } from './reader.ts'

interface Options {
  /** Messages; 0: none. */
  limit: number
  identities: Identities
  /** As the service keeps it. */
  talk: Pick<TalkStore, 'authorOf'>
  topics: Pick<Topics, 'roomOf'>
  ignored: (bot: string, reason: string) => void
  /** The app may not read a group's talk: told once for each bot. */
  scopeless: (bot: string, reason: string) => void
}

type First = Pick<InboundMessage, 'id' | 'ts'>

/** The event behind which it is read must be acknowledged within 3 s. */
const timeoutMs = 1_500
const maxChats = 5_000
const nothing = (): void => undefined

export function makeHistory({ limit, identities, talk, topics, ignored, scopeless }: Options) {
  const told = new Set<string>()
  /** By app and chat: settled when its past is known. */
  const known = new Map<string, LRUCache<string, Promise<void>>>()
  /** By app and chat: its list of members was read. */
  const listed = new Map<string, LRUCache<string, true>>()

  async function readPast(app: FeishuApp, reader: Reader, chat: string, { id, ts }: First, signal: AbortSignal) {
    const first = { id, ts: ts - (reader.ahead ?? 0) }
    const lists = listed.get(app.appId) ?? new LRUCache<string, true>({ max: maxChats })
    listed.set(app.appId, lists)
    const [people, bots, messages] = await Promise.all([
      app.members(chat, signal).catch(() => undefined),
      app.bots(chat, signal).catch(() => []),
      app.history({ chat }, { until: first.ts, limit }, signal).catch((error: unknown) => {
        ignored(reader.bot, `the history of ${chat} cannot be read: ${String(error)}`)
        if (error instanceof FeishuError && error.isMissingScope && !told.has(reader.bot)) {
          told.add(reader.bot)
          scopeless(reader.bot, error.message)
        }
        return []
      }),
    ])
    for (const { openId, name } of people ?? []) identities.see(app.appId, chat, { openId, name })
    for (const { openId, name } of bots) identities.see(app.appId, chat, { openId, name, isBot: true })
    // Who has no name is no member that could be counted.
    if (people?.every(({ name }) => cleanName(name) !== '')) lists.set(chat, true)
    const past = pastOf(messages, first)
    for (const each of past) {
      const { id: message, sender } = each
      const topic = reader.topicOf?.(each)
      const room = topics.roomOf({ group: groupOf(chat), ...(topic !== undefined && { topic }) })
      // The API tells open ids alone; of an earlier life the service knows whose they are.
      const unionId = sender.isBot ? undefined : talk.authorOf(room, message)
      if (unionId?.startsWith('on_')) identities.see(app.appId, chat, { ...sender, unionId })
    }
    return past.flatMap((message): InboundMessage[] => {
      const received = toInbound(message, reader)
      return 'message' in received ? [{ ...received.message, contextOnly: true }] : []
    })
  }

  return {
    /** Oldest first; nothing when the past of the chat is known, or takes too long. */
    async before(
      app: FeishuApp,
      reader: Reader,
      { id, group, ts, oneToOne }: InboundMessage,
    ): Promise<InboundMessage[]> {
      const chat = chatOf(group)
      const ofApp = known.get(app.appId) ?? new LRUCache<string, Promise<void>>({ max: maxChats })
      known.set(app.appId, ofApp)
      if (limit === 0 || chat === undefined) return []
      const earlier = ofApp.get(chat)
      if (earlier) {
        // Else the second message of a chat would overtake the first one, and be judged without the past.
        await earlier
        return []
      }
      const stop = new AbortController()
      const read = Promise.race([
        readPast(app, reader, chat, { id, ts }, stop.signal),
        pause(timeoutMs, undefined, { ref: false, signal: stop.signal }),
      ])
      ofApp.set(chat, read.then(nothing, nothing))
      const messages = await read
      stop.abort()
      return (messages ?? []).map((message) => (oneToOne ? { ...message, oneToOne } : message)).toReversed()
    },
    /** The line was away: what was said meanwhile is not known. */
    reset(app: string): void {
      known.delete(app)
      listed.delete(app)
    },
    /** The same of one chat: the bot was not in it, or what was read could not be stored. */
    forget(app: string, group: string): void {
      const chat = chatOf(group) ?? ''
      known.get(app)?.delete(chat)
      listed.get(app)?.delete(chat)
    },
    /** Everybody who is in the chat is among the app's members of it. */
    hasListed: (app: string, chat: string): boolean => listed.get(app)?.has(chat) === true,
  }
}

/** Newest first, as the messages are: others may have the very same time, before it and after it. */
function pastOf(messages: readonly FeishuMessage[], { id, ts }: First): readonly FeishuMessage[] {
  const own = messages.findIndex((message) => message.id === id)
  return own === -1 ? messages.filter(({ createdAt }) => createdAt < ts) : messages.slice(own + 1)
}
