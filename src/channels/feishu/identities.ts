// Who is who: one id a person or bot for the whole channel, and the ids that each app needs to mention them.
import { LRUCache } from 'lru-cache'
import { cleanName } from '../clean.ts'
import type { Shown } from './message.ts'

export interface Seen extends Shown {
  name?: string
  isBot?: boolean
}

/** A member of a chat as one app may mention it. */
export interface Mentionable {
  id: string
  name: string
  openId: string
  isBot: boolean
}

export type Identities = ReturnType<typeof makeIdentities>

export function makeIdentities() {
  const byOpenId = new LRUCache<string, string>({ max: maxIds })
  const byUnionId = new LRUCache<string, string>({ max: maxIds })
  const names = new LRUCache<string, string>({ max: maxIds })
  const chats = new LRUCache<string, LRUCache<string, Mentionable>>({ max: maxChats })
  const owns = new Map<string, string>()
  const ownIds = new Set<string>()

  /** What an app shows like this is in truth the member with this id. */
  const link = (app: string, { openId, unionId }: Shown, id: string): void => {
    if (openId) byOpenId.set(`${app} ${openId}`, id)
    if (unionId && ownIds.has(id)) byUnionId.set(unionId, id)
  }

  const idOf = (app: string, { openId, unionId, appId }: Shown): string | undefined => {
    const own = (appId && owns.get(appId)) || (openId && owns.get(`${app} ${openId}`))
    const known = own || (openId && byOpenId.get(`${app} ${openId}`)) || unionId || openId || appId
    return known ? (byUnionId.get(known) ?? known) : undefined
  }

  return {
    /** One of our own bots: every app's view of it leads to `id`. */
    own({ app, openId, id, name }: { app: string; openId: string; id: string; name: string }): void {
      owns.set(app, id).set(`${app} ${openId}`, id)
      ownIds.add(id)
      names.set(id, cleanName(name))
    },
    /**
     * Notes how an app shows somebody in a chat and tells the channel's id of them; undefined when nothing is shown.
     * That is the union id where there is one, since an open id is another one for every app: two bots of a group would
     * take one person for two. Without it, the open id; of our own bots, the id that they were given.
     */
    see(app: string, chat: string, { name: given, isBot = false, ...shown }: Seen): string | undefined {
      const id = idOf(app, shown)
      if (id === undefined) return undefined
      if (id !== shown.openId) link(app, shown, id)
      // The lists of members tell names by open ids, before an event ties those to a union id.
      const told = given ?? (shown.openId && !names.has(id) ? names.get(shown.openId) : undefined)
      const name = cleanName(told ?? '').slice(0, longestName)
      if (name !== '') names.set(id, name)
      const known = name || names.get(id)
      if (!shown.openId || !known) return id
      const key = `${app} ${chat}`
      const members = chats.get(key) ?? new LRUCache<string, Mentionable>({ max: maxMembers })
      chats.set(key, members)
      if (id !== shown.openId) members.delete(shown.openId)
      members.set(id, {
        id,
        name: known,
        openId: shown.openId,
        isBot: isBot || ownIds.has(id) || members.get(id)?.isBot === true,
      })
      return id
    },
    link,
    /** The channel's id of whom an app shows like this, without a note of it; undefined when nothing is shown. */
    idOf,
    /** An app is told that somebody is in a chat no more. */
    left(app: string, chat: string, shown: Shown): void {
      const members = chats.get(`${app} ${chat}`)
      // Who never spoke is listed by the open id, and leaves with a union id, too.
      for (const id of [idOf(app, shown), shown.openId]) if (id) members?.delete(id)
    },
    /** Whether `see` or `link` has tied this app's open id to an id of the channel. */
    knows: (app: string, { openId }: Shown): boolean => byOpenId.has(`${app} ${openId}`),
    nameOf: (id: string): string | undefined => names.get(id),
    /** Whom this app may mention in this chat, as far as it has heard of them. */
    members: (app: string, chat: string): Mentionable[] => [...(chats.get(`${app} ${chat}`)?.values() ?? [])],
  }
}

const maxIds = 20_000
const maxChats = 500
const maxMembers = 1_000
const longestName = 80
