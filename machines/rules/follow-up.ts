// Which messages of a batch concern the bot without naming it.
import type { GroupSettings } from '../group.settings.ts'
import type { GroupContext, MessageRef } from '../group.types.ts'

type Answered = GroupContext['answered']

const followUpRelevance = 0.6

/** Said by the person whom the bot answered last, soon after, and not aimed at somebody else. */
export function isFollowUp(
  { kind, sender, elsewhere, ts }: MessageRef,
  answered: Answered,
  followUpMs: number,
): boolean {
  if (!answered || kind !== 'person' || elsewhere) return false
  return sender === answered.sender && ts >= answered.at && ts <= answered.at + followUpMs
}

/** 0–1: the most relevant message that is not aimed at somebody else; what was never measured counts as relevant. */
export function batchRelevance(
  batch: readonly MessageRef[],
  answered: Answered,
  { followUpMs }: GroupSettings['decision'],
): number {
  const relevances = batch
    .filter(({ elsewhere }) => !elsewhere)
    .map((ref) => Math.max(ref.relevance ?? 1, isFollowUp(ref, answered, followUpMs) ? followUpRelevance : 0))
  return Math.max(0, ...relevances)
}
