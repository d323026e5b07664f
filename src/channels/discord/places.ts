// What one bot knows of its servers: channels, roles, its own part in them, and who is called what.
import { LRUCache } from 'lru-cache'
import { cleanName } from '../clean.ts'
import {
  type DiscordChannel,
  type DiscordUser,
  readChannel,
  readGuild,
  readOwnMember,
  readRoleEvent,
} from './payload.ts'

export interface Person {
  id: string
  /** As the server shows it. */
  name: string
  isBot: boolean
}

export type Places = ReturnType<typeof makePlaces>

/** Text, one person's, of voice, announcements, threads: where messages stand. */
const talkTypes: ReadonlySet<number> = new Set([0, 1, 2, 5, 10, 11, 12, 13])
const threadTypes: ReadonlySet<number> = new Set([10, 11, 12])
const directType = 1

/** `own`: the bot's id. */
export function makePlaces(own: string) {
  const channels = new LRUCache<string, DiscordChannel & { guild?: string }>({ max: maxChannels })
  const roles = new LRUCache<string, { name: string; isOwn: boolean }>({ max: maxRoles })
  /** By server, or by a chat with one person. */
  const people = new LRUCache<string, LRUCache<string, Person>>({ max: maxPlaces })

  const putRole = ({
    id,
    name,
    tags,
  }: {
    id: string
    name: string
    tags?: { bot_id?: string | undefined } | undefined
  }) => roles.set(id, { name: plainName(name), isOwn: tags?.bot_id === own || roles.get(id)?.isOwn === true })

  function putChannel(data: unknown, guild?: string): DiscordChannel | undefined {
    const channel = readChannel(data)
    if (!channel || !talkTypes.has(channel.type)) return undefined
    const told = guild ?? (data as { guild_id?: unknown }).guild_id
    channels.set(channel.id, { ...channel, ...(typeof told === 'string' && { guild: told }) })
    return channel
  }

  const placeOf = (channel: string, guild?: string): string => guild ?? channels.get(channel)?.guild ?? channel

  return {
    /** Of an event; returns the channels and threads of a server that has become known. */
    hear(type: string, data: unknown): DiscordChannel[] {
      switch (type) {
        case 'GUILD_CREATE': {
          const guild = readGuild(data)
          if (!guild) return []
          for (const each of guild.roles) putRole(each)
          const me = guild.members.find(({ user }) => user.id === own)
          for (const id of me?.roles ?? []) noteOwn(id)
          return [...guild.channels, ...guild.threads].flatMap((each) => putChannel(each, guild.id) ?? [])
        }
        case 'GUILD_ROLE_CREATE':
        case 'GUILD_ROLE_UPDATE': {
          const event = readRoleEvent(data)
          if (event) putRole(event.role)
          return []
        }
        case 'GUILD_MEMBER_UPDATE': {
          const member = readOwnMember(data)
          if (member?.user.id === own) for (const id of member.roles) noteOwn(id)
          return []
        }
        case 'CHANNEL_CREATE':
        case 'CHANNEL_UPDATE':
        case 'THREAD_CREATE':
        case 'THREAD_UPDATE':
          putChannel(data)
          return []
        default:
          return []
      }
    },
    putChannel,
    channel: (id: string) => channels.get(id),
    role: (id: string) => roles.get(id),
    isThread: (id: string): boolean => threadTypes.has(channels.get(id)?.type ?? -1),
    isDirect: (id: string): boolean => channels.get(id)?.type === directType,
    /** Somebody wrote or was named there; returns the name. */
    see(channel: string, guild: string | undefined, user: DiscordUser, nick?: string): string {
      const name = nameOf(user, nick)
      const place = placeOf(channel, guild)
      const known = people.get(place) ?? new LRUCache<string, Person>({ max: maxPeople })
      people.set(place, known)
      known.set(user.id, { id: user.id, name, isBot: user.bot === true })
      return name
    },
    /** Whom the bot may ring in a channel, as far as it has heard of them. */
    people: (channel: string): Person[] => [...(people.get(placeOf(channel))?.values() ?? [])],
    titleOf(id: string): string | undefined {
      const channel = channels.get(id)
      if (!channel) return undefined
      const parent = threadTypes.has(channel.type) ? channels.get(channel.parent_id ?? '')?.name : undefined
      const title = plainName([parent, channel.name].filter(Boolean).join(' › '))
      if (title !== '') return title
      return [...(people.get(id)?.values() ?? [])].find(({ isBot }) => !isBot)?.name
    },
  }

  function noteOwn(role: string): void {
    const known = roles.get(role)
    roles.set(role, { name: known?.name ?? '', isOwn: true })
  }
}

export const nameOf = ({ global_name: shown, username }: DiscordUser, nick?: string): string =>
  plainName(nick ?? '') || plainName(shown ?? '') || plainName(username) || 'somebody'

const plainName = (name: string): string => cleanName(name).slice(0, longestName).toWellFormed()

const maxChannels = 20_000
const maxRoles = 10_000
const maxPlaces = 1_000
const maxPeople = 2_000
const longestName = 80
