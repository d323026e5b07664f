// Who is in a room in truth: real addresses by nick, and by what tells a writer in the room's history (XEP-0421).
import type { Element } from '@xmpp/client'
import { LRUCache } from 'lru-cache'
import { botNode } from './caps.ts'
import { bareOf, ns, resourceOf } from './names.ts'

export interface Occupant {
  /** Bare real address: the nick is anybody's. */
  id: string
  nick: string
  bot: boolean
}

interface Options {
  /** The bot's own bare address. */
  own: string
  bots: ReadonlySet<string>
  /** Addresses that spoke as bots before this process, and may be away now. */
  wereBots: ReadonlySet<string>
}

/** What the room's service does (XEP-0030): what it does not do, somebody in the room may have forged. */
export type Features = ReadonlySet<string>

export function makeOccupants({ own, bots, wereBots }: Options) {
  const present = new Map<string, Occupant>()
  const byOccupantId = new LRUCache<string, Occupant>({ max: maxOccupants })

  return {
    came(presence: Element, nick: string, isOwn: boolean): void {
      const jid = itemOf(presence)?.attrs['jid']
      const id = jid === undefined ? (isOwn ? own : undefined) : bareOf(jid)
      if (id === undefined || (present.size >= maxOccupants && !present.has(nick))) return
      const declared = presence.getChild('c', ns.caps)?.attrs['node'] === botNode
      const occupant = { id, nick, bot: declared || bots.has(id) }
      present.set(nick, occupant)
      const known = occupantIdOf(presence)
      if (known) byOccupantId.set(known, occupant)
    },
    left: (nick: string): void => void present.delete(nick),
    clear: (): void => present.clear(),
    at: (nick: string): Occupant | undefined => present.get(nick),
    all: (): Occupant[] => [...present.values()],
    /** Who wrote a message of the history: the nick may be somebody else's by now. */
    wrote(message: Element, features: Features): Occupant | undefined {
      const known = features.has(ns.occupantId) ? byOccupantId.get(occupantIdOf(message) ?? '') : undefined
      if (known) return known
      // An archive of a room that shows addresses puts its own in, and leaves no forged one (XEP-0313).
      if (!features.has(ns.mam) || !features.has(showsAddresses)) return undefined
      const jid = itemOf(message)?.attrs['jid']
      const nick = resourceOf(message.attrs['from'] ?? '')
      if (jid === undefined || nick === undefined) return undefined
      const id = bareOf(jid)
      return { id, nick, bot: bots.has(id) || wereBots.has(id) }
    },
  }
}

/** Of a room that shows everybody's address to all. */
export const showsAddresses = 'muc_nonanonymous'

/** What the room says of somebody stands behind whatever they may have put there themselves. */
export const userOf = (stanza: Element): Element | undefined => stanza.getChildren('x', ns.mucUser).at(-1)
export const itemOf = (stanza: Element): Element | undefined => userOf(stanza)?.getChild('item')
const occupantIdOf = (stanza: Element): string | undefined =>
  stanza.getChildren('occupant-id', ns.occupantId).at(-1)?.attrs['id']

const maxOccupants = 1_000
