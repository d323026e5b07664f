// What the bots posted, where all workers of a cluster have it: a line moves to another one in the middle of a post.
import { z } from 'zod'
import { ChannelError } from '../channel.ts'
import type { Shared } from '../lines/shared.ts'
import type { Part, Posts } from './posts.ts'

const kind = 'telegram_post'
const dayMs = 24 * 60 * 60_000
const forgetEveryMs = 60 * 60_000

const kept = z.object({
  id: z.string().optional(),
  text: z.string(),
  mentions: z.array(z.object({ id: z.string(), name: z.string() })),
})

const nameOf = ({ group, bot, key, part }: Part): string => JSON.stringify([group, bot, key, part])

/** Rejects with `unavailable` while Postgres is away: what is not known is not posted. */
export function sharedPosts(shared: () => Pick<Shared, 'sharedRows'>, now: () => number): Posts {
  let forgotten = 0

  async function asked<T>(ask: (rows: Shared['sharedRows']) => Promise<T>): Promise<T> {
    try {
      return await ask(shared().sharedRows)
    } catch (cause) {
      throw new ChannelError('unavailable', 'Postgres cannot tell what was posted already', { cause })
    }
  }

  /** Those of days ago: nobody tries them again. */
  function forget(): void {
    if (now() - forgotten < forgetEveryMs) return
    forgotten = now()
    asked((rows) => rows.forget(kind, now() - dayMs)).catch(() => {})
  }

  async function find(part: Part) {
    const body = await asked((rows) => rows.get(kind, nameOf(part)))
    if (body === undefined) return undefined
    const { id, ...post } = kept.parse(JSON.parse(body))
    return { ...post, ...(id !== undefined && { id }) }
  }

  return {
    find,
    async begin(part, post) {
      forget()
      if (await asked((rows) => rows.add(kind, nameOf(part), JSON.stringify(post)))) return
      throw new ChannelError('unavailable', 'another worker has begun to post it')
    },
    async end(part, id) {
      const post = await find(part)
      if (post) await asked((rows) => rows.put(kind, nameOf(part), JSON.stringify({ ...post, id })))
    },
    drop: (part) => asked((rows) => rows.remove(kind, nameOf(part))),
  }
}
