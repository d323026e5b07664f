// Asks a platform again that is busy, as after its own start; one that is silent or refuses is not asked twice.
import { ChannelError } from './channel.ts'
import { paused, type Timers } from './timers.ts'

interface Options {
  timers: Timers
  /** From the first try on, ms. */
  longestMs: number
  /** Nobody wants to know any more. */
  isOver?: () => boolean
}

const usualPauseMs = 1_000

/** Rejects with what the last try failed with. */
export async function askedAgain<T>(
  ask: () => Promise<T>,
  { timers, longestMs, isOver = () => false }: Options,
): Promise<T> {
  const latest = timers.now() + longestMs
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      return await ask()
    } catch (error) {
      const isBusy = error instanceof ChannelError && error.kind !== 'permanent'
      const pause = isBusy && !isOver() ? (error.retryAfterMs ?? usualPauseMs) : Infinity
      if (timers.now() + pause > latest) throw error
      // oxlint-disable-next-line no-await-in-loop -- as above
      await paused(timers, pause)
    }
  }
}
