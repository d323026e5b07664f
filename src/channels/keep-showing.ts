// Shows that a bot writes, where a chat shows it for some seconds at a time: again and again, until that ends.
import type { Timers } from './timers.ts'

interface Options {
  timers: Timers
  /** ms */
  everyMs: number
  show: (signal: AbortSignal) => Promise<unknown>
}

const callMs = 5_000
/** A turn that never ends shows nothing any more after so long. */
const longestMs = 3 * 60_000

/** Returns how to end it; what goes wrong ends it, too. */
export function keepShowing({ timers, everyMs, show }: Options): () => Promise<void> {
  const since = timers.now()
  let stop = () => {}
  let isOver = false
  let showing: Promise<void> = Promise.resolve()
  const again = (): void => {
    if (isOver) return
    showing = (async () => {
      try {
        await show(AbortSignal.timeout(callMs))
        const next = timers.now() + everyMs
        if (!isOver && next - since < longestMs) stop = timers.at(next, again)
      } catch {
        isOver = true
      }
    })()
  }
  again()
  return () => {
    isOver = true
    stop()
    return showing
  }
}
