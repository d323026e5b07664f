// A bot with everything of it that outlives a line: what it knows of its servers, what it has heard and what it has posted.
import { LRUCache } from 'lru-cache'
import { ChannelError, type Correction, type InboundMessage, type Intake } from '../channel.ts'
import { cleanText } from '../clean.ts'
import { type HandingIn, makeHandingIn } from '../handing-in.ts'
import type { Timers } from '../timers.ts'
import type { DiscordApp } from './app.ts'
import { readPast, type Span } from './catching-up.ts'
import { channelOf, type Coming, groupOf, type Reader, staleMs, textOf, toInbound } from './inbound.ts'
import {
  type DiscordChannel,
  type DiscordMessage,
  readDeleted,
  readDeletedMany,
  readEdit,
  readMessage,
  timeOf,
} from './payload.ts'
import { makePlaces, type Places } from './places.ts'
import { makePosting, type Posting } from './posting.ts'

/** What the service keeps of the talk from one process to the next. */
export interface Kept {
  /** Until when the bot has heard the group, ms; undefined: never. */
  heardUntil(bot: string, group: string): number | undefined
  /** Whether it had the message when the process began. */
  knows(group: string, id: string): boolean
  /** Groups of the bot with one person, the last ones first. */
  alone(bot: string): readonly string[]
}

interface Options {
  /** Its id in the configuration. */
  bot: string
  app: DiscordApp
  /** As `identify` learned it. */
  own: { id: string; name: string }
  /** Other bots read the same copy. */
  isShared: boolean
  historyLimit: number
  pending: 'read' | 'drop'
  timers: Timers
  kept: Kept
  intake: Intake
  corrected: (correction: Correction) => void
  ignored: (reason: string) => void
}

export interface DiscordBot {
  own: { id: string; name: string }
  places: Places
  posting: Posting
  handing: HandingIn
  /** More waited than can be kept: it is heard anew on a new line. */
  overflowed: () => void
  hear(type: string, data: unknown, isReplayed: boolean): void
  /** The message's writer is a person, as far as is known. */
  isPersons(message: string): boolean
}

export function makeDiscordBot(options: Options): DiscordBot {
  const { bot, app, own, isShared, historyLimit, pending, timers, kept, ignored } = options
  const openedAt = timers.now()
  const places = makePlaces(own.id)
  /** By channel and id. */
  const heard = new LRUCache<string, true>({ max: maxHeard })
  /** Heard as it was said, in this process. */
  const live = new LRUCache<string, true>({ max: maxHeard })
  const persons = new LRUCache<string, true>({ max: maxHeard })
  /** Channels whose past is known. */
  const read = new LRUCache<string, true>({ max: maxChannels })
  const heardUntil = new LRUCache<string, number>({ max: maxChannels })
  /** From when on a channel could not be read, ms. */
  const owed = new LRUCache<string, number>({ max: maxChannels })
  /** One thing after the other in each channel: what comes waits until its past is read. */
  const lanes = new Map<string, Promise<void>>()
  const ahead = (): number => timers.ahead?.() ?? 0
  const knows = (group: string, id: string): boolean => heard.has(`${channelOf(group)} ${id}`) || kept.knows(group, id)
  const reader: Reader = { bot, own, places, now: () => timers.now(), ahead, isShared, knows }
  const posting = makePosting({
    call: app.call,
    own: own.id,
    now: () => timers.now(),
    mayBeAnswered: (id) => !live.has(id),
  })
  const handing = makeHandingIn({
    ...options,
    overflowed() {
      heard.clear()
      read.clear()
      me.overflowed()
    },
  })

  const sinceOf = (channel: string): number | undefined =>
    heardUntil.get(channel) ?? kept.heardUntil(bot, groupOf(channel))

  function after(channel: string, work: () => Promise<void> | void): void {
    const lane: Promise<void> = (lanes.get(channel) ?? Promise.resolve())
      .then(work)
      .catch((error: unknown) => ignored(`${channel}: ${error instanceof Error ? error.message : String(error)}`))
      .finally(() => lanes.get(channel) === lane && lanes.delete(channel))
    lanes.set(channel, lane)
  }

  function put(message: DiscordMessage, coming: Coming, isContext: boolean): void {
    const received = toInbound(message, coming, reader)
    if ('ignored' in received) return ignored(received.ignored)
    const channel = message.channel_id
    const key = `${channel} ${received.message.id}`
    if (heard.has(key)) return
    heard.set(key, true)
    const { id, ts, sender } = received.message
    if (!sender.bot) persons.set(id, true)
    if (coming === 'live') live.set(id, true)
    const given: InboundMessage = isContext ? { ...received.message, contextOnly: true } : received.message
    handing.put({
      message: given,
      taken: () => heardUntil.set(channel, Math.max(heardUntil.get(channel) ?? 0, Math.min(ts, timers.now()))),
    })
  }

  /** Of a channel where the bot heard nothing yet, everything is from before it came. */
  async function catchUp(channel: string, first?: string): Promise<void> {
    if (read.has(channel)) return
    read.set(channel, true)
    const since = owed.get(channel) ?? sinceOf(channel)
    const before = first === undefined ? {} : { before: first }
    const span: Span = since === undefined ? before : { since: since - slackMs }
    try {
      const past = await readPast(channel, span, { call: app.call, timers, historyLimit })
      owed.delete(channel)
      for (const message of past) {
        if (message.id === first || kept.knows(groupOf(channel), message.id)) continue
        const isOld = pending === 'drop' && timeOf(message.id) + ahead() < openedAt
        put(message, 'history', since === undefined || isOld)
      }
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error
      ignored(`${channel}: what was missed cannot be read: ${error.message}`)
      if (error.kind === 'permanent') return
      // The next message tries again, from where this one would have begun.
      read.delete(channel)
      if (since !== undefined) owed.set(channel, since)
    }
  }

  /** Those where something was said that the bot has not heard, or just now. */
  function catchUpAll(channels: readonly DiscordChannel[]): void {
    const missed = channels.flatMap(({ id, last_message_id: last }) => {
      if (last === undefined) return []
      const at = timeOf(last) + ahead()
      return at > (sinceOf(id) ?? timers.now() - staleMs) ? [{ id, at }] : []
    })
    for (const { id } of missed.toSorted((a, b) => b.at - a.at).slice(0, mostAtOnce)) after(id, () => catchUp(id))
  }

  function said(message: DiscordMessage, coming: Coming): void {
    const { channel_id: channel, author, nonce, id } = message
    if (author.id === own.id && nonce !== undefined) posting.seen(nonce, id)
    if (message.guild_id === undefined) places.putChannel({ id: channel, type: oneToOne })
    after(channel, async () => {
      await catchUp(channel, id)
      put(message, coming, false)
    })
  }

  function edited(data: unknown): void {
    const edit = readEdit(data)
    // Discord itself changes a message, too: when it shows what a link leads to.
    if (edit?.edited_timestamp === undefined || edit.content === undefined) return
    const { id, channel_id: channel, content } = edit
    const whole = readMessage(data)
    const text = whole ? textOf(whole, reader) : cleanText(content)
    after(channel, () => handing.put({ correction: { group: groupOf(channel), id, text } }))
  }

  function deleted(channel: string, ids: readonly string[]): void {
    for (const id of ids)
      after(channel, () => handing.put({ correction: { group: groupOf(channel), id, text: undefined } }))
  }

  const me: DiscordBot = {
    own,
    places,
    posting,
    handing,
    overflowed: () => {},
    isPersons: (message) => persons.has(message),
    hear(type, data, isReplayed) {
      if (type === 'MESSAGE_CREATE') {
        const message = readMessage(data)
        if (!message) return ignored('the message cannot be read')
        return said(message, isReplayed ? 'replayed' : 'live')
      }
      if (type === 'MESSAGE_UPDATE') return edited(data)
      if (type === 'MESSAGE_DELETE') {
        const one = readDeleted(data)
        return one && deleted(one.channel_id, [one.id])
      }
      if (type === 'MESSAGE_DELETE_BULK') {
        const many = readDeletedMany(data)
        return many && deleted(many.channel_id, many.ids)
      }
      if (type === 'READY') {
        // A new session: what was said since the last one is not replayed.
        read.clear()
        for (const group of kept.alone(bot).slice(0, mostAtOnce)) {
          const id = channelOf(group)
          if (id === undefined) continue
          places.putChannel({ id, type: oneToOne })
          after(id, () => catchUp(id))
        }
        return
      }
      catchUpAll(places.hear(type, data))
    },
  }
  return me
}

const oneToOne = 1
const maxHeard = 20_000
const maxChannels = 20_000
const mostAtOnce = 50
const slackMs = 60_000
