// The namespaces that stanzas carry, and addresses taken apart.

export const ns = {
  muc: 'http://jabber.org/protocol/muc',
  mucUser: 'http://jabber.org/protocol/muc#user',
  discoInfo: 'http://jabber.org/protocol/disco#info',
  discoItems: 'http://jabber.org/protocol/disco#items',
  caps: 'http://jabber.org/protocol/caps',
  sm: 'urn:xmpp:sm:3',
  ping: 'urn:xmpp:ping',
  delay: 'urn:xmpp:delay',
  stanzaId: 'urn:xmpp:sid:0',
  occupantId: 'urn:xmpp:occupant-id:0',
  reference: 'urn:xmpp:reference:0',
  reply: 'urn:xmpp:reply:0',
  fallback: 'urn:xmpp:fallback:0',
  reactions: 'urn:xmpp:reactions:0',
  correct: 'urn:xmpp:message-correct:0',
  retract: 'urn:xmpp:message-retract:1',
  chatStates: 'http://jabber.org/protocol/chatstates',
  hints: 'urn:xmpp:hints',
  mam: 'urn:xmpp:mam:2',
  mamExtended: 'urn:xmpp:mam:2#extended',
  forward: 'urn:xmpp:forward:0',
  rsm: 'http://jabber.org/protocol/rsm',
  form: 'jabber:x:data',
  outOfBand: 'jabber:x:oob',
  upload: 'urn:xmpp:http:upload:0',
  sharing: 'urn:xmpp:sfs:0',
  fileMetadata: 'urn:xmpp:file:metadata:0',
  urlData: 'http://jabber.org/protocol/url-data',
} as const

/** `room@conference.example/Ann` → `room@conference.example`; the local part and the domain know no case. */
export const bareOf = (jid: string): string => jid.split('/', 1)[0]?.toLowerCase() ?? ''

/** What stands behind the first slash: in a room, the nick. */
export function resourceOf(jid: string): string | undefined {
  const slash = jid.indexOf('/')
  return slash === -1 ? undefined : jid.slice(slash + 1)
}

/** `xmpp:room@conference.example`, and of one person's chat with a bot `xmpp:ann@example:iris@example`. */
export const roomGroup = (room: string): string => `${prefix}${room}`
export const directGroup = (person: string, own: string): string => `${prefix}${person}:${own}`

/** Where a group's messages go: the room, or the person that the bot with the address `own` speaks with. */
export function addressOf(group: string, own: string): string | undefined {
  if (!group.startsWith(prefix)) return undefined
  const rest = group.slice(prefix.length)
  return rest.endsWith(`:${own}`) ? rest.slice(0, -own.length - 1) : rest
}

const prefix = 'xmpp:'
