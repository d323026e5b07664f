// How slowly a window's messages must be spent so that those left last until it frees.
import type { Limit } from '../group.settings.ts'
import type { Ledger } from '../group.types.ts'

/** Of one window: messages left of `allowed`, when the last one was sent, and the even pause after each, ms. */
export interface Lasting {
  used: number
  left: number
  last: number
  pauseMs: number
}

/** undefined: nothing of it is used, or nothing is left. */
export function lastingIn(
  { sends }: Ledger,
  limit: Limit,
  at: number,
  allowed = limit.maxMessages,
): Lasting | undefined {
  const within = sends.filter((ts) => ts > at - limit.durationMs)
  const [oldest, last] = [within[0], within.at(-1)]
  const left = allowed - within.length
  if (oldest === undefined || last === undefined || left <= 0) return undefined
  return { used: within.length, left, last, pauseMs: Math.ceil((oldest + limit.durationMs - at) / left) }
}
