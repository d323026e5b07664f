// A person of a party with an XMPP connection of their own, in all the rooms.
import { type Element, xml } from '@xmpp/client'
import { inTime } from '../../channels/waiting.ts'
import { ns, resourceOf } from '../../channels/xmpp/names.ts'
import { type Account, openSession, type Session } from '../../channels/xmpp/session.ts'
import { realClock } from '../../host/local/real-clock.ts'
import { conditionOf } from '../../channels/xmpp/room-membership.ts'

export type Guest = Awaited<ReturnType<typeof openGuest>>

interface Options {
  account: Account
  nick: string
  /** Addresses. */
  rooms: readonly string[]
  /** Every message of a room. */
  heard: (stanza: Element) => void
  /** The connection is gone for good. */
  broken: (error: Error) => void
}

const enterMs = 30_000
const silenceMs = 60_000

/** Resolves when the person is in every room. */
export async function openGuest({ account, nick, rooms, heard, broken }: Options) {
  const inside = new Set<string>()
  const entered = Promise.withResolvers<void>()
  const trouble = (error: Error): void => {
    entered.reject(error)
    broken(error)
  }
  function presence(stanza: Element): void {
    const [room = '', at] = [stanza.attrs['from']?.split('/', 1)[0], resourceOf(stanza.attrs['from'] ?? '')]
    if (stanza.attrs['type'] === 'error')
      return trouble(new Error(`${room} does not let ${nick} in: ${conditionOf(stanza)}`))
    if (at !== nick || stanza.attrs['type'] !== undefined) return
    inside.add(room)
    if (inside.size === rooms.length) entered.resolve()
  }
  const session: Session = openSession(account, {
    timers: realClock(),
    silenceMs,
    opened(opened) {
      const send = (stanza: Element) => opened.send(stanza).catch(trouble)
      void send(xml('presence'))
      const join = xml('x', { xmlns: ns.muc }, xml('history', { maxstanzas: 0 }))
      for (const room of rooms) void send(xml('presence', { to: `${room}/${nick}` }, join))
    },
    resumed() {},
    broke() {},
    stanza(stanza) {
      if (stanza.name === 'presence') presence(stanza)
      else if (stanza.name === 'message' && stanza.attrs['type'] === 'groupchat') heard(stanza)
    },
    line: { ready() {}, reconnecting() {}, down: ({ reason }) => trouble(new Error(`${nick}: ${reason}`)) },
  })
  try {
    await inTime(entered.promise, enterMs, () => new Error(`${nick} did not get into the rooms`))
  } catch (error) {
    await session.close()
    throw error
  }
  const order = (room: string, query: Element) => session.ask(xml('iq', { type: 'set', to: room }, query))

  return {
    say: (room: string, id: string, text: string): Promise<void> =>
      session.send(
        xml(
          'message',
          { to: room, type: 'groupchat', id },
          xml('body', {}, text),
          xml('origin-id', { xmlns: ns.stanzaId, id }),
        ),
      ),
    /** Opens a room that the person has made: its members see who the others are, as bots must. */
    async furnish(room: string): Promise<void> {
      const field = (name: string, value: string) => xml('field', { var: name }, xml('value', {}, value))
      const form = xml(
        'x',
        { xmlns: ns.form, type: 'submit' },
        field('FORM_TYPE', 'http://jabber.org/protocol/muc#roomconfig'),
        field('muc#roomconfig_whois', 'anyone'),
      )
      await order(room, xml('query', { xmlns: `${ns.muc}#owner` }, form))
    },
    async destroy(room: string): Promise<void> {
      await order(room, xml('query', { xmlns: `${ns.muc}#owner` }, xml('destroy')))
    },
    close: session.close,
  }
}
