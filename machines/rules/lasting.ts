// How slowly a window's messages must be spent so that those left last until it frees.
import type { Limit } from '../group/settings.ts'
import type { Ledger } from '../group/context.ts'
import { countSends } from './budget.ts'

/** Of one window: messages left of `allowed`, when the last one was sent, and the even pause after each, ms. */
export interface Lasting {
  used: number
  left: number
  last: number
  pauseMs: number
}

/** undefined: nothing of it is used, or nothing is left. */
export function lastingIn(ledger: Ledger, limit: Limit, at: number, allowed = limit.maxMessages): Lasting | undefined {
  const used = countSends(ledger, limit, at)
  const [oldest, last] = [ledger.sends.at(-used), ledger.sends.at(-1)]
  const left = allowed - used
  if (used === 0 || oldest === undefined || last === undefined || left <= 0) return undefined
  return { used, left, last, pauseMs: Math.ceil((oldest + limit.durationMs - at) / left) }
}
