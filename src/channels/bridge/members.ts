// Whom the bridge knows: the own bots of a group, its peers' bots that spoke there, and the roster, by ids that every peer reads alike.
import { whoIs } from './bot-ids.ts'
import type { BridgeConfig } from './config.ts'
import type { OwnContext } from '../plugin.ts'
import { actorKey } from '../../room/key.ts'
import type { BridgeStore } from '../../store/bridge.ts'
import { calledIn, type Named } from '../../room/called.ts'

interface Options extends Pick<OwnContext, 'config' | 'roster' | 'knows'> {
  settings: BridgeConfig
  store: BridgeStore
}

const mostSpeakers = 100

export function bridgeMembers({ settings: { id, peers }, config, store, roster, knows }: Options) {
  const chimes = new Set([id, ...peers.map((peer) => peer.id)])
  const own: Named[] = config.bots.map((bot) => ({ ...bot, id: `${id}/${bot.id}`, aliases: [...bot.aliases, bot.id] }))
  const bots = new Map(config.bots.map((bot) => [bot.id, bot]))

  /** A bare id of the roster is an own bot's, else of the one peer that shares the group, if it is one. */
  const fromRoster = (group: string): Named[] => {
    const sharing = peers.filter(({ groups }) => groups.includes(group))
    const other = sharing.length === 1 ? sharing[0]?.id : undefined
    return roster().map((member) => {
      const { chime, bot } = whoIs(member.id, chimes, bots.has(member.id) ? id : (other ?? id))
      return { ...member, id: `${chime}/${bot}` }
    })
  }

  return {
    /** A room's bots are those of the configuration; on other channels a bot is in a group once it has heard there. */
    in: (group: string): { id: string; name: string }[] => {
      const listed = /^(?:web|bridge):/.test(group) ? (config.groups[group]?.bots ?? []) : []
      return config.bots.filter(
        (bot) => listed.includes(bot.id) || knows(actorKey({ bot: bot.id, group, oneToOne: false })),
      )
    },
    nameOf: (bot: string): string => bots.get(bot)?.name ?? bot,
    calledIn(group: string, text: string, bot: string): { id: string; name: string }[] {
      const spoke = store.speakersIn(group, mostSpeakers).map(({ id: who, name }) => {
        const { bot: local } = whoIs(who, chimes, id)
        return { id: who, name, aliases: [local] }
      })
      return calledIn(text, [...spoke, ...fromRoster(group), ...own], `${id}/${bot}`)
    },
  }
}
