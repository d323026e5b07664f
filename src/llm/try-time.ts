// How much of a call's time its first try gets, so that a hang leaves enough for a second one.
import type { ChatRequest } from './model.ts'

type Asked = Pick<ChatRequest, 'format' | 'timeoutMs'>

const shareOfFirst = 0.5
/** A second try with less of the time would only cost tokens. */
const leastShare = 0.25
/** A silence so many times as long as the slowest of the last answers is a hang. */
const slowFactor = 2
/** What is left of the slowest answer with each later one. */
const fading = 0.9

/** What one model takes for its answers; a judgement and a text are known apart. */
export function makeTryTimes() {
  const slowest = new Map<ChatRequest['format'], number>()
  const slow = new Set<ChatRequest['format']>()
  return {
    /** A model that answers late, or may do so, gets all of the time for one try. */
    ofFirst({ format, timeoutMs }: Asked): number {
      const first = Math.ceil(timeoutMs * shareOfFirst)
      return slow.has(format) || (slowest.get(format) ?? 0) * slowFactor > first ? timeoutMs : first
    },
    answered({ format }: Asked, tookMs: number): void {
      slowest.set(format, Math.max(tookMs, (slowest.get(format) ?? 0) * fading))
      slow.delete(format)
    },
    /** Cut at first and late at last: it may be slow, and the next call finds out. What is late even so hangs. */
    timedOut({ format, timeoutMs }: Asked, firstMs: number): void {
      if (firstMs < timeoutMs) slow.add(format)
      else slow.delete(format)
    },
  }
}

export const isWorthATry = (leftMs: number, { timeoutMs }: Asked): boolean => leftMs >= timeoutMs * leastShare
