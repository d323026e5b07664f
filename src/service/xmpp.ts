// The XMPP channel with an account for each of its bots.
import type { Correction } from '../channels/channel.ts'
import { makeXmppChannel } from '../channels/xmpp/xmpp-channel.ts'
import type { XmppConfig } from '../config/xmpp.ts'
import type { Log } from '../feed/log.ts'
import { actorKey } from '../host/actor-key.ts'
import type { Clock } from '../host/host.ts'
import type { Talk } from '../store/talk.ts'

interface Options {
  config: XmppConfig
  clock: Clock
  log: Log
  talk: Talk
  corrected: (correction: Correction) => void
}

export const openXmpp = ({ config, clock, log, talk, corrected }: Options) =>
  makeXmppChannel({
    accounts: new Map(config.accounts.map(({ bot, ...account }) => [bot, account])),
    peers: config.peers,
    historyLimit: config.historyLimit,
    timers: clock,
    kept: {
      heardUntil: (bot, group) =>
        group === undefined
          ? talk.heardBy(bot, 'xmpp')
          : (talk.heardAs(actorKey({ bot, group, oneToOne: false })) ?? talk.newest(group)),
      knows: talk.asOfNow(),
    },
    ignored: (bot, reason) => log.debug({ bot, channel: 'xmpp', reason }, 'a message was not taken'),
    trouble: (bot, reason) => log.warn({ bot, channel: 'xmpp', error: reason }, 'the bot has trouble with a room'),
    corrected,
  })
