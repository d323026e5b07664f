// The wait that grows with judgements for nothing in a row, for talk that nobody addressed to the bot.
import type { GroupSettings } from '../group/settings.ts'
import type { OwnState } from '../group/context.ts'

import { exponentialBackOff } from './exponential.ts'

type SkipBackoff = OwnState['skipBackoff']

export const freshSkipBackoff: SkipBackoff = { skips: 0, since: 0 }

/** Judgements for nothing that cost no wait yet. */
const forgiven = 1

/** Time from which a further judgement may be made, ms: the wait doubles with every judgement for nothing. */
export function skipBackoffEnd(
  { skips, since }: SkipBackoff,
  { backoffMs, maxWaitMs }: GroupSettings['dispatch'],
): number {
  const doubling = { firstMs: backoffMs, longestMs: maxWaitMs }
  return skips > forgiven ? since + exponentialBackOff(doubling, skips - forgiven) : since
}
