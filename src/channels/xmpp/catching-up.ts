// Brings a bot up to date: what a room shows of the past, what was missed, and then what was said meanwhile.
import { type Element, xml } from '@xmpp/client'
import { ChannelError } from '../channel.ts'
import type { Archive, Archived } from './archive.ts'
import { bareOf, ns } from './names.ts'
import type { Features } from './occupants.ts'
import type { Seat } from './seat.ts'
import type { Session } from './session.ts'
import { readMessage } from './stanza.ts'

interface Options {
  session: Session
  archive: Archive
  read: (stanza: Element, isHistory: boolean) => void
  trouble: (reason: string) => void
}

/** Never rejects; a room that does not tell what it does is tried again. */
export async function catchUp(seat: Seat, { session, archive, read, trouble }: Options): Promise<void> {
  const { room, stay } = seat
  const isOver = () => seat.stay !== stay
  try {
    const features = await featuresOf(session, room)
    if (isOver()) return
    // What came before that answer is what the room showed on entering; later on nothing is history, whoever says so.
    const shown = seat.told(features)
    if (seat.hidesPeople) trouble(`${room}: it hides who is who: the bot hears nobody there`)
    const missed = seat.since !== undefined && features.has(ns.mam) ? await missedIn(seat, seat.since) : []
    if (isOver()) return
    for (const each of missed) if (bareOf(each.message.attrs['from'] ?? '') === room) read(asShown(each, room), true)
    for (const stanza of shown) read(stanza, readMessage(stanza, room).delayed?.by === room)
    for (const stanza of seat.caughtUp()) read(stanza, false)
  } catch (error) {
    if (!isOver()) seat.failed(error instanceof ChannelError ? error.message : String(error))
  }

  async function missedIn({ room: of }: Seat, since: number): Promise<Archived[]> {
    try {
      return await archive.read(session, { room: of, since, most: mostMissed })
    } catch (error) {
      trouble(`${of}: what was missed cannot be read: ${error instanceof Error ? error.message : String(error)}`)
      return []
    }
  }
}

/** What people said to the bot alone, of its own archive; nothing where there is none. */
export async function missedAlone(session: Session, archive: Archive, own: string, since: number): Promise<Element[]> {
  try {
    const all = await archive.read(session, { since, most: mostMissed })
    return all.filter(({ message }) => !notAlone.has(message.attrs['type'])).map((each) => asShown(each, own))
  } catch {
    return []
  }
}

const mostMissed = 200
const notAlone: ReadonlySet<string | undefined> = new Set(['groupchat', 'error', 'headline'])

async function featuresOf(session: Session, room: string): Promise<Features> {
  const answer = await session.ask(xml('iq', { type: 'get', to: room }, xml('query', { xmlns: ns.discoInfo })))
  const features = answer.getChild('query', ns.discoInfo)?.getChildren('feature') ?? []
  return new Set(features.map(({ attrs }) => attrs['var'] ?? ''))
}

/** A message of an archive as if it were shown on entering. */
function asShown({ id, ts, message }: Archived, by: string): Element {
  const delay = xml('delay', { xmlns: ns.delay, from: by, stamp: new Date(ts).toISOString() })
  return xml('message', message.attrs, message.children, delay, xml('stanza-id', { xmlns: ns.stanzaId, by, id }))
}
