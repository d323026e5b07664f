// A person with an XMPP client of their own, in a room of the real server.
import { randomUUID } from 'node:crypto'
import { type Child, client, type Element, xml } from '@xmpp/client'
import { onTestFinished } from 'vitest'
import type { Prosody } from '../../../tools/prosody.mjs'
import { ns, resourceOf } from '../../../src/channels/xmpp/names.ts'
import { useScram } from '../../../src/channels/xmpp/scram.ts'
import { waitFor } from '../../e2e/visitor.ts'

interface Heard {
  /** The archive's id; of a one-to-one message the writer's. */
  id: string
  /** The nick; of a one-to-one message the address. */
  by: string
  text: string
  replyTo?: string
  reaction?: string
  /** Of the message that it takes the place of. */
  replaces?: string
  mentions?: string[]
}

interface Saying {
  replyTo?: string
  mentions?: string[]
  children?: Child[]
  /** The message's own id. */
  id?: string
}

/** Resolves when the person is in the room, and was shown so much of what was said before; leaves when the test ends. */
export async function person(prosody: Prosody, name: string, room: string, nick = name, history = 0) {
  const heard: Heard[] = []
  const states: string[] = []
  const presences: { nick: string; type: string; error?: string }[] = []
  const ids = new Map<string, string>()
  const connection = clientOf(prosody, name)
  const isIn = () => presences.some((each) => each.nick === nick && each.type === 'available')
  const join = () =>
    connection.send(
      xml('presence', { to: `${room}/${nick}` }, xml('x', { xmlns: ns.muc }, xml('history', { maxstanzas: history }))),
    )
  connection.on('error', () => {})
  // Not before stream management has begun: both sides must count the same stanzas.
  connection.on('nonza', (element) => {
    if (element.is('enabled', ns.sm)) setImmediate(() => void connection.send(xml('presence')).then(join, () => {}))
  })
  connection.on('stanza', (stanza: Element) => {
    const from = stanza.attrs['from'] ?? ''
    const by = resourceOf(from) ?? ''
    if (stanza.name === 'presence' && by !== '') {
      const error = stanza.getChild('error')?.children.find((child) => typeof child !== 'string')?.name
      presences.push({ nick: by, type: stanza.attrs['type'] ?? 'available', ...(error && { error }) })
    }
    if (stanza.name !== 'message' || stanza.attrs['type'] === 'error') return
    const { type } = stanza.attrs
    for (const state of ['composing', 'paused'])
      if (stanza.getChild(state, ns.chatStates)) states.push(`${by}: ${state}`)
    const archived = stanza.getChild('stanza-id', ns.stanzaId)?.attrs['id']
    const origin = stanza.getChild('origin-id', ns.stanzaId)?.attrs['id'] ?? stanza.attrs['id']
    if (origin && archived) ids.set(origin, archived)
    const text = stanza.getChildText('body') ?? ''
    const reactions = stanza.getChild('reactions', ns.reactions)
    if (text === '' && !reactions) return
    const replyTo = stanza.getChild('reply', ns.reply)?.attrs['id'] ?? reactions?.attrs['id']
    // '': all of them were taken off.
    const reaction = reactions && (reactions.getChildText('reaction') ?? '')
    const replaced = stanza.getChild('replace', ns.correct)?.attrs['id']
    const replaces = replaced && type === 'groupchat' ? ids.get(replaced) : replaced
    const mentions = stanza.getChildren('reference', ns.reference).map(({ attrs }) => attrs['uri'] ?? '')
    heard.push({
      id: (type === 'groupchat' ? archived : origin) ?? '',
      by: type === 'groupchat' ? by : (from.split('/', 1)[0] ?? ''),
      text,
      ...(replyTo && { replyTo }),
      ...(reaction !== undefined && { reaction }),
      ...(replaces && { replaces }),
      ...(mentions.length > 0 && { mentions }),
    })
  })
  await connection.start()
  onTestFinished(async () => {
    connection.reconnect.stop()
    await connection.stop().catch(() => {})
  })
  await waitFor(`${name} in ${room}`, () => isIn() || undefined)

  async function send(
    to: string,
    type: string,
    text: string,
    { replyTo, mentions = [], children = [], id = randomUUID() }: Saying,
  ) {
    await connection.send(
      xml(
        'message',
        { to, type, id },
        text ? xml('body', {}, text) : undefined,
        xml('origin-id', { xmlns: ns.stanzaId, id }),
        replyTo ? xml('reply', { xmlns: ns.reply, id: replyTo }) : undefined,
        mentions.map((uri) => xml('reference', { xmlns: ns.reference, type: 'mention', begin: 0, end: 1, uri })),
        children,
      ),
    )
    return id
  }

  async function administer(item: Element): Promise<void> {
    await connection.iqCaller.request(
      xml('iq', { type: 'set', to: room }, xml('query', { xmlns: `${ns.muc}#admin` }, item)),
    )
  }

  return {
    heard,
    states,
    presences,
    isOnline: () => connection.status === 'online',
    /** Resolves with the archive's id when the room has shown it to its writer. */
    async say(text: string, how: Saying = {}): Promise<string> {
      const id = await send(room, 'groupchat', text, how)
      return waitFor(`the echo of ${text}`, () => ids.get(id))
    },
    tell: (to: string, text: string) => send(to, 'chat', text, {}),
    raw: (stanza: Element) => connection.send(stanza),
    /** Resolves when everything that was said in the room before has come. */
    upToDate: () =>
      connection.iqCaller.request(xml('iq', { type: 'get', to: room }, xml('query', { xmlns: ns.discoInfo }))),
    /** The same without waiting for an archive's id. */
    post: (text: string) => send(room, 'groupchat', text, {}),
    leave: () => connection.send(xml('presence', { to: `${room}/${nick}`, type: 'unavailable' })),
    /** Of an occupant of the room, by its owner. */
    kick: (who: string) => administer(xml('item', { nick: who, role: 'none' })),
    ban: (who: string) => administer(xml('item', { jid: who, affiliation: 'outcast' })),
    /** The owner's word that others may come in. */
    async unlock(): Promise<void> {
      const form = xml('x', { xmlns: ns.form, type: 'submit' })
      await connection.iqCaller.request(
        xml('iq', { type: 'set', to: room }, xml('query', { xmlns: `${ns.muc}#owner` }, form)),
      )
    },
    async destroy(): Promise<void> {
      const query = xml('query', { xmlns: `${ns.muc}#owner` }, xml('destroy'))
      await connection.iqCaller.request(xml('iq', { type: 'set', to: room }, query))
    },
    /** A message of somebody that fits. */
    until: (what: string, fits: (message: Heard) => boolean): Promise<Heard> => waitFor(what, () => heard.find(fits)),
  }
}

/** The id that the server gave what somebody said to a user alone, when it is there. */
export async function newestAlone(prosody: Prosody, user: string, text: string): Promise<string> {
  const connection = clientOf(prosody, user)
  const ids = new Map<string, string>()
  connection.on('error', () => {})
  connection.on('stanza', (stanza) => {
    const result = stanza.getChild('result', ns.mam)
    const said = result?.getChild('forwarded', ns.forward)?.getChild('message')?.getChildText('body')
    if (said) ids.set(said, result?.attrs['id'] ?? '')
  })
  await connection.start()
  const newest = xml('set', { xmlns: ns.rsm }, xml('max', {}, '20'), xml('before'))
  const query = xml('iq', { type: 'set' }, xml('query', { xmlns: ns.mam }, newest))
  try {
    return await waitFor(`${text} in the archive`, async () => {
      await connection.iqCaller.request(query)
      return ids.get(text)
    })
  } finally {
    connection.reconnect.stop()
    await connection.stop()
  }
}

function clientOf(prosody: Prosody, name: string) {
  const connection = client({
    service: prosody.service,
    domain: 'localhost',
    credentials: (authenticate, mechanisms) =>
      authenticate(
        { username: name, password: prosody.password },
        mechanisms[0],
        xml('user-agent', { id: randomUUID() }),
      ),
  })
  useScram(connection)
  return connection
}
