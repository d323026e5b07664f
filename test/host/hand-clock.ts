// A clock that only the test moves.
import type { Clock } from '../../src/host/host.ts'

export interface HandClock extends Clock {
  /** When somebody is due, ms. */
  next(): number | undefined
  /** Time passes and everybody who is due is woken, in order. */
  advance(to: number): void
  /** Time passes and nobody is woken: the process slept. */
  jump(to: number): void
}

/** Wake-ups within one millisecond, each of many timers. */
const mostAtOnce = 200

/** Whom a clock wakes, and when. */
export function wakeList() {
  const wakes = new Set<{ due: number; wake: () => void }>()
  const first = () => [...wakes].toSorted((a, b) => a.due - b.due)[0]
  return {
    next: () => first()?.due,
    at(due: number, wake: () => void) {
      const entry = { due, wake }
      wakes.add(entry)
      return () => void wakes.delete(entry)
    },
    /** Who is due first, by then. */
    take(by: number) {
      const next = first()
      if (!next || next.due > by) return undefined
      wakes.delete(next)
      return next
    },
  }
}

export function handClock(start = 0): HandClock {
  let now = start
  const { next: nextDue, at, take } = wakeList()
  return {
    now: () => now,
    next: nextDue,
    at,
    advance(to) {
      for (let atOnce = 0; ; atOnce += 1) {
        const next = take(to)
        if (!next) break
        if (next.due > now) atOnce = 0
        if (atOnce > mostAtOnce) throw new Error(`a timer starts itself anew at once, at ${now} ms: it would never end`)
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
