// The Discord channel with a bot of Discord's for each of its bots.
import { actorKey, partsOf } from '../../room/key.ts'
import { openActors } from '../../store/actors.ts'
import type { ChannelContext, OwnContext } from '../plugin.ts'
import type { DiscordConfig } from './config.ts'
import { makeDiscordChannel } from './discord-channel.ts'
import { groupOf } from './inbound.ts'
import { openApp } from './sdk.ts'

type Context = Pick<ChannelContext & OwnContext, 'clock' | 'log' | 'talk' | 'db' | 'corrected'>

export function openDiscord(config: DiscordConfig, { clock, log, talk, db, corrected }: Context) {
  const { accounts, ...rest } = config
  const lines = { debug: (fields: Record<string, unknown>, text: string) => log('debug', text, fields) }
  const isHere = (group: string) => group.startsWith(groupOf(''))
  const heardUntil = (bot: string, group: string) =>
    talk.heardAs(actorKey({ bot, group, oneToOne: false })) ?? talk.heardAs(actorKey({ bot, group, oneToOne: true }))
  return makeDiscordChannel({
    ...rest,
    apps: new Map(accounts.map(({ bot, token }) => [bot, openApp({ ...rest, token, log: lines })])),
    timers: clock,
    kept: {
      heardUntil,
      knows: talk.asOfNow(),
      alone: (bot) =>
        openActors(db)
          .newest(mostChats)
          .map(partsOf)
          .flatMap((place) => (place.bot === bot && place.oneToOne && isHere(place.group) ? [place.group] : [])),
    },
    ignored: (bot, reason) => log('debug', 'a message was not taken', { bot, reason }),
    corrected,
  })
}

const mostChats = 2_000
