// The Feishu channel: every bot is an app with a line of its own; chats are groups, and all of them share one pace.
import { LRUCache } from 'lru-cache'
import {
  type Channel,
  ChannelError,
  type Correction,
  type InboundMessage,
  type PostedMessage,
  noIntake,
} from '../channel.ts'
import type { FeishuApp } from './app.ts'
import { changePost, deliver } from './deliver.ts'
import { emojiType } from './emoji.ts'
import { type KeptTalk, makeHeard } from './heard.ts'
import { makeHistory } from './history.ts'
import { makeIdentities } from './identities.ts'
import { chatOf, readCorrection, readMove } from './inbound.ts'
import type { Reader } from './reader.ts'
import { troubleOf } from '../one-line.ts'
import type { Timers } from '../timers.ts'
import { makeLimiter } from './limiter.ts'
import { type MembersMoved, readMembersMoved } from './members-moved.ts'
import { planReply } from './outbound.ts'
import { readRef } from './resources.ts'
import { allTogether, type Topics } from '../topics.ts'
import { makeThreads, makeTopics } from './threads.ts'
import { makeTitles } from './titles.ts'
import { makeTyping } from './typing.ts'

export interface FeishuChannelOptions {
  /** By the bot's id in the configuration. */
  apps: ReadonlyMap<string, FeishuApp>
  historyLimit: number
  /** A reaction on the message while its answer is written. */
  typingIndicator: boolean
  /** Bots whose events do not come by a connection of their app's, by id. */
  listeners?: ReadonlyMap<string, FeishuApp['listen']>
  /** False: replies in this group are plain words. */
  isMarkdown?: (group: string) => boolean
  timers: Timers
  seed: number
  /** What the service has heard. */
  talk: KeptTalk
  /** Absent: no chat has its topics apart. */
  topics?: Topics
  /** What was not taken, and why: for the log. */
  ignored: (bot: string, reason: string) => void
  /** The app may not read a group's talk, and hears nothing but mentions: told once for each bot. */
  scopeless: (bot: string, reason: string) => void
  /** A message was edited or taken back after it was handed in. */
  corrected: (correction: Correction) => void
}

/** What is remembered of a chat. */
interface Chat {
  /** Ids of the bots that are in it. */
  bots: Set<string>
}

const maxChats = 5_000
const maxCorrections = 500
const maxReactions = 5_000
/** A sign, and other words, that come later than that tell nobody anything. */
const reactionMs = 30_000

export function makeFeishuChannel(options: FeishuChannelOptions): Channel & { readonly name: 'feishu' } {
  const { apps, historyLimit, typingIndicator, isMarkdown = () => true, timers, seed, talk } = options
  const { listeners, topics = allTogether, ignored, scopeless, corrected } = options
  const identities = makeIdentities()
  const limiter = makeLimiter({ timers, seed })
  const owns = new Map<string, { openId: string; name: string }>()
  const chats = new LRUCache<string, Chat>({ max: maxChats })
  /** By group and id: a message may be corrected while it is still being read, or before it comes again. */
  const corrections = new LRUCache<string, Correction>({ max: maxCorrections })
  /** Only with its id a reaction can be taken off: one of an earlier process stays. */
  const reactions = new LRUCache<string, string>({ max: maxReactions })
  const threads = makeThreads()
  const topicGroups = makeTopics()
  const titles = makeTitles({ apps, identities, now: () => timers.now() })
  const showTyping = makeTyping(appOf)
  const history = makeHistory({ limit: historyLimit, identities, talk, topics, ignored, scopeless })
  const hear = makeHeard({ history, talk, topics, topicGroups, ignored, now: () => timers.now() })
  let intake = noIntake

  function appOf(bot: string): FeishuApp {
    const app = apps.get(bot)
    if (!app) throw new ChannelError('permanent', `${bot} has no app on Feishu: see channels.feishu.accounts`)
    return app
  }

  function readerOf(bot: string): Reader {
    const own = owns.get(bot)
    return {
      app: appOf(bot).appId,
      bot,
      own: { id: bot, name: own?.name ?? bot, ...(own && { openId: own.openId }) },
      identities,
      now: timers.now(),
      ahead: (timers.ahead?.() ?? 0) + (appOf(bot).wallAhead?.() ?? 0),
      // The talk is one for all bots of a chat.
      isShared: apps.size > 1,
    }
  }

  function noteChat({ group }: InboundMessage, bot: string): void {
    const chat = chats.get(group) ?? { bots: new Set<string>() }
    chats.set(group, chat)
    chat.bots.add(bot)
    titles.of(group, chat.bots)
  }

  const soon = (signal: AbortSignal) => ({ expiresAt: timers.now() + reactionMs, signal })
  const writing = ({ bot, group }: { bot: string; group: string }) => ({
    members: identities.members(appOf(bot).appId, chatOf(group) ?? ''),
    isMarkdown: isMarkdown(group),
  })

  async function heard(bot: string, event: unknown): Promise<void> {
    const message = await hear(event, appOf(bot), readerOf(bot), {
      // It may stop while a message is being read.
      intake: (messages) => intake(messages),
      noted(one, thread) {
        threads.put(one.id, thread)
        noteChat(one, bot)
      },
    })
    const correction = message && corrections.get(`${message.group} ${message.id}`)
    if (correction) corrected(correction)
  }

  function moved(bot: string, { group, left }: { group: string; left: boolean }): void {
    history.forget(appOf(bot).appId, group)
    if (left) chats.get(group)?.bots.delete(bot)
  }

  function peopleMoved(app: string, { chat, left, people }: MembersMoved): void {
    for (const person of people) {
      if (left) identities.left(app, chat, person)
      else identities.see(app, chat, person)
    }
  }

  return {
    name: 'feishu',
    writesMarkdown: true,
    /** R1: the id is the bot's own in the configuration, so that every app's view of it leads to one. */
    async identify({ id, name }) {
      const app = appOf(id)
      const { openId, name: shown } = await app.botInfo()
      owns.set(id, { openId, name: shown || name })
      identities.own({ app: app.appId, openId, id, name: shown || name })
      return { id, name: shown || name }
    },
    start(given) {
      intake = given
      return Promise.resolve()
    },
    connect({ id }, line) {
      const app = appOf(id)
      const listen = listeners?.get(id) ?? app.listen
      const { stop } = listen({
        onReady() {
          history.reset(app.appId)
          line.ready()
        },
        onReconnecting: () => line.reconnecting('the connection broke', { code: 'connectionBroke' }),
        onError: (error) => line.down(troubleOf(error)),
        async onEvent(type, event) {
          if (type === 'im.message.receive_v1') return heard(id, event)
          const move = readMove(type, event)
          if (move) return moved(id, move)
          const moves = readMembersMoved(type, event)
          if (moves) return peopleMoved(app.appId, moves)
          const correction = readCorrection(type, event, readerOf(id))
          if (!correction) return
          corrections.set(`${correction.group} ${correction.id}`, correction)
          corrected(correction)
        },
      })
      return Promise.resolve(() => Promise.resolve(stop()))
    },
    async send(reply, signal) {
      const app = appOf(reply.bot)
      const chat = chatOf(reply.group)
      if (chat === undefined) throw new ChannelError('permanent', `${reply.group} is no chat of Feishu`)
      const known = chats.get(reply.group)
      const place = {
        chat,
        // Told by nothing that a restart forgets: the same call again is what the platform's uuid makes harmless.
        quotes: !reply.oneToOne,
        inThread:
          reply.topic !== undefined ||
          (await threads.isIn(reply.replyTo, app, signal)) ||
          (!reply.oneToOne && (await topicGroups.has(chat, app, signal))),
        ...writing(reply),
      }
      const { id, all } = await deliver(reply, place, { app, limiter }, signal)
      const texts = all.length === 1 ? [reply.text] : planReply(reply, place).parts.map(({ text }) => text)
      return { id, echo: all.map((each, n) => echoOf(reply.bot, withoutTags(texts[n] ?? ''), each, known)) }
    },
    async edit(edit, signal) {
      await changePost(edit, writing(edit), { app: appOf(edit.bot), limiter }, soon(signal))
    },
    async react({ bot, group, message, emoji }, signal) {
      const [chat, type] = [chatOf(group), emojiType(emoji)]
      if (chat === undefined || type === undefined || !message.startsWith('om_')) return
      const { id } = await limiter.run(chat, () => appOf(bot).react({ message, emoji: type }, signal), soon(signal))
      reactions.set(`${bot} ${message} ${type}`, id)
    },
    async unreact({ bot, group, message, emoji }, signal) {
      const key = `${bot} ${message} ${emojiType(emoji)}`
      const [chat, id] = [chatOf(group), reactions.get(key)]
      if (chat === undefined || id === undefined) return
      await limiter.run(chat, () => appOf(bot).unreact({ message, id }, signal), soon(signal))
      reactions.delete(key)
    },
    async download({ message, bot, part: { ref }, most }, signal) {
      const resource = readRef(ref)
      if (!resource || !message.startsWith('om_'))
        throw new ChannelError('permanent', `${message} is no message of Feishu with a file`)
      // Another app is refused what this one heard; one that is configured no more leaves it to the bot's own.
      const heardBy = [...apps.values()].find(({ appId }) => appId === resource.app) ?? appOf(bot)
      return heardBy.resource({ message, type: resource.type, key: resource.key, most }, signal)
    },
    ...(typingIndicator && { typing: (bot: string, _: string, message: string) => showTyping(bot, message) }),
    people(group) {
      const chat = chatOf(group) ?? ''
      const listing = [...apps.values()].filter(({ appId }) => history.hasListed(appId, chat))
      const lists = listing.map(({ appId }) => identities.members(appId, chat).filter(({ isBot }) => !isBot))
      // Of lists of several ages the longest: who is left out of it is taken to be elsewhere.
      return lists.toSorted((a, b) => b.length - a.length)[0]?.map(({ id }) => id)
    },
    titleOf: (group) => titles.of(group, chats.get(group)?.bots ?? new Set()),
    stop() {
      intake = noIntake
      return Promise.resolve()
    },
  }

  /** The platform does not tell a bot what it has said, nor other bots without a scope for that. */
  function echoOf(bot: string, text: string, id: string, chat?: Chat): PostedMessage {
    // A reaction has an id of another kind, and nobody hears it.
    const isMessage = id.startsWith('om_')
    return { id, text, mentions: [], bots: isMessage && chat ? [...new Set([bot, ...chat.bots])] : [bot] }
  }
}

/** Mentions as people read them. */
const withoutTags = (text: string): string => text.replaceAll(/<at user_id="[^"]*">([^<]*)<\/at>/g, '@$1')
