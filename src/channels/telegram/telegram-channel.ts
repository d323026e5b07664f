// The Telegram channel: every bot polls by a line of its own; chats are groups, and topics are places in them.
import type { DatabaseSync } from 'node:sqlite'
import { LRUCache } from 'lru-cache'
import {
  ChannelError,
  type Correction,
  type InboundMessage,
  noIntake,
  type OutboundReply,
  type PostedMessage,
} from '../channel.ts'
import { keepShowing } from '../keep-showing.ts'
import type { OwnChannel } from '../plugin.ts'
import type { Timers } from '../timers.ts'
import type { Me, TelegramApi } from './api.ts'
import { changePost, deliver, type Target } from './deliver.ts'
import { download } from './download.ts'
import { reactionFor } from './emoji.ts'
import { editedText, readMessage, type Reader } from './inbound.ts'
import type { TelegramMessage, Update } from './message.ts'
import { chatOf, groupOf, makePeople } from './names.ts'
import { makePace } from './pace.ts'
import { openPlaces } from './places.ts'
import { startPolling } from './poller.ts'
import { openPosts, type Posts } from './posts.ts'
import { makeTitles } from './titles.ts'

export interface TelegramChannelOptions {
  /** By the bot's id in the configuration. */
  apis: ReadonlyMap<string, TelegramApi>
  db: DatabaseSync
  timers: Timers
  /** What waited while nobody polled is passed over. */
  dropsPending: boolean
  /** The bots that have heard anything in a group, as the service keeps it. */
  botsIn: (place: Pick<OutboundReply, 'group' | 'topic'>) => readonly string[]
  /** Whether a message is part of the talk. */
  isHeard: Reader['isHeard']
  /** What was not taken, and why: for the log. */
  ignored: (bot: string, reason: string) => void
  /** In groups the bot hears commands, mentions and replies alone: told once for each bot. */
  hearsLittle: (bot: string) => void
  corrected: (correction: Correction) => void
  /** Where all workers of a cluster have them. */
  posts?: Posts
  /** Between two messages of a bot's in a chat. */
  apartMs?: number
}

const most = { reactions: 5_000, chats: 5_000 }
/** Telegram shows it for five seconds. */
const typingEveryMs = 4_000

export function makeTelegramChannel(options: TelegramChannelOptions): OwnChannel & { readonly name: 'telegram' } {
  const { apis, db, timers, corrected, ignored } = options
  const [mes, people] = [new Map<string, Me>(), makePeople()]
  const [places, posts] = [openPlaces(db, timers.now), openPosts(db)]
  const pace = makePace({ timers, ...(options.apartMs !== undefined && { apartMs: options.apartMs }) })
  const titles = makeTitles({ apis })
  /** By group: bots that have heard something there, and those that were put out of it, since the start. */
  const chats = new LRUCache<string, { bots: Set<string>; gone: Set<string> }>({ max: most.chats })
  /** What each bot last put on a message: a bot has one reaction there. */
  const reactions = new LRUCache<string, string>({ max: most.reactions })
  const [calls, hasDropped] = [new Map<string, Promise<string>>(), new Set<string>()]
  const ending = new AbortController()
  let intake = noIntake
  const apiOf = (bot: string): TelegramApi => {
    const api = apis.get(bot)
    if (api) return api
    throw new ChannelError('permanent', `${bot} has no token on Telegram: see channels.telegram.accounts`)
  }

  function placeOf(bot: string, group: string): { api: TelegramApi; chat: number } {
    const chat = chatOf(group)
    if (chat === undefined) throw new ChannelError('permanent', `${group} is no chat of Telegram`)
    return { api: apiOf(bot), chat }
  }
  const chatIn = (group: string) => {
    const known = chats.get(group) ?? { bots: new Set<string>(), gone: new Set<string>() }
    chats.set(group, known)
    return known
  }

  function readerOf(bot: string, me: Me): Reader {
    const ahead = timers.ahead?.() ?? 0
    return {
      bot,
      own: personOf(me),
      bots: Array.from(mes.values(), personOf),
      people,
      now: timers.now() - ahead,
      ahead,
      idOf: (_, message) => places.note(bot, me.id, message),
      isHeard: options.isHeard,
    }
  }

  async function take(bot: string, me: Me, updates: readonly Update[]): Promise<void> {
    let heard: InboundMessage[] = []
    const handIn = async () => {
      if (heard.length > 0) await intake(heard)
      heard = []
    }
    for (const { message, edited_message: edited, my_chat_member: moved, update_id: id } of updates) {
      if (message) {
        const read = hear(bot, me, message)
        if (read) heard.push(read)
      } else if (edited) {
        // A correction never comes before its message.
        // oxlint-disable-next-line no-await-in-loop -- in the order in which it was said
        await handIn()
        correct(bot, me, edited)
      } else if (moved) move(bot, me, moved)
      else ignored(bot, `the update ${id} cannot be read`)
    }
    await handIn()
  }

  function hear(bot: string, me: Me, message: TelegramMessage): InboundMessage | undefined {
    const received = readMessage(message, readerOf(bot, me))
    if ('ignored' in received) {
      ignored(bot, received.ignored)
      return undefined
    }
    const { group } = received.message
    chatIn(group).bots.add(bot)
    chatIn(group).gone.delete(bot)
    titles.note(group, message.chat.title)
    return received.message
  }

  function correct(bot: string, me: Me, message: TelegramMessage): void {
    const reader = readerOf(bot, me)
    const text = editedText(message, reader)
    const group = groupOf(message.chat, me.id)
    if (text !== undefined) corrected({ group, id: reader.idOf(group, message), text })
  }

  function move(
    bot: string,
    me: Me,
    { chat, new_chat_member: { status } }: NonNullable<Update['my_chat_member']>,
  ): void {
    const { gone } = chatIn(groupOf(chat, me.id))
    if (status === 'left' || status === 'kicked') gone.add(bot)
    else gone.delete(bot)
  }

  function targetOf({ bot, group, topic, replyTo, oneToOne, type }: OutboundReply, chat: number): Target {
    const answered = replyTo === '' ? undefined : places.of(group, replyTo, bot)
    const own = Array.from(mes.values(), personOf)
    const thread = answered?.thread ?? (topic === undefined ? undefined : Number(topic))
    return {
      chat,
      ...(thread !== undefined && { thread }),
      // With one person alone nothing needs to be quoted.
      ...(answered && (!oneToOne || type === 'reaction') && { replyTo: answered.number }),
      people: [...people.in(group).filter(({ id }) => own.every((each) => each.id !== id)), ...own],
    }
  }

  return {
    name: 'telegram',
    writesMarkdown: true,
    /** R1 */
    async identify({ id, name }) {
      const me = await apiOf(id).me()
      const isFirst = !mes.has(id)
      mes.set(id, me)
      if (isFirst && !me.can_read_all_group_messages) options.hearsLittle(id)
      return { id: String(me.id), name: me.first_name || name }
    },
    start: async (given) => void (intake = given),
    connect({ id }, line) {
      const me = mes.get(id)
      if (!me) return Promise.reject(new ChannelError('unavailable', `${id} does not know yet who it is on Telegram`))
      const drops = options.dropsPending && !hasDropped.has(id)
      hasDropped.add(id)
      return Promise.resolve(
        startPolling({
          api: apiOf(id),
          line,
          timers,
          dropsPending: drops,
          take: (updates) => take(id, me, updates),
          unreadable: () => ignored(id, 'an update has no number'),
        }),
      )
    },
    async send(reply, signal) {
      const { api, chat } = placeOf(reply.bot, reply.group)
      const me = mes.get(reply.bot)
      const all = await deliver(
        reply,
        targetOf(reply, chat),
        {
          api,
          posts: options.posts ?? posts,
          pace,
          now: timers.now,
          ending: ending.signal,
          calls,
          idOf: (message) => places.note(reply.bot, me?.id ?? message.from?.id ?? 0, message),
          reacted: (emoji) => reactions.set(`${reply.bot} ${reply.group} ${reply.replyTo}`, emoji),
        },
        signal,
      )
      return { id: all[0].id, echo: all.map((posted) => echoOf(reply, posted)) }
    },
    edit: async (edit, signal) => changePost(edit, { ...placeOf(edit.bot, edit.group), places, people }, signal),
    async react({ bot, group, message, emoji }, signal) {
      const [{ api, chat }, sign] = [placeOf(bot, group), reactionFor(emoji)]
      const at = places.of(group, message, bot)
      if (sign === undefined || !at) return
      await api.react(chat, at.number, sign, signal)
      reactions.set(`${bot} ${group} ${message}`, sign)
    },
    async unreact({ bot, group, message, emoji }, signal) {
      const [{ api, chat }, at] = [placeOf(bot, group), places.of(group, message, bot)]
      const key = `${bot} ${group} ${message}`
      if (!at || reactions.get(key) === undefined || reactions.get(key) !== reactionFor(emoji)) return
      await api.react(chat, at.number, undefined, signal)
      reactions.delete(key)
    },
    download: (what, signal) => download(what, { mes, apiOf }, signal),
    typing(bot, group, message) {
      const { api, chat } = placeOf(bot, group)
      const thread = places.of(group, message, bot)?.thread
      const show = (signal: AbortSignal) => api.typing(chat, thread, signal)
      return Promise.resolve(keepShowing({ timers, everyMs: typingEveryMs, show }))
    },
    titleOf: (group) => titles.of(group, [...chatIn(group).bots]),
    oldRows: [places.oldRows, posts.oldRows],
    async stop() {
      ending.abort()
      await Promise.allSettled(calls.values())
      for (const api of apis.values()) api.close()
    },
  }

  /** Telegram brings a bot neither its own words nor those of other bots. */
  function echoOf({ bot, group, oneToOne, type, ...reply }: OutboundReply, posted: PostedMessage): PostedMessage {
    const { bots, gone } = chatIn(group)
    const isAlone = oneToOne || (type === 'reaction' && posted.id.startsWith('reaction-'))
    const there = isAlone ? [] : [...bots, ...options.botsIn({ ...reply, group })].filter((each) => !gone.has(each))
    return { ...posted, bots: [...new Set([bot, ...there])] }
  }
}

const personOf = ({ id, first_name: name, username }: Me) => ({ id, name, username })
