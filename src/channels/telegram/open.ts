// The Telegram channel with a token for each of its bots.
import { actorKey } from '../../room/key.ts'
import type { ChannelContext, OwnContext } from '../plugin.ts'
import { openApi } from './api.ts'
import type { TelegramConfig } from './config.ts'
import { sharedPosts } from './shared-posts.ts'
import { makeTelegramChannel } from './telegram-channel.ts'

type Context = Pick<
  ChannelContext & OwnContext,
  'clock' | 'db' | 'log' | 'talk' | 'corrected' | 'knows' | 'topics' | 'shared'
>

export function openTelegram(
  { accounts, pending, privacy }: TelegramConfig,
  { clock, db, log, talk, corrected, knows, topics, shared }: Context,
) {
  return makeTelegramChannel({
    apis: new Map(accounts.map(({ bot, ...account }) => [bot, openApi(account)])),
    db,
    timers: clock,
    ...(shared && { posts: sharedPosts(shared, clock.now) }),
    dropsPending: pending === 'drop',
    botsIn(place) {
      const group = topics.roomOf(place)
      return accounts.flatMap(({ bot }) => (knows(actorKey({ bot, group, oneToOne: false })) ? [bot] : []))
    },
    isHeard: (place, id) => talk.authorOf(topics.roomOf(place), id) !== undefined,
    ignored: (bot, reason) => log('debug', 'a message was not taken', { bot, reason }),
    hearsLittle(bot) {
      if (privacy === 'on') return
      log(
        'warn',
        'in groups the bot hears commands, mentions and replies alone: turn its privacy mode off (BotFather, /setprivacy), and put it into the group anew',
        { bot },
      )
    },
    corrected,
  })
}
