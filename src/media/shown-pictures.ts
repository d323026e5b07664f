// Pictures of messages as the page shows them: fetched from their channel, and made anew and small as for a model.
import { bulkhead } from 'cockatiel'
import type { WhyUnread } from '../language/attachments.ts'
import type { MediaPart, Part } from '../language/parts.ts'
import { longest } from './limits.ts'
import type { Media } from './media.ts'
import { type ReducedPicture, thumbnailOf } from './reduce-picture.ts'
import type { Unread } from './unread.ts'

interface Options {
  media: Pick<Media, 'picture'>
  /** Undefined: there is no such message. `refused`: who wrote it is not served. */
  lineOf: (group: string, message: string) => { parts?: readonly Part[]; refused?: true } | undefined
  /** ms; a request that waits keeps a connection of its browser. */
  longestMs?: number
}

interface Wanted {
  group: string
  bot: string
  message: string
  /** Which of its parts. */
  index: number
  /** As it stands in the talk, not as it is looked at. */
  isSmall: boolean
}

/** `coming`: it is fetched, or waits for its turn, and may be there when it is asked for again. */
export type WhyNotShown = WhyUnread | 'coming'
export type ShownPicture = (wanted: Wanted, signal: AbortSignal) => Promise<ReducedPicture | { unread: WhyNotShown }>

interface Reading {
  /** How many wait for it now. */
  waiting: number
  read?: Promise<ReducedPicture | Unread>
}

/** Of the service's downloads one is left to replies, and no channel that hangs keeps the pictures of another waiting. */
const atOnce = { all: 3, channel: 2 }
const mostWaiting = 40

/** Nothing of it rejects. */
export function makeShownPictures({ media, lineOf, longestMs = longest.shown }: Options): ShownPicture {
  const lane = bulkhead(atOnce.all, mostWaiting)
  const lanes = new Map<string, typeof lane>()
  const underWay = new Map<string, Reading>()

  function laneOf(group: string): typeof lane {
    const channel = group.slice(0, Math.max(0, group.indexOf(':')))
    const known = lanes.get(channel) ?? bulkhead(atOnce.channel, mostWaiting)
    lanes.set(channel, known)
    return known
  }

  /** A channel that was asked goes on when nobody waits any more: it keeps its place until it has ended. */
  async function readIn(reading: Reading, what: Omit<Wanted, 'isSmall'>, part: MediaPart) {
    const work = async () => {
      if (reading.waiting === 0) throw new Error('nobody waits for it any more')
      return media.picture({ ...what, part }, new AbortController().signal)
    }
    return laneOf(what.group).execute(() => lane.execute(work))
  }

  return async ({ isSmall, ...what }, signal) => {
    const { group, message, index } = what
    const line = lineOf(group, message)
    const part = line?.refused ? undefined : line?.parts?.[index]
    if (part?.kind !== 'image') return { unread: 'gone' }
    const key = JSON.stringify([group, message, index])
    const reading = underWay.get(key) ?? { waiting: 0 }
    underWay.set(key, reading)
    reading.waiting += 1
    reading.read ??= readIn(reading, what, part).finally(() => underWay.delete(key))
    const late = AbortSignal.any([signal, AbortSignal.timeout(longestMs)])
    const { promise: end, reject } = Promise.withResolvers<never>()
    late.addEventListener('abort', reject, { once: true })
    try {
      const read = await Promise.race([reading.read, end])
      return 'unread' in read || !isSmall ? read : await thumbnailOf(read)
    } catch {
      return { unread: 'coming' }
    } finally {
      reading.waiting -= 1
    }
  }
}
