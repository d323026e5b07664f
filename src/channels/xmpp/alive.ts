// Notices that the other end of a stream is gone without a word: asks when it is silent, and gives up when that stays so.
import type { Timers } from '../timers.ts'

interface Options {
  timers: Timers
  /** Silence before a question is asked, and before it counts as unanswered, ms. */
  silenceMs: number
  ask: () => void
  dead: () => void
}

export function makeAlive({ timers, silenceMs, ask, dead }: Options) {
  let heardAt = 0
  let hasAnswered = false
  let stopTimer = () => {}

  const later = (wake: () => void, at: number) => {
    stopTimer()
    stopTimer = timers.at(at, wake)
  }

  function look(): void {
    const now = timers.now()
    if (heardAt + silenceMs > now) return later(look, heardAt + silenceMs)
    hasAnswered = false
    ask()
    later(() => (hasAnswered ? look() : dead()), now + silenceMs)
  }

  return {
    heard(): void {
      heardAt = timers.now()
      hasAnswered = true
    },
    start(): void {
      heardAt = timers.now()
      later(look, heardAt + silenceMs)
    },
    stop: (): void => stopTimer(),
  }
}
