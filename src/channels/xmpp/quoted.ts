// A quoted message that was never heard, looked up in the archive that keeps it (XEP-0313, XEP-0461).
import { LRUCache } from 'lru-cache'
import { quotedMedia } from '../../language/attachments.ts'
import { partLimits, type QuotePart, toldText } from '../../language/parts.ts'
import { isPermanent } from '../channel.ts'
import { cleanName } from '../clean.ts'
import type { Timers } from '../timers.ts'
import type { Archive, Archived } from './archive.ts'
import { bareOf, ns } from './names.ts'
import type { RoomMembership } from './room-membership.ts'
import type { Session } from './session.ts'
import { readMessage } from './stanza.ts'

export interface Wanted {
  /** As the reply calls it: in a room as the archive does, one-to-one as its writer does. */
  id: string
  /** Whose it is, as the reply says: a bare address. */
  whom?: string | undefined
  /** Where it was said: a room, or the talk with a person. */
  at: RoomMembership | string
}

interface Options {
  /** The bot's own bare address. */
  own: string
  archive: Archive
  timers: Timers
  session: () => Session | undefined
}

export type LookUp = ReturnType<typeof makeLookUp>

/**
 * Resolves with the quote as the archive vouches for it, under the id that the channel knows it by; with undefined where it is
 * not found, in time or at all. Never rejects.
 */
export function makeLookUp({ own, archive, timers, session: current }: Options) {
  const ahead = (): number => timers.ahead?.() ?? 0
  /** What an archive said it does not have. */
  const missing = new LRUCache<string, true>({ max: maxMissing })
  let asking = 0
  let silentUntil = -Infinity

  return async (wanted: Wanted): Promise<QuotePart | undefined> => {
    const session = current()
    const key = JSON.stringify([typeof wanted.at === 'string' ? wanted.at : wanted.at.room, wanted.id])
    if (!session || asking >= mostAtOnce || timers.now() < silentUntil || missing.has(key)) return undefined
    const { promise: late, resolve } = Promise.withResolvers<undefined>()
    const stop = timers.at(timers.now() + longestMs, () => {
      // An archive that does not answer must not hold up every reply of the room.
      silentUntil = timers.now() + silenceMs
      resolve(undefined)
    })
    asking += 1
    const found = find(session, wanted)
      .catch((error: unknown) => {
        if (!isPermanent(error)) throw error
        return undefined
      })
      .then((quote) => {
        if (!quote) missing.set(key, true)
        return quote
      })
      .catch(() => undefined)
      .finally(() => (asking -= 1))
    return Promise.race([found, late]).finally(stop)
  }

  function find(session: Session, { id, whom, at }: Wanted): Promise<QuotePart | undefined> {
    return typeof at === 'string' ? findAlone(session, at, id, whom) : findInRoom(session, at, id)
  }

  async function findInRoom(session: Session, membership: RoomMembership, id: string): Promise<QuotePart | undefined> {
    const { room, features } = membership
    if (!features.has(ns.mam) || !features.has(ns.stanzaId)) return undefined
    const found = await archive.find(session, { room, id, hasIds: features.has(ns.mamExtended) })
    if (!found || bareOf(found.message.attrs['from'] ?? '') !== room) return undefined
    const writer = membership.writer(found.message, true)
    return writer && quoteOf(found, id, { sender: writer.id, name: writer.nick })
  }

  /** Replies to one person's talk name a message as its writer did: an archive looks nothing up by that. */
  async function findAlone(session: Session, person: string, id: string, whom: string | undefined) {
    const newest = await archive.read(session, { with: person, most: mostRead })
    const fits = newest.filter(({ id: archived, message }) => {
      const writer = bareOf(message.attrs['from'] ?? '')
      if ((writer !== person && writer !== own) || (whom !== undefined && whom !== writer)) return false
      return archived === id || readMessage(message, own).wireId === id
    })
    const [found] = fits
    if (!found || fits.length > 1) return undefined
    const sender = bareOf(found.message.attrs['from'] ?? '')
    return quoteOf(found, sender === own ? id : found.id, { sender, name: sender.split('@', 1)[0] ?? sender })
  }

  function quoteOf(
    { ts, message }: Archived,
    id: string,
    { sender, name }: Required<Pick<QuotePart, 'sender' | 'name'>>,
  ): QuotePart | undefined {
    const { text, files = [] } = readMessage(message, own)
    const told = toldText(text ?? '', files).slice(0, partLimits.quoted)
    if (told === '') return undefined
    return { kind: 'quote', id, sender, name: cleanName(name), ts: ts + ahead(), text: told, ...quotedMedia(files) }
  }
}

const maxMissing = 1_000
/** Whoever writes can make a bot ask: it asks for so many at a time, and for no more. */
const mostAtOnce = 4
const mostRead = 100
const longestMs = 2_000
const silenceMs = 60_000
