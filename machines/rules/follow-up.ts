// Which messages of a batch concern the bot without naming it.
import type { GroupSettings } from '../group.settings.ts'
import type { GroupContext, MessageRef } from '../group.types.ts'

/** When the bot spoke last, and whom it answered. */
export type Spoken = Pick<GroupContext, 'answered' | 'lastSpokeAt'>

const followUpRelevance = 0.6

/**
 * A person goes on with the bot: whom it answered last within `followUpMs`, anybody within half of that after it spoke.
 * What is aimed at somebody else is none; what probably goes on with somebody else is one only from whom it answered.
 */
export function isFollowUp(
  { kind, sender, elsewhere, goesOn, ts }: MessageRef,
  { answered, lastSpokeAt }: Spoken,
  followUpMs: number,
): boolean {
  if (kind !== 'person' || elsewhere) return false
  const isSince = (at: number | undefined, ms: number): boolean => at !== undefined && ts >= at && ts <= at + ms
  if (sender === answered?.sender && isSince(answered.at, followUpMs)) return true
  return !goesOn && isSince(lastSpokeAt, followUpMs / 2)
}

/** Whether a message is left to somebody else: shown by its text or link, or likely and no matter of the bot's. */
export function isForOthers(
  ref: MessageRef,
  spoken: Spoken,
  { skipElsewhere, strongRelevance, followUpMs }: GroupSettings['decision'],
): boolean {
  if (!skipElsewhere || ref.mentioned) return false
  if (ref.elsewhere) return true
  const isMatter = (ref.relevance ?? 1) >= strongRelevance || isFollowUp(ref, spoken, followUpMs)
  return ref.goesOn === true && !isMatter
}

/** 0–1: the most relevant message that is not left to somebody else; what was never measured counts as relevant. */
export function batchRelevance(
  batch: readonly MessageRef[],
  spoken: Spoken,
  decision: GroupSettings['decision'],
): number {
  const relevances = batch
    .filter((ref) => !isForOthers(ref, spoken, decision))
    .map((ref) => Math.max(ref.relevance ?? 1, isFollowUp(ref, spoken, decision.followUpMs) ? followUpRelevance : 0))
  return Math.max(0, ...relevances)
}
