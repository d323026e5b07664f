// Brings a bot up to date: what a room shows of the past, what was missed, and then what was said meanwhile.
import { type Element, xml } from '@xmpp/client'
import { askedAgain } from '../asked-again.ts'
import { isPermanent } from '../channel.ts'
import type { Archive, Archived } from './archive.ts'
import { bareOf, ns } from './names.ts'
import type { Features } from './occupants.ts'
import type { RoomMembership } from './room-membership.ts'
import type { Session } from './session.ts'
import { readMessage } from './stanza.ts'
import type { Timers } from '../timers.ts'

interface Options {
  session: Session
  archive: Archive
  timers: Timers
  /** The bot is not in the room any more. */
  signal: AbortSignal
  read: (stanza: Element, isHistory: boolean) => void
  trouble: (reason: string) => void
}

/** Rejects with a ChannelError where the room does not tell what it does. */
export async function catchUp(membership: RoomMembership, options: Options): Promise<void> {
  const { session, archive, timers, signal, read, trouble } = options
  const { room } = membership
  const features = await featuresOf(session, room)
  if (signal.aborted) return
  // What came before that answer is what the room showed on entering; later on nothing is history, whoever says so.
  const shown = membership.featuresKnown(features)
  if (membership.hidesPeople) trouble(`${room}: it hides who is who: the bot hears nobody there`)
  const missed = membership.since !== undefined && features.has(ns.mam) ? await missedSince(membership.since) : []
  if (signal.aborted) return
  for (const each of missed) if (bareOf(each.message.attrs['from'] ?? '') === room) read(asShown(each, room), true)
  for (const stanza of shown) read(stanza, readMessage(stanza, room).delayed?.by === room)

  async function missedSince(since: number): Promise<Archived[]> {
    try {
      const ask = () => archive.read(session, { room, since, most: mostMissed })
      return await askedAgain(ask, { timers, longestMs: longestAskingMs, isOver: () => signal.aborted })
    } catch (error) {
      trouble(`${room}: what was missed cannot be read: ${error instanceof Error ? error.message : String(error)}`)
      return []
    }
  }
}

interface Alone extends Pick<Options, 'session' | 'archive' | 'timers'> {
  /** The bot's own address. */
  own: string
  /** ms */
  since: number
  isOver: () => boolean
}

/** What people said to the bot alone, of its own archive; nothing where there is none. Rejects with a ChannelError. */
export async function missedAlone({ session, archive, timers, own, since, isOver }: Alone): Promise<Element[]> {
  try {
    const ask = () => archive.read(session, { since, most: mostMissed })
    const all = await askedAgain(ask, { timers, longestMs: longestAskingMs, isOver })
    return all.filter(({ message }) => !notAlone.has(message.attrs['type'])).map((each) => asShown(each, own))
  } catch (error) {
    if (isPermanent(error)) return []
    throw error
  }
}

const longestAskingMs = 5_000
const mostMissed = 200
const notAlone: ReadonlySet<string | undefined> = new Set(['groupchat', 'error', 'headline'])

/** What a room, or an account's archive, does (XEP-0030). Rejects with a ChannelError. */
export async function featuresOf(session: Session, of: string): Promise<Features> {
  const answer = await session.ask(xml('iq', { type: 'get', to: of }, xml('query', { xmlns: ns.discoInfo })))
  const features = answer.getChild('query', ns.discoInfo)?.getChildren('feature') ?? []
  return new Set(features.map(({ attrs }) => attrs['var'] ?? ''))
}

/** A message of an archive as if it were shown on entering. */
function asShown({ id, ts, message }: Archived, by: string): Element {
  const delay = xml('delay', { xmlns: ns.delay, from: by, stamp: new Date(ts).toISOString() })
  return xml('message', message.attrs, message.children, delay, xml('stanza-id', { xmlns: ns.stanzaId, by, id }))
}
