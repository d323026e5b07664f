// Answers are spread over what is left of a long window: requests are answered together, and fewer of them are lost.
import type { GroupSettings } from '../group/settings.ts'
import type { Ledger } from '../group/context.ts'
import type { BudgetBlock, MessageRef } from '../group/types.ts'
import { windows } from './budget.ts'
import { lastingIn } from './lasting.ts'
import { longestHoldMs } from './hold-limit.ts'
import { messagesFor } from './person-share.ts'

/**
 * Why a request waits although the windows have room, or undefined. From `limits.spreadFrom` of a window's messages on,
 * the pause after an answer grows from nothing to the one that makes what is left last until the window frees. It is never
 * longer than a request can be held, and this one no longer than until `holdEnd`, ms. A window that frees before
 * a reply would expire is waited out instead.
 */
export function spreadBlock(
  ledger: Ledger,
  settings: GroupSettings,
  at: number,
  { batch, holdEnd }: { batch: readonly MessageRef[]; holdEnd: number },
): BudgetBlock | undefined {
  const longestMs = longestHoldMs(settings, false)
  let block: BudgetBlock | undefined
  for (const [window, key] of windows) {
    const limit = settings.limits[key]
    if (limit.durationMs <= settings.delivery.expiryMs) continue
    const allowed = messagesFor(batch, ledger, settings, at, limit)
    const lasting = lastingIn(ledger, limit, at, allowed)
    const scarce = allowed * (1 - settings.limits.spreadFrom)
    if (!lasting || lasting.left >= scarce) continue
    const { used, left, last } = lasting
    const pauseMs = Math.floor(Math.min(longestMs, lasting.pauseMs * (1 - left / scarce)))
    const freesAt = Math.min(last + pauseMs, holdEnd)
    if (freesAt <= Math.max(at, block?.freesAt ?? 0)) continue
    block = { window, what: 'messages', used, limit: allowed, need: 1, pauseMs, freesAt }
  }
  return block
}
