// The wait that grows with judgements for nothing in a row, for batches that nobody addressed to the bot.
import type { GroupSettings } from '../group.settings.ts'
import type { GroupContext } from '../group.types.ts'

type Patience = GroupContext['patience']

export const freshPatience: Patience = { skips: 0, since: 0 }

/** Judgements for nothing that cost no patience yet. */
const forgiven = 2

/** Time of the next judgement, ms: the cooldown is doubled with every further skip, up to `maxWaitMs`. */
export function nextLookAt({ skips, since }: Patience, { cooldownMs, maxWaitMs }: GroupSettings['dispatch']): number {
  return skips > forgiven ? since + Math.min(maxWaitMs, cooldownMs * 2 ** (skips - forgiven)) : since
}
