// What needs a line that another worker has is asked of that worker: over HTTP, at the address that it has put down.
import { z } from 'zod'
import { ChannelError, TooLargeError } from '../channel.ts'
import type { HeldLines } from './held-lines.ts'
import type { Place } from './shared.ts'

/** What is asked: a method of the channel with what it is given, as JSON. */
export interface Asked {
  channel: string
  /** The line that is needed. */
  line: string
  method: 'identify' | 'send' | 'react' | 'unreact' | 'edit' | 'download' | 'typing' | 'titleOf' | 'people'
  given: unknown
}

export const passedPath = '/lines'
/** Beside bytes: their type. */
export const mimeHeader = 'x-chime-mime'

/** Whoever asks looks so often whether the line has moved meanwhile, ms. */
const lookEveryMs = 1_000

const failure = z.object({
  kind: z.enum(['unavailable', 'rateLimited', 'permanent']),
  message: z.string(),
  retryAfterMs: z.number().optional(),
  why: z.string().optional(),
  tooLarge: z.number().optional(),
})
export type Failure = z.infer<typeof failure>

export type Ask = (asked: Asked, signal?: AbortSignal) => Promise<Response>

/** Rejects with the ChannelError of the other worker; `unavailable` where there is none, or it is gone in the middle of it. */
export function makeAsk({ holder }: Pick<HeldLines, 'holder'>): Ask {
  async function placeOf(line: string): Promise<Place> {
    const place = await holder(line).catch((cause: unknown) => {
      throw new ChannelError('unavailable', 'Postgres cannot tell which worker has the line', { cause })
    })
    if (place) return place
    throw new ChannelError('unavailable', `no worker has the line ${line} now`)
  }

  return async (asked, signal) => {
    const place = await placeOf(asked.line)
    const moved = new AbortController()
    // A worker that was halted answers nothing, and its connection stands.
    const looking = setInterval(() => {
      holder(asked.line).then(
        (now) => now?.secret !== place.secret && moved.abort(new Error('the line has moved')),
        () => {},
      )
    }, lookEveryMs)
    try {
      const response = await fetch(new URL(passedPath, place.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${place.secret}` },
        body: JSON.stringify(asked),
        signal: AbortSignal.any([moved.signal, ...(signal ? [signal] : [])]),
      })
      if (response.ok) return response
      throw errorOf(response.status, await response.json().catch(() => undefined))
    } catch (cause) {
      if (cause instanceof ChannelError) throw cause
      const why = moved.signal.aborted ? 'has lost it' : 'cannot be reached'
      throw new ChannelError('unavailable', `the worker with the line ${asked.line} ${why}`, { cause })
    } finally {
      clearInterval(looking)
    }
  }
}

function errorOf(status: number, body: unknown): ChannelError {
  const { success, data } = failure.safeParse(body)
  if (!success) return new ChannelError('unavailable', `the worker with the line answered ${status}`)
  const { kind, message, retryAfterMs, why, tooLarge } = data
  if (tooLarge !== undefined) return new TooLargeError(tooLarge)
  return new ChannelError(kind, message, {
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(why !== undefined && { why: why as NonNullable<ChannelError['why']> }),
  })
}
