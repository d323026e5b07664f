// Which messages of a batch concern the bot without naming it.
import type { GroupSettings } from '../group.settings.ts'
import type { GroupContext, MessageRef } from '../group.types.ts'

/** When the bot spoke last, and whom it answered. */
export type Spoken = Pick<GroupContext, 'answered' | 'lastSpokeAt'>

const followUpRelevance = 0.6

/**
 * A person goes on with the bot: whom it answered last within `followUpMs`, anybody within half of that after it spoke.
 * What is aimed at somebody else is none.
 */
export function isFollowUp(
  { kind, sender, elsewhere, ts }: MessageRef,
  { answered, lastSpokeAt }: Spoken,
  followUpMs: number,
): boolean {
  if (kind !== 'person' || elsewhere) return false
  const isSince = (at: number | undefined, ms: number): boolean => at !== undefined && ts >= at && ts <= at + ms
  return isSince(lastSpokeAt, followUpMs / 2) || (sender === answered?.sender && isSince(answered.at, followUpMs))
}

/** 0–1: the most relevant message that is not aimed at somebody else; what was never measured counts as relevant. */
export function batchRelevance(
  batch: readonly MessageRef[],
  spoken: Spoken,
  { followUpMs, skipElsewhere }: GroupSettings['decision'],
): number {
  const relevances = batch
    .filter(({ elsewhere }) => !(elsewhere && skipElsewhere))
    .map((ref) => Math.max(ref.relevance ?? 1, isFollowUp(ref, spoken, followUpMs) ? followUpRelevance : 0))
  return Math.max(0, ...relevances)
}
