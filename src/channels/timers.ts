// The clock that a channel waits by.
import type { WallClock } from '../host/host.ts'

/** Without `ahead` it agrees with the wall clock, by which servers stamp. */
export type Timers = Pick<WallClock, 'now' | 'at'> & Partial<Pick<WallClock, 'ahead'>>

/** As a chart waits by it. */
export const actorClock = ({ now, at }: Timers) => ({
  setTimeout: (wake: () => void, ms: number): (() => void) => at(now() + ms, wake),
  clearTimeout: (stop: unknown): void => (stop as (() => void) | undefined)?.(),
})

/** Resolves after so many ms, and at once when the signal aborts. */
export function paused({ now, at }: Timers, ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const over = () => resolve()
  const stop = at(now() + ms, over)
  signal?.addEventListener('abort', over, { once: true })
  if (signal?.aborted) over()
  return promise.finally(() => {
    stop()
    signal?.removeEventListener('abort', over)
  })
}
