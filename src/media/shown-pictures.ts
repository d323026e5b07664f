// Pictures of messages as the page shows them: fetched from their channel, and made anew and small as for a model.
import { bulkhead } from 'cockatiel'
import type { Part } from '../language/parts.ts'
import type { Media } from './media.ts'
import type { ReducedPicture } from './reduce-picture.ts'
import type { Unread } from './unread.ts'

interface Options {
  media: Pick<Media, 'picture'>
  /** Undefined: there is no such message. `refused`: who wrote it is not served. */
  lineOf: (group: string, message: string) => { parts?: readonly Part[]; refused?: true } | undefined
}

interface Wanted {
  group: string
  bot: string
  message: string
  /** Which of its parts. */
  index: number
}

export type ShownPicture = (wanted: Wanted, signal: AbortSignal) => Promise<ReducedPicture | Unread>

/** Of the service's downloads one is left to replies, and no channel that hangs keeps the pictures of another waiting. */
const atOnce = { all: 3, channel: 2 }
const mostWaiting = 40
const longestMs = 20_000

/** Nothing of it rejects. */
export function makeShownPictures({ media, lineOf }: Options): ShownPicture {
  const lane = bulkhead(atOnce.all, mostWaiting)
  const lanes = new Map<string, typeof lane>()

  function laneOf(group: string): typeof lane {
    const channel = group.slice(0, group.indexOf(':'))
    const known = lanes.get(channel) ?? bulkhead(atOnce.channel, mostWaiting)
    lanes.set(channel, known)
    return known
  }

  return async ({ group, bot, message, index }, signal) => {
    const line = lineOf(group, message)
    const part = line?.refused ? undefined : line?.parts?.[index]
    if (part?.kind !== 'image') return { unread: 'gone' }
    const late = AbortSignal.any([signal, AbortSignal.timeout(longestMs)])
    try {
      const read = () => media.picture({ group, bot, message, index, part }, late)
      return await laneOf(group).execute(() => lane.execute(read, late), late)
    } catch {
      return { unread: 'late' }
    }
  }
}
