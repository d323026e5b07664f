// The XMPP channel with an account for each of its bots.
import { isLoopback } from '../../config/loopback.ts'
import { actorKey } from '../../room/key.ts'
import type { Channel } from '../channel.ts'
import { fetchBytes } from '../fetch-bytes.ts'
import type { ChannelContext, OwnContext } from '../plugin.ts'
import type { XmppConfig } from './config.ts'
import { makeXmppChannel } from './xmpp-channel.ts'

type Context = Pick<ChannelContext & OwnContext, 'clock' | 'log' | 'talk' | 'corrected'>

export function openXmpp(config: XmppConfig, { clock, log, talk, corrected }: Context) {
  // Where one bot was told something, one that was told nothing was not there; else all that came may have been context.
  const isHeardIn = (group: string) => config.accounts.some(({ bot }) => talk.heardAs(keyOf(bot, group)) !== undefined)
  const channel = makeXmppChannel({
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
    ignored: (bot, reason) => log('debug', 'a message was not taken', { bot, reason }),
    trouble: (bot, reason) => log('warn', 'the bot has trouble with a room', { bot, error: reason }),
    corrected,
  })
  return Object.assign(channel, {
    // Whoever writes in a room chooses the address: nobody is to reach other machines of this network by it.
    async download({ bot, part, most }, signal) {
      const isListed = config.filesFrom.includes(URL.parse(part.ref)?.host ?? '')
      const hosts = isListed ? config.filesFrom : [...(await channel.uploadHosts(bot))]
      return fetchBytes({ url: part.ref, isAllowed: (url) => isServed(url, hosts), most }, signal)
    },
  } satisfies Pick<Channel, 'download'>)
}

/** Plain HTTP only of this machine. */
function isServed({ protocol, hostname, host }: URL, hosts: readonly string[]): boolean {
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return isSafe && hosts.includes(host)
}

const keyOf = (bot: string, group: string): string => actorKey({ bot, group, oneToOne: false })
