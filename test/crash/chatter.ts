// People who post through the room API, and post again with the same id until the service has acknowledged it.
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from './seeded.ts'
import { sayIn } from '../world/posting.ts'

export interface Posted {
  id: string
  room: string
}

export interface Chatter {
  /** Acknowledged with 2xx. */
  acknowledged: Posted[]
  /** Posts go to this address from now on; undefined: they wait. */
  sendTo(url: string | undefined): void
  /** No new posts; resolves when all are acknowledged. */
  finish(): Promise<void>
  /** No more posts at all. */
  abandon(): void
}

interface Options {
  rooms: string[]
  /** Names that a post may call. */
  bots: string[]
  random: Random
}

const people = ['Mia', 'Jon', 'Zoe']
const timeoutMs = 5_000

export function startChatter({ rooms, bots, random }: Options): Chatter {
  const acknowledged: Posted[] = []
  let url: string | undefined
  const closing = new AbortController()
  const leaving = new AbortController()
  let count = 0

  async function person(name: string): Promise<void> {
    while (!closing.signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- a person says one thing after the other
      await wait(random.between(40, 300))
      if (closing.signal.aborted || url === undefined) continue
      count += 1
      const called = random.chance(0.3) ? `${random.one(bots)}, ` : ''
      const post = { id: `p${count}`, name, text: `${called}what about number ${count}?` }
      const room = random.one(rooms)
      // oxlint-disable-next-line no-await-in-loop
      if (await insist(room, post)) acknowledged.push({ id: post.id, room })
    }
  }

  async function insist(room: string, post: { id: string }): Promise<boolean> {
    while (!leaving.signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other is the point
      if (url !== undefined && (await isTaken(url, room, post))) return true
      // oxlint-disable-next-line no-await-in-loop
      await wait(20)
    }
    return false
  }

  const talking = people.map(person)
  // Told by `finish`; until then it must not end the process.
  for (const talk of talking) talk.catch(() => undefined)
  return {
    acknowledged,
    sendTo: (address) => void (url = address),
    async finish() {
      closing.abort()
      await Promise.all(talking)
    },
    abandon() {
      closing.abort()
      leaving.abort()
    },
  }
}

async function isTaken(url: string, room: string, post: object): Promise<boolean> {
  try {
    const response = await sayIn(url, room, post, { signal: AbortSignal.timeout(timeoutMs) })
    await response.body?.cancel()
    if (response.status >= 400 && response.status < 500)
      throw new RangeError(`a post was refused with ${response.status}`)
    return response.ok
  } catch (error) {
    if (error instanceof RangeError) throw error
    return false
  }
}
