// What a reply becomes on XMPP: a reaction, or stanzas of a bounded size, each with an id that is the same for every try.
import { type Child, type Element, xml } from '@xmpp/client'
import type { OutboundReply } from '../channel.ts'
import { partId, splitText } from '../split.ts'
import { callsOf } from '../calls.ts'
import { cleanText } from '../clean.ts'
import { ns } from './names.ts'
import { styled } from './styling.ts'
import type { Occupant } from './occupants.ts'

export interface Part {
  /** Origin id and message id (XEP-0359, S5). */
  id: string
  /** What the talk keeps of it. */
  text: string
  stanza: Element
}

interface Place {
  to: string
  type: 'groupchat' | 'chat'
  /** The message that is answered, as the others know it. */
  replyTo?: { id: string; by?: string }
  occupants: readonly Occupant[]
}

/** In order; none when nothing visible is left to say. */
export function planReply(reply: Pick<OutboundReply, 'key' | 'text' | 'type'>, place: Place): Part[] {
  const text = styled(cleanText(reply.text)).replaceAll(notXml, '')
  const { to, type, replyTo, occupants } = place
  const stanza = (id: string, ...children: Child[]) =>
    xml('message', { to, type, id }, xml('origin-id', { xmlns: ns.stanzaId, id }), ...children)
  if (reply.type === 'reaction' && replyTo && emoji.test(text))
    return [{ id: idOf(reply.key, 0), text, stanza: reactionStanza(reply.key, text, replyTo.id, place) }]
  return bounded(text).map((part, n) => {
    const id = idOf(reply.key, n)
    const answers = n === 0 && replyTo && xml('reply', { xmlns: ns.reply, id: replyTo.id, to: replyTo.by })
    const children = [xml('body', {}, part), answers || undefined, mentionsIn(part, occupants)]
    return { id, text: part, stanza: stanza(id, ...children, xml('active', { xmlns: ns.chatStates })) }
  })
}

/** Takes the place of what was posted under the origin id `replaces` (XEP-0308). No parts when nothing visible is left to say. */
export function planCorrection(text: string, replaces: string, { to, type, occupants }: Place): Part[] {
  const [part] = bounded(styled(cleanText(text)).replaceAll(notXml, ''))
  if (part === undefined) return []
  const id = idOf(`${replaces} ${part}`, 0)
  const replace = xml('replace', { xmlns: ns.correct, id: replaces })
  const origin = xml('origin-id', { xmlns: ns.stanzaId, id })
  return [
    {
      id,
      text: part,
      stanza: xml('message', { to, type, id }, xml('body', {}, part), replace, origin, mentionsIn(part, occupants)),
    },
  ]
}

/** All that its sender puts on a message (XEP-0444); '' takes everything off. */
export function reactionStanza(key: string, text: string, message: string, { to, type }: Omit<Place, 'occupants'>) {
  const id = idOf(key, 0)
  const all = text === '' ? [] : [xml('reaction', {}, text)]
  const reactions = xml('reactions', { xmlns: ns.reactions, id: message }, ...all)
  const origin = xml('origin-id', { xmlns: ns.stanzaId, id })
  return xml('message', { to, type, id }, origin, reactions, xml('store', { xmlns: ns.hints }))
}

const longestPart = 2_000
/** Of the body as it is sent; a server cuts the stream of one who sends too much at once. */
const maxBytes = 7_000
const maxParts = 20
const emoji = /^\p{RGI_Emoji}$/v
/** Would end the stream: XML knows no such character. */
const notXml = /[\uFFFE\uFFFF]/g
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const idOf = (key: string, part: number): string => partId(key, part).slice(0, 32)

function bounded(text: string): string[] {
  const fits = (part: string) => Buffer.byteLength(xml('body', {}, part).toString()) <= maxBytes
  const cut = (part: string, most: number): string[] => {
    if (fits(part)) return [part]
    const smaller = splitText(part, Math.ceil(most / 2))
    // One sign that is longer than a stanza may be.
    if (most < 100)
      return [
        Array.from(graphemes.segment(part), ({ segment }) => segment)
          .filter(fits)
          .join(''),
      ]
    return smaller.flatMap((each) => cut(each, Math.ceil(most / 2)))
  }
  return splitText(text, longestPart)
    .flatMap((part) => cut(part, longestPart))
    .filter((part) => part !== '' && fits(part))
    .slice(0, maxParts)
}

/** XEP-0372: `@Nick` of somebody who is there, with where it stands in code points. */
const mentionsIn = (text: string, occupants: readonly Occupant[]): Element[] =>
  callsOf(occupants, ({ nick }) => [nick])(text).map(({ at, length, member }) => {
    const begin = Array.from(text.slice(0, at)).length
    const end = begin + Array.from(text.slice(at, at + length)).length
    return xml('reference', { xmlns: ns.reference, type: 'mention', begin, end, uri: `xmpp:${member.id}` })
  })
