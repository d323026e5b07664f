// The XMPP channel with an account for each of its bots.
import type { Correction } from '../channels/channel.ts'
import { makeXmppChannel } from '../channels/xmpp/xmpp-channel.ts'
import type { XmppConfig } from '../config/xmpp.ts'
import type { Log } from '../feed/log.ts'
import { actorKey } from '../room/key.ts'
import type { Clock } from '../host/host.ts'
import type { Talk } from '../store/talk.ts'

interface Options {
  config: XmppConfig
  clock: Clock
  log: Log
  talk: Talk
  corrected: (correction: Correction) => void
}

export function openXmpp({ config, clock, log, talk, corrected }: Options) {
  // Where one bot was told something, one that was told nothing was not there; else all that came may have been context.
  const isHeardIn = (group: string) => config.accounts.some(({ bot }) => talk.heardAs(keyOf(bot, group)) !== undefined)
  return makeXmppChannel({
    accounts: new Map(config.accounts.map(({ bot, ...account }) => [bot, account])),
    peers: config.peers,
    historyLimit: config.historyLimit,
    timers: clock,
    kept: {
      heardUntil: (bot, group) =>
        group === undefined
          ? talk.heardBy(bot, 'xmpp')
          : (talk.heardAs(keyOf(bot, group)) ?? (isHeardIn(group) ? undefined : talk.newest(group))),
      knows: talk.asOfNow(),
      botsIn: talk.botsIn,
      authorOf: talk.authorOf,
    },
    ignored: (bot, reason) => log.debug({ bot, channel: 'xmpp', reason }, 'a message was not taken'),
    trouble: (bot, reason) => log.warn({ bot, channel: 'xmpp', error: reason }, 'the bot has trouble with a room'),
    corrected,
  })
}

const keyOf = (bot: string, group: string): string => actorKey({ bot, group, oneToOne: false })
