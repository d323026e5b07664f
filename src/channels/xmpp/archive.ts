// What an archive keeps (XEP-0313), read page by page from its newest message backwards, or one message by its id.
import { randomUUID } from 'node:crypto'
import { type Child, type Element, xml } from '@xmpp/client'
import { isPermanent } from '../channel.ts'
import { bareOf, ns } from './names.ts'
import type { Session } from './session.ts'

export interface Archived {
  id: string
  /** ms */
  ts: number
  /** As it was said; what is in it beside the writer's address is the writer's. */
  message: Element
}

interface Query {
  /** A room; absent: the bot's own archive. */
  room?: string
  /** Of the own archive: the talk with this person. */
  with?: string
  /** From this time on, ms. */
  since?: number
  /** The newest ones. */
  most: number
}

interface Wanted {
  room: string
  id: string
  /** The archive looks ids up (`#extended` of XEP-0313). */
  hasIds: boolean
}

interface Page {
  page: Archived[]
  /** What the next one ends before; undefined: nothing is older. */
  first: string | undefined
}

export type Archive = ReturnType<typeof makeArchive>

/** `ahead`: how far our times are ahead of the server's, ms. */
export function makeArchive(own: string, ahead: () => number) {
  const asked = new Map<string, { at: string; page: Archived[] }>()

  /** `range`: which page of it (XEP-0059). */
  async function ask(session: Session, room: string | undefined, fields: Child[], range: Child[]): Promise<Page> {
    const queryid = randomUUID()
    const page: Archived[] = []
    asked.set(queryid, { at: room ?? own, page })
    const form = xml('x', { xmlns: ns.form, type: 'submit' }, [field('FORM_TYPE', ns.mam), ...fields])
    try {
      const query = xml('query', { xmlns: ns.mam, queryid }, form, xml('set', { xmlns: ns.rsm }, range))
      const fin = (await session.ask(xml('iq', { type: 'set', to: room }, query))).getChild('fin', ns.mam)
      const first = fin?.getChild('set', ns.rsm)?.getChildText('first') ?? undefined
      return { page, first: fin?.attrs['complete'] === 'true' ? undefined : first }
    } finally {
      asked.delete(queryid)
    }
  }

  function readPage(session: Session, { room, with: person, since }: Query, before: string): Promise<Page> {
    const fields = [
      person === undefined ? undefined : field('with', person),
      since === undefined ? undefined : field('start', new Date(since - ahead()).toISOString()),
    ]
    return ask(session, room, fields, [xml('max', {}, String(pageSize)), xml('before', {}, before || undefined)])
  }

  return {
    /** Oldest first. Rejects with a ChannelError: a permanent one where there is no archive. */
    async read(session: Session, query: Query): Promise<Archived[]> {
      const all: Archived[] = []
      let before: string | undefined = ''
      // A server makes its pages as small as it likes.
      for (let pages = 0; before !== undefined && all.length < query.most && pages < mostPages; pages += 1) {
        // oxlint-disable-next-line no-await-in-loop -- page by page
        const read: Page = await readPage(session, query, before).catch((error: unknown) => {
          // The message that its page ends before may be purged by now: nothing older is there.
          if (before === '' || !isPermanent(error)) throw error
          return { page: [], first: undefined }
        })
        all.unshift(...read.page)
        before = read.page.length === 0 || read.first === before ? undefined : read.first
      }
      return all.slice(-query.most)
    },
    /** A room's message by its id; undefined: it is not there. Rejects with a ChannelError, where the id is unknown, too. */
    async find(session: Session, { room, id, hasIds }: Wanted): Promise<Archived | undefined> {
      const one = xml('max', {}, '1')
      const isIt = (each: Archived) => each.id === id
      if (hasIds) return (await ask(session, room, [field('ids', id)], [one])).page.find(isIt)
      // The page that ends before the message behind it ends with it.
      const { page: behind } = await ask(session, room, [], [one, xml('after', {}, id)])
      return (await ask(session, room, [], [one, xml('before', {}, behind[0]?.id)])).page.find(isIt)
    },
    /** True when the message is an answer of an archive. */
    answered(message: Element): boolean {
      const result = message.getChild('result', ns.mam)
      if (!result) return false
      const from = message.attrs['from']
      const query = asked.get(result.attrs['queryid'] ?? '')
      // The own archive answers with no address, or with the bot's; a room never with that of somebody in it.
      const isOf = query && (from === undefined ? query.at === own : bareOf(from) === query.at && !from.includes('/'))
      const found = isOf ? archived(result) : undefined
      if (found && query && query.page.length < pageSize) query.page.push(found)
      return true
    },
  }
}

const pageSize = 100
const mostPages = 20

const field = (name: string, value: string) => xml('field', { var: name }, xml('value', {}, value))

function archived(result: Element): Archived | undefined {
  const forwarded = result.getChild('forwarded', ns.forward)
  const message = forwarded?.getChild('message')
  const ts = Date.parse(forwarded?.getChild('delay', ns.delay)?.attrs['stamp'] ?? '')
  const { id } = result.attrs
  return message && id && Number.isFinite(ts) ? { id, ts, message } : undefined
}
