// What the bot itself has posted: known by the echo, by the history and by the archive, so that nothing is said twice.
import { randomUUID } from 'node:crypto'
import { type Element, xml } from '@xmpp/client'
import { LRUCache } from 'lru-cache'
import { ChannelError } from '../channel.ts'
import { bareOf, ns, resourceOf } from './names.ts'
import type { Session } from './session.ts'

interface Archive {
  /** The room, or the bot's own address. */
  at: string
  /** Of the bot's own archive: its talk with this person. */
  with?: string
  own: string
  /** The bot's nick in the room. */
  nick?: string
}

export type Posting = ReturnType<typeof makePosting>

export function makePosting() {
  const posted = new LRUCache<string, string>({ max: maxPosted })
  const waiting = new Map<string, { resolve: (id: string) => void; reject: (error: Error) => void }>()
  const asked = new Map<string, { at: string; found: (result: Element) => void }>()

  function seen(origin: string, id: string): void {
    posted.set(origin, id)
    waiting.get(origin)?.resolve(id)
  }

  return {
    /** The channel's id of what was posted under an origin id. */
    idOf: (origin: string): string | undefined => posted.get(origin),
    seen,
    failed: (origin: string, error: ChannelError): void => waiting.get(origin)?.reject(error),
    /** The stream is gone: what became of the posts is looked up at the next try. */
    broke(): void {
      for (const { reject } of waiting.values()) reject(new ChannelError('unavailable', 'the connection broke'))
    },
    /** Resolves with the channel's id when the echo comes. */
    async post(origin: string, send: () => Promise<void>, signal: AbortSignal): Promise<string> {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const giveUp = (why: string) => () => reject(new ChannelError('unavailable', why))
      const late = setTimeout(giveUp('the server did not confirm the message in time'), echoTimeoutMs)
      const aborted = giveUp('the post was given up')
      signal.addEventListener('abort', aborted, { once: true })
      waiting.set(origin, { resolve, reject })
      try {
        const [id] = await Promise.all([promise, send()])
        return id
      } finally {
        clearTimeout(late)
        signal.removeEventListener('abort', aborted)
        waiting.delete(origin)
      }
    },
    /** XEP-0313: notes the bot's own newest posts of an archive. A place without one tells nothing. */
    async lookUp(session: Session, { at, with: person, own, nick }: Archive): Promise<void> {
      const queryid = randomUUID()
      asked.set(queryid, {
        at,
        found(result) {
          const message = result.getChild('forwarded', ns.forward)?.getChild('message')
          const origin = message?.getChild('origin-id', ns.stanzaId)?.attrs['id']
          const from = message?.attrs['from'] ?? ''
          const writer = message?.getChildren('x', ns.mucUser).at(-1)?.getChild('item')?.attrs['jid']
          const isOwn =
            nick === undefined ? bareOf(from) === own : writer ? bareOf(writer) === own : resourceOf(from) === nick
          const id = nick === undefined ? origin : result.attrs['id']
          if (origin && id && isOwn) seen(origin, id)
        },
      })
      const field = (name: string, value: string) => xml('field', { var: name }, xml('value', {}, value))
      const form = xml(
        'x',
        { xmlns: ns.form, type: 'submit' },
        field('FORM_TYPE', ns.mam),
        person && field('with', person),
      )
      const newest = xml('set', { xmlns: ns.rsm }, xml('max', {}, '100'), xml('before'))
      try {
        const to = nick === undefined ? undefined : at
        await session.ask(xml('iq', { type: 'set', to }, xml('query', { xmlns: ns.mam, queryid }, form, newest)))
      } catch (error) {
        if (!(error instanceof ChannelError) || error.kind !== 'permanent') throw error
      } finally {
        asked.delete(queryid)
      }
    },
    /** True when the message is an answer of an archive that was asked. */
    answered(message: Element): boolean {
      const result = message.getChild('result', ns.mam)
      if (!result) return false
      const query = asked.get(result.attrs['queryid'] ?? '')
      // The bot's own archive answers with no address, or with the bot's.
      if (query && bareOf(message.attrs['from'] ?? query.at) === query.at) query.found(result)
      return true
    },
  }
}

const maxPosted = 5_000
const echoTimeoutMs = 10_000
