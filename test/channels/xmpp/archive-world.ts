// A bot in a room and with one-to-one talk, without a server: its archive keeps what it is told to.
import { type Element, xml } from '@xmpp/client'
import { ChannelError, type InboundMessage } from '../../../src/channels/channel.ts'
import { makeXmppBot } from '../../../src/channels/xmpp/bot.ts'
import { ns } from '../../../src/channels/xmpp/names.ts'
import type { Session } from '../../../src/channels/xmpp/session.ts'

export const own = 'iris@localhost'
export const room = 'lab@conference.localhost'
const now = Date.parse('2026-11-21T10:00:00Z')
export const lastWeek = Date.parse('2026-11-14T09:00:00Z')

export interface Kept {
  id: string
  by: string
  text: string
  wireId?: string
  item?: string
  /** What else is in it. */
  children?: Element[]
}
type Trouble = ChannelError | 'silent'

/** A bot in a room, and with one-to-one talk; its archive keeps `kept`, and answers as it is told to. */
export async function made(kept: Kept[], { features = [] as string[], troubles = [] as Trouble[], known = '' } = {}) {
  const taken: InboundMessage[] = []
  const asked: string[] = []
  let time = now
  let waits: { due: number; wake: () => void }[] = []
  const me = makeXmppBot({
    bot: 'iris',
    name: 'Iris',
    account: { jid: own, password: 'secret', service: 'xmpp://127.0.0.1:1', rooms: [room] },
    bots: new Set([own]),
    historyLimit: 0,
    rejoinMs: 1,
    timers: {
      now: () => time,
      at(due, wake) {
        const wait = { due, wake }
        waits.push(wait)
        return () => (waits = waits.filter((each) => each !== wait))
      },
    },
    kept: {
      heardUntil: () => undefined,
      knows: () => false,
      botsIn: () => [],
      authorOf: (_, id) => (id === known ? 'ann@localhost' : undefined),
    },
    intake: async (messages) => void taken.push(...messages),
    corrected: () => {},
    ignored: () => {},
    trouble: () => {},
  })
  me.handing.open()
  const answer = (page: Kept[], queryid: string, to: string | undefined) => {
    for (const each of page) me.hear(found(each, queryid, to))
    const set = xml('set', { xmlns: ns.rsm }, page[0] && xml('first', {}, page[0].id))
    return xml('iq', {}, xml('fin', { xmlns: ns.mam, complete: 'true' }, set))
  }
  const session: Session = {
    send: () => Promise.resolve(),
    close: () => Promise.resolve(),
    async ask(iq) {
      if (iq.getChild('query', ns.discoInfo)) {
        const all = ['muc_nonanonymous', ns.mam, ns.stanzaId, ...features]
        return xml('iq', {}, xml('query', { xmlns: ns.discoInfo }, ...all.map((each) => xml('feature', { var: each }))))
      }
      const query = iq.getChild('query', ns.mam)
      const set = query?.getChild('set', ns.rsm)
      const fields = query?.getChild('x', ns.form)?.getChildren('field') ?? []
      const ids = fields.find(({ attrs }) => attrs['var'] === 'ids')?.getChildText('value')
      const [after, before] = [set?.getChildText('after'), set?.getChildText('before')]
      asked.push(ids ? `ids ${ids}` : after ? `after ${after}` : `before ${before}`)
      const trouble = troubles.shift()
      if (trouble === 'silent') return new Promise(() => {})
      if (trouble) throw trouble
      const { queryid = '' } = query?.attrs ?? {}
      const { to } = iq.attrs
      const at = (id: string | null | undefined) => kept.findIndex((each) => each.id === id)
      if (ids) return answer(kept.slice(at(ids), at(ids) + 1), queryid, to)
      if (to === undefined) return answer(kept, queryid, to)
      const end = before ? at(before) : kept.length
      if (after && at(after) === -1) throw new ChannelError('permanent', 'the XMPP server refused: item-not-found')
      return answer(after ? kept.slice(at(after) + 1, at(after) + 2) : kept.slice(end - 1, end), queryid, to)
    },
  }
  me.session = session
  me.enter(session)
  const presence = (nick: string, jid: string, ...more: Element[]) =>
    xml('presence', { from: `${room}/${nick}` }, xml('x', { xmlns: ns.mucUser }, xml('item', { jid }), ...more))
  me.hear(presence('ann', 'ann@localhost/phone'))
  me.hear(presence('Iris', `${own}/chime`, xml('status', { code: '110' })))
  await settled()
  return {
    taken,
    asked,
    async hear(stanza: Element) {
      me.hear(stanza)
      await settled()
    },
    async wait(ms: number) {
      time += ms
      for (const { due, wake } of waits.filter((each) => each.due <= time)) {
        waits = waits.filter((each) => each.due !== due)
        wake()
      }
      await settled()
    },
  }
}

const found = (
  { id, by, text, wireId, item, children = [] }: Kept,
  queryid: string,
  from: string | undefined,
): Element => {
  const shown = item === undefined ? undefined : xml('x', { xmlns: ns.mucUser }, xml('item', { jid: item }))
  const message = xml('message', { from: by, id: wireId }, xml('body', {}, text), shown, ...children)
  const delay = xml('delay', { xmlns: ns.delay, stamp: new Date(lastWeek).toISOString() })
  const forwarded = xml('forwarded', { xmlns: ns.forward }, delay, message)
  return xml('message', { from, to: own }, xml('result', { xmlns: ns.mam, queryid, id }, forwarded))
}

const settled = () => new Promise(setImmediate)
