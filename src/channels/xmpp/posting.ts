// What the bot itself has posted: known by the echo, by the history and by the archive, so that nothing is said twice.
import type { Element } from '@xmpp/client'
import { LRUCache } from 'lru-cache'
import { ChannelError, isPermanent } from '../channel.ts'
import type { Archive } from './archive.ts'
import { bareOf, ns, resourceOf } from './names.ts'
import type { Session } from './session.ts'

export interface Place {
  /** The room, or the person. */
  at: string
  /** The bot's nick, when it is a room. */
  nick?: string
}

export type Posting = ReturnType<typeof makePosting>

export function makePosting(own: string, archive: Archive) {
  const posted = new LRUCache<string, string>({ max: maxPosted })
  const origins = new LRUCache<string, string>({ max: maxPosted })
  const waiting = new Map<string, { at: string; resolve: (id: string) => void; reject: (error: Error) => void }>()

  function seen(origin: string, id: string): void {
    posted.set(origin, id)
    origins.set(id, origin)
    waiting.get(origin)?.resolve(id)
  }

  return {
    /** The channel's id of what was posted under an origin id. */
    idOf: (origin: string): string | undefined => posted.get(origin),
    /** The other way round. */
    originOf: (id: string): string | undefined => origins.get(id),
    seen,
    /** `from`: an error of somebody else is no answer. */
    failed(origin: string, from: string, error: ChannelError): void {
      const post = waiting.get(origin)
      if (post?.at === from) post.reject(error)
    },
    /** The stream is gone: what became of the posts is looked up at the next try. */
    broke(): void {
      for (const { reject } of waiting.values()) reject(new ChannelError('unavailable', 'the connection broke'))
    },
    /** Resolves with the channel's id when the echo comes. */
    async post(origin: string, at: string, send: () => Promise<void>, signal: AbortSignal): Promise<string> {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const giveUp = (why: string) => () => reject(new ChannelError('unavailable', why))
      const late = setTimeout(giveUp('the server did not confirm the message in time'), echoTimeoutMs)
      const aborted = giveUp('the post was given up')
      signal.addEventListener('abort', aborted, { once: true })
      waiting.set(origin, { at, resolve, reject })
      try {
        const [id] = await Promise.all([promise, send()])
        return id
      } finally {
        clearTimeout(late)
        signal.removeEventListener('abort', aborted)
        waiting.delete(origin)
      }
    },
    /** Notes the bot's own newest posts of an archive. A place without one tells nothing. */
    async lookUp(session: Session, { at, nick }: Place): Promise<void> {
      const query = nick === undefined ? { with: at, most: mostLookedUp } : { room: at, most: mostLookedUp }
      try {
        for (const { id, message } of await archive.read(session, query)) {
          const origin = message.getChild('origin-id', ns.stanzaId)?.attrs['id']
          if (origin && isOwn(message, nick)) seen(origin, nick === undefined ? origin : id)
        }
      } catch (error) {
        if (!isPermanent(error)) throw error
      }
    },
  }

  function isOwn(message: Element, nick: string | undefined): boolean {
    const from = message.attrs['from'] ?? ''
    if (nick === undefined) return bareOf(from) === own
    const writer = message.getChildren('x', ns.mucUser).at(-1)?.getChild('item')?.attrs['jid']
    return writer ? bareOf(writer) === own : resourceOf(from) === nick
  }
}

const maxPosted = 5_000
const mostLookedUp = 300
const echoTimeoutMs = 10_000
