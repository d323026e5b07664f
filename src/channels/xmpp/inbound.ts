// A message that a bot hears in a room or from one person, as the service takes it (R2–R4, R6).
import { createHash } from 'node:crypto'
import type { Element } from '@xmpp/client'
import { LRUCache } from 'lru-cache'
import type { QuotePart } from '../../language/parts.ts'
import type { InboundMessage } from '../channel.ts'
import { cleanName } from '../clean.ts'
import type { Item } from '../handing-in.ts'
import { bareOf, directGroup, ns, resourceOf, roomGroup } from './names.ts'
import type { LookUp, Wanted } from './quoted.ts'
import { type Heard, readMessage } from './stanza.ts'
import type { Occupant } from './occupants.ts'
import type { RoomMembership } from './room-membership.ts'

export interface Ears {
  /** The bot's id in the configuration. */
  bot: string
  /** Its bare address. */
  own: string
  memberships: ReadonlyMap<string, RoomMembership>
  bots: ReadonlySet<string>
  now: () => number
  /** How far `now` is ahead of the wall clock, ms. */
  ahead: () => number
  /** Who wrote a message that the service keeps, of an earlier process too. */
  authorOf: (group: string, id: string) => string | undefined
  /** What a reply quotes, and nobody here has heard. */
  lookUp: LookUp
  /** The bot's own message came back. */
  echoed: (origin: string, id: string) => void
}

/** Remembers which message is which: what writers call theirs is not what the archive calls it. */
export function makeInbound({ bot, own, memberships, bots, now, ahead, authorOf, lookUp, echoed }: Ears) {
  const delayedAt = ({ delayed }: Heard): number | undefined => delayed && delayed.ts + ahead()
  /** Keyed as JSON: an id may hold any sign. */
  const byWireId = new LRUCache<string, string>({ max: maxKnown })
  /** By id: the nick of who wrote it. */
  const nicks = new LRUCache<string, string>({ max: maxKnown })
  /** Heard as it was said, in this process. */
  const live = new LRUCache<string, true>({ max: maxKnown })

  /** `isHistory`: an archive has it, or the room shows it of the time before the bot came. */
  function read(stanza: Element, isHistory = false): Item | { ignored: string } {
    const from = stanza.attrs['from'] ?? ''
    const membership = memberships.get(bareOf(from))
    if (stanza.attrs['type'] === 'groupchat')
      return membership ? inRoom(membership, stanza, isHistory) : { ignored: 'of no room the bot is in' }
    if (membership ?? stanza.getChild('x', ns.mucUser))
      return { ignored: "it came through a room: one-to-one talk goes to the bot's own address" }
    return direct(bareOf(from), stanza, isHistory)
  }

  function inRoom(membership: RoomMembership, stanza: Element, isHistory: boolean): Item | { ignored: string } {
    // A room that gives no ids lets anybody write some.
    const heard = readMessage(stanza, membership.features.has(ns.stanzaId) ? membership.room : '')
    if (resourceOf(stanza.attrs['from'] ?? '') === undefined) return { ignored: 'the room itself says it' }
    const writer = membership.writer(stanza, isHistory)
    if (!writer) return { ignored: 'the room does not show who wrote it' }
    const group = roomGroup(membership.room)
    const id = heard.archiveId ?? ownIdOf(writer.id, heard, stanza)
    if (writer.id === own && heard.wireId !== undefined) echoed(heard.wireId, id)
    const changed = change(group, writer.id, heard)
    if (changed) return changed
    const isOwnReaction = writer.id === own && heard.reactions !== undefined
    const text = heard.text ?? (isOwnReaction ? heard.reactions?.join(' ') || undefined : heard.files && '')
    if (text === undefined) return { ignored: 'it has no text' }
    if (heard.wireId) called(group, writer.id, heard.wireId, id)
    if (membership.hasHeard(id)) return { ignored: 'it was heard before' }
    membership.keep(id)
    // Live talk is of now, whatever its writer says.
    const ts = (isHistory ? delayedAt(heard) : undefined) ?? now()
    const [answeredMember] = heard.replyToWhom === undefined ? [] : mentioned(heard.replyToWhom, membership)
    const message = make({
      whom: answeredMember?.id,
      id,
      group,
      heard,
      writer,
      text,
      ts,
      isHistory,
      isBefore: isHistory && membership.isBefore(id, ts),
    })
    const mentions = heard.mentions.flatMap((address) => mentioned(address, membership))
    const taken = () => membership.heardUntil(ts)
    return { ...withQuoted({ ...message, mentions }, heard, membership, answeredMember?.id), taken }
  }

  function direct(person: string, stanza: Element, isHistory: boolean): Item | { ignored: string } {
    const heard = readMessage(stanza, own)
    if (person === '' || person === own) {
      if (isHistory && heard.wireId !== undefined) echoed(heard.wireId, heard.wireId)
      return { ignored: 'it is from the bot itself' }
    }
    const group = directGroup(person, own)
    const changed = change(group, person, heard)
    if (changed) return changed
    const text = heard.text ?? (heard.files && '')
    if (text === undefined) return { ignored: 'it has no text' }
    const id = heard.archiveId ?? ownIdOf(person, heard, stanza)
    if (nicks.has(id)) return { ignored: 'it was heard before' }
    const writer = { id: person, nick: person.split('@', 1)[0] ?? person, bot: bots.has(person) }
    const ts = delayedAt(heard) ?? now()
    const whom = heard.replyToWhom && bareOf(heard.replyToWhom)
    const message = make({ whom, id, group, heard, writer, text, ts, isHistory, isBefore: false })
    return withQuoted({ ...message, oneToOne: true }, heard, person, whom)
  }

  /** The archive is asked for what it quotes, where nobody has heard that. */
  function withQuoted(message: InboundMessage, heard: Heard, at: Wanted['at'], whom: string | undefined): Item {
    const { group, replyTo, contextOnly } = message
    if (replyTo === undefined || contextOnly || heard.reactions || isKnown(group, replyTo)) return { message }
    const complete = async (): Promise<InboundMessage> => {
      const found = await lookUp({ id: replyTo, whom, at })
      if (!found?.id) return message
      const others = (message.parts ?? []).filter(({ kind }) => kind !== 'quote')
      // The talk may have it under the archive's id.
      const parts = isKnown(group, found.id) ? others : [found, ...others]
      const { parts: _, ...rest } = message
      return { ...rest, replyTo: found.id, ...(parts.length > 0 && { parts }) }
    }
    return { message, completed: complete() }
  }

  const isKnown = (group: string, id: string): boolean => nicks.has(id) || authorOf(group, id) !== undefined

  /** XEP-0308, XEP-0424: only who wrote a message may change it. */
  function change(
    group: string,
    writer: string,
    { replaces, retracts, text }: Heard,
  ): ReturnType<typeof read> | undefined {
    const wanted = replaces ?? retracts
    if (wanted === undefined) return undefined
    // In a room the archive's id names what is taken back: ours.
    const kept = authorOf(group, wanted) === writer ? wanted : undefined
    const id = byWireId.get(JSON.stringify([group, writer, wanted])) ?? kept
    if (id !== undefined) return { correction: { group, id, text: replaces === undefined ? undefined : text } }
    // A person's correction of something unknown is said anew; a bot's tells how its work went on.
    return retracts === undefined && !bots.has(writer) ? undefined : { ignored: 'it changes what is not known' }
  }

  /** What the writer calls a message of theirs. */
  const called = (group: string, writer: string, wire: string, id: string): void =>
    void byWireId.set(JSON.stringify([group, writer, wire]), id)

  interface Made {
    /** Whose message it replies to. */
    whom?: string | undefined
    id: string
    group: string
    heard: Heard
    writer: Occupant
    text: string
    ts: number
    isHistory: boolean
    isBefore: boolean
  }

  function make({ id, group, heard, writer, text, ts, isHistory, isBefore, whom }: Made): InboundMessage {
    const isContext = isBefore || now() - ts > staleMs
    for (const wire of [heard.wireId, id]) if (wire) called(group, writer.id, wire, id)
    if (heard.wireId) byWireId.set(JSON.stringify([group, heard.wireId]), id)
    nicks.set(id, writer.nick)
    // What is in an archive may have been answered by an earlier process.
    if (!isContext && !isHistory) live.set(id, true)
    const replyTo = heard.replyTo && answered(group, heard.replyTo, whom)
    const parts = [...quoteOf(heard, group, replyTo, whom), ...(heard.files ?? [])]
    return {
      id,
      group,
      ts,
      sender: {
        id: writer.id,
        name: cleanName(writer.nick).slice(0, longestName).toWellFormed() || 'somebody',
        bot: writer.bot,
      },
      text,
      ...(replyTo && { replyTo }),
      ...(parts.length > 0 && { parts }),
      bots: [bot],
      ...(isContext && { contextOnly: true as const }),
    }
  }

  /** Of a message that was never heard and is in no archive there is nothing but what the reply shows of it. */
  function quoteOf(
    { quoted, replyToWhom }: Heard,
    group: string,
    replyTo: string | undefined,
    whom: string | undefined,
  ) {
    if (!quoted || !replyTo || isKnown(group, replyTo)) return []
    const name = cleanName((replyToWhom && (resourceOf(replyToWhom) ?? replyToWhom.split('@', 1)[0])) ?? '')
    const part: QuotePart = {
      kind: 'quote',
      id: replyTo,
      text: quoted,
      unproven: true,
      ...(whom !== undefined && { sender: whom }),
      ...(name && { name }),
    }
    return [part]
  }

  /**
   * Replies name a message as the archive does, or as its writer did, and then whose it is: who calls theirs as another is
   * called gains nothing, and takes no reply from it.
   */
  const answered = (group: string, wanted: string, whom: string | undefined): string => {
    if (nicks.has(wanted)) return wanted
    const theirs = whom === undefined ? undefined : byWireId.get(JSON.stringify([group, whom, wanted]))
    return theirs ?? byWireId.get(JSON.stringify([group, wanted])) ?? wanted
  }

  /** Of a person's address, or of a nickname in the room. */
  function mentioned(address: string, membership: RoomMembership): { id: string; name: string }[] {
    const at = resourceOf(address)
    const id = bareOf(address)
    if (id === membership.room) {
      const occupant = at === undefined ? undefined : membership.occupant(at)
      return occupant ? [{ id: occupant.id, name: occupant.nick }] : []
    }
    return [{ id, name: membership.occupants().find((each) => each.id === id)?.nick ?? id }]
  }

  return {
    read,
    called,
    nickOf: (id: string) => nicks.get(id),
    wasLive: (id: string) => live.has(id),
    /** What was read was given up: it is read anew. */
    forget: (): void => nicks.clear(),
  }
}

const maxKnown = 5_000
const staleMs = 30 * 60_000
const longestName = 80

/** Where no archive gives ids. */
function ownIdOf(writer: string, { wireId, text, delayed }: Heard, stanza: Element): string {
  const told =
    wireId ??
    createHash('sha256')
      .update(`${text}\n${delayed?.ts ?? stanza.toString()}`)
      .digest('base64url')
  return `${writer} ${told}`
}
