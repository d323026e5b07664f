// A message stanza read at the edge: whatever a stranger may have put into it, in one form.
import type { Element } from '@xmpp/client'
import type { MediaPart } from '../../language/parts.ts'
import { cleanText } from '../clean.ts'
import { filesIn, isJustAddress } from './files.ts'
import { bareOf, ns } from './names.ts'

export interface Heard {
  /** The archive's id (XEP-0359), believed of the archive alone. */
  archiveId?: string
  /** What the sender called it. */
  wireId?: string
  /** Without the quote above a reply, and without the address of a file alone; absent when it says nothing. */
  text?: string
  /** What stood above a reply, as its sender says. */
  quoted?: string
  files?: MediaPart[]
  /** ms; when it was said, if that is not now. */
  delayed?: { by: string; ts: number }
  replyTo?: string
  /** Whose message that is, as the sender says: an address in the room, or of a person. */
  replyToWhom?: string
  /** Addresses of those it mentions. */
  mentions: string[]
  /** The sender's own message that this one takes the place of. */
  replaces?: string
  /** Its sender took this message back. */
  retracts?: string
  reactions?: string[]
}

/** `archive`: the bare address whose stanza ids count. */
export function readMessage(stanza: Element, archive: string): Heard {
  const child = (name: string, xmlns: string) => stanza.getChild(name, xmlns)
  const archived = stanza
    .getChildren('stanza-id', ns.stanzaId)
    // Behind whatever the sender may have put there.
    .findLast(({ attrs }) => attrs['by'] && bareOf(attrs['by']) === archive && attrs['id'])?.attrs['id']
  const wireId = child('origin-id', ns.stanzaId)?.attrs['id'] ?? stanza.attrs['id']
  const reactions = child('reactions', ns.reactions)
  const replyTo = child('reply', ns.reply)?.attrs['id'] ?? reactions?.attrs['id']
  const replyToWhom = child('reply', ns.reply)?.attrs['to']
  const replaces = child('replace', ns.correct)?.attrs['id']
  const retracts = child('retract', ns.retract)?.attrs['id']
  const [own, quote] = withoutQuote(stanza)
  const files = filesIn(stanza)
  const said = cleanText(own).slice(0, longestText).toWellFormed()
  const text = isJustAddress(said, files) ? '' : said
  const quoted = cleanText(quote.replaceAll(/^> ?/gm, '')).slice(0, longestText).toWellFormed()
  const delayed = readDelay(stanza)
  return {
    mentions: stanza
      .getChildren('reference', ns.reference)
      .filter(({ attrs }) => attrs['type'] === 'mention')
      .slice(0, maxMentions)
      .flatMap(({ attrs }) => addressIn(attrs['uri'])),
    ...(archived && { archiveId: archived.slice(0, longestId) }),
    ...(wireId && { wireId: wireId.slice(0, longestId) }),
    ...(text && { text }),
    ...(quoted && { quoted }),
    ...(files.length > 0 && { files }),
    ...(delayed && { delayed }),
    ...(replyTo && { replyTo: replyTo.slice(0, longestId) }),
    ...(replyTo && replyToWhom && { replyToWhom: replyToWhom.slice(0, longestAddress) }),
    ...(replaces && { replaces: replaces.slice(0, longestId) }),
    ...(retracts && { retracts: retracts.slice(0, longestId) }),
    ...(reactions && {
      reactions: reactions
        .getChildren('reaction')
        .slice(0, 20)
        .map((each) => cleanText(each.text())),
    }),
  }
}

const longestText = 20_000
const longestId = 200
const longestAddress = 500
const maxMentions = 100

function readDelay(stanza: Element): Heard['delayed'] {
  // A room puts its own behind whatever the sender put there.
  const last = stanza.getChildren('delay', ns.delay).at(-1)
  const ts = Date.parse(last?.attrs['stamp'] ?? '')
  return last && Number.isFinite(ts) ? { by: bareOf(last.attrs['from'] ?? ''), ts } : undefined
}

/** XEP-0461: the words above a reply are somebody else's (M4). Its own words, and those. Counted in code points. */
function withoutQuote(stanza: Element): [own: string, quote: string] {
  const body = (stanza.getChildText('body') ?? '').slice(0, longestText * 2)
  const marked = stanza.getChildren('fallback', ns.fallback).filter(({ attrs }) => attrs['for'] === ns.reply)
  const [range] = marked.flatMap((fallback) => fallback.getChildren('body'))
  if (!range) return [body, '']
  const points = Array.from(body)
  const [start, end] = [Number(range.attrs['start']), Number(range.attrs['end'])]
  const isRange = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end && end <= points.length
  if (!isRange) return [body, '']
  return [[...points.slice(0, start), ...points.slice(end)].join(''), points.slice(start, end).join('')]
}

/** Of `xmpp:iris@example` or `xmpp:room@conference.example/Iris`. */
function addressIn(uri = ''): string[] {
  const [, address = ''] = /^xmpp:([^?]{3,500})/.exec(uri) ?? []
  try {
    return address ? [decodeURIComponent(address)] : []
  } catch {
    return []
  }
}
