// The machine's clock, made never to fall, with timers longer than setTimeout's limit.
import type { Clock } from '../host.ts'

const longest = 2 ** 31 - 1

export function realClock(): Clock {
  let last = 0
  const now = (): number => (last = Math.max(last, Date.now()))
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
