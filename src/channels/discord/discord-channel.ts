// The Discord channel: every bot is a bot of Discord's own with a line of its own; channels, threads and chats of two are groups.
import { type Channel, ChannelError, type Correction, noIntake } from '../channel.ts'
import { keepShowing } from '../keep-showing.ts'
import { troubleOf } from '../one-line.ts'
import type { Timers } from '../timers.ts'
import type { DiscordApp } from './app.ts'
import { type DiscordBot, type Kept, makeDiscordBot } from './bot.ts'
import { download } from './download.ts'
import { channelOf } from './inbound.ts'
import { readUser } from './payload.ts'
import { nameOf } from './places.ts'

export interface DiscordChannelOptions {
  /** By the bot's id in the configuration. */
  apps: ReadonlyMap<string, DiscordApp>
  cdn: string
  historyLimit: number
  pending: 'read' | 'drop'
  typingIndicator: boolean
  timers: Timers
  kept: Kept
  /** What was not taken, and why: for the log. */
  ignored: (bot: string, reason: string) => void
  corrected: (correction: Correction) => void
}

/** Discord shows it for ten seconds, or until the bot's message. */
const typingEveryMs = 4_000

export function makeDiscordChannel(options: DiscordChannelOptions): Channel & { readonly name: 'discord' } {
  const { apps, cdn, timers, typingIndicator } = options
  const bots = new Map<string, DiscordBot>()
  let intake = noIntake

  function appOf(bot: string): DiscordApp {
    const app = apps.get(bot)
    if (!app) throw new ChannelError('permanent', `${bot} has no account on Discord: see channels.discord.accounts`)
    return app
  }

  function botOf(bot: string): DiscordBot {
    const app = appOf(bot)
    const known = bots.get(bot)
    if (!app || !known) throw new ChannelError('unavailable', `Discord has not told yet who ${bot} is`)
    return known
  }

  function placeOf(group: string): string {
    const channel = channelOf(group)
    if (channel === undefined) throw new ChannelError('permanent', `${group} is no channel of Discord`)
    return channel
  }

  return {
    name: 'discord',
    writesMarkdown: true,
    async identify({ id }) {
      const app = appOf(id)
      const user = readUser(await app.call('get', '/users/@me'))
      if (!user) throw new ChannelError('unavailable', 'Discord does not tell who the bot is')
      const own = { id: user.id, name: nameOf(user) }
      if (bots.get(id)?.own.id !== own.id)
        bots.set(
          id,
          makeDiscordBot({
            ...options,
            bot: id,
            app,
            own,
            isShared: apps.size > 1,
            intake: (messages) => intake(messages),
            ignored: (reason) => options.ignored(id, reason),
          }),
        )
      return own
    },
    start(given) {
      intake = given
      return Promise.resolve()
    },
    connect({ id }, line) {
      const me = botOf(id)
      me.overflowed = () =>
        line.down({ reason: 'the service does not keep up with the talk', permanent: false, code: 'overflowed' })
      me.handing.open()
      const { stop } = appOf(id).listen({
        onReady: line.ready,
        onReconnecting: () => line.reconnecting('the connection broke', { code: 'connectionBroke' }),
        onError: (error) => line.down(troubleOf(error)),
        onEvent: me.hear,
      })
      return Promise.resolve(async () => {
        me.handing.close()
        await stop()
      })
    },
    async send(reply, signal) {
      const channel = placeOf(reply.group)
      const me = botOf(reply.bot)
      const answers = !reply.oneToOne && /^\d{1,20}$/.test(reply.replyTo) ? reply.replyTo : undefined
      const { id, reaction } = await me.posting.deliver(
        reply,
        {
          channel,
          people: me.places.people(channel).filter((person) => person.id !== me.own.id),
          ringsAsker: answers !== undefined && me.isPersons(answers),
          ...(answers !== undefined && { answers }),
        },
        signal,
      )
      // The gateway brings back what was said, and no reaction.
      return { id, ...(reaction !== undefined && { echo: [{ id, text: reaction, mentions: [], bots: [reply.bot] }] }) }
    },
    edit({ bot, group, message, text }, signal) {
      const { posting, places, own } = botOf(bot)
      const people = places.people(placeOf(group)).filter((person) => person.id !== own.id)
      return posting.edit(placeOf(group), message, text, people, signal)
    },
    react: ({ bot, group, message, emoji }, signal) => botOf(bot).posting.react(placeOf(group), message, emoji, signal),
    unreact: ({ bot, group, message, emoji }, signal) =>
      botOf(bot).posting.unreact(placeOf(group), message, emoji, signal),
    download: (what, signal) => download(what, appOf(what.bot), cdn, signal),
    ...(typingIndicator && {
      typing(bot: string, group: string) {
        const { call } = appOf(bot)
        const show = (signal: AbortSignal) => call('post', `/channels/${placeOf(group)}/typing`, { signal })
        return Promise.resolve(keepShowing({ timers, everyMs: typingEveryMs, show }))
      },
    }),
    titleOf(group) {
      const channel = channelOf(group)
      if (channel === undefined) return undefined
      for (const { places } of bots.values()) {
        const title = places.titleOf(channel)
        if (title !== undefined) return title
      }
      return undefined
    },
    stop: () => Promise.resolve(),
  }
}
