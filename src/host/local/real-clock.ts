// The machine's clock, made never to fall nor to stand still, with timers longer than setTimeout's limit.
import type { Clock } from '../host.ts'

const longest = 2 ** 31 - 1

/** When the wall clock is set back, time goes on from where it was. */
export function realClock(): Clock {
  let last = Date.now()
  let lastTick = performance.now()
  const now = (): number => {
    const tick = performance.now()
    const passed = Math.floor(tick - lastTick)
    lastTick += passed
    last = Math.max(Date.now(), last + passed)
    return last
  }
  return {
    now,
    at(due, wake) {
      let timer: NodeJS.Timeout
      const arm = (): void => {
        const left = due - now()
        timer = left > longest ? setTimeout(arm, longest) : setTimeout(wake, Math.max(0, left))
      }
      arm()
      return () => clearTimeout(timer)
    },
  }
}
