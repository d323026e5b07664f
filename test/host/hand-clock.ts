// A clock that only the test moves.
import type { Clock } from '../../src/host/host.ts'

export interface HandClock extends Clock {
  /** Time passes and everybody who is due is woken, in order. */
  advance(to: number): void
  /** Time passes and nobody is woken: the process slept. */
  jump(to: number): void
}

export function handClock(start = 0): HandClock {
  let now = start
  const wakes = new Set<{ due: number; wake: () => void }>()
  return {
    now: () => now,
    at(due, wake) {
      const entry = { due, wake }
      wakes.add(entry)
      return () => void wakes.delete(entry)
    },
    advance(to) {
      for (;;) {
        const next = [...wakes].filter(({ due }) => due <= to).toSorted((a, b) => a.due - b.due)[0]
        if (!next) break
        wakes.delete(next)
        now = Math.max(now, next.due)
        next.wake()
      }
      now = Math.max(now, to)
    },
    jump(to) {
      now = Math.max(now, to)
    },
  }
}
