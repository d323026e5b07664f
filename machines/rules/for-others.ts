// Which messages are left to somebody else, and how much the others have to do with the bot.
import type { GroupSettings } from '../group/settings.ts'
import type { MessageRef } from '../group/types.ts'
import { isPressing } from './requests.ts'

/** Whether a message is left to somebody else: shown by its text or link, or likely and no matter of the bot's. */
export function isForOthers(
  ref: MessageRef,
  { skipElsewhere, strongRelevance }: Pick<GroupSettings['decision'], 'skipElsewhere' | 'strongRelevance'>,
): boolean {
  if (!skipElsewhere || isPressing(ref)) return false
  return (
    ref.addressedToOther === true || (ref.continuesOtherExchange === true && (ref.relevance ?? 1) < strongRelevance)
  )
}

/** 0–1: the most relevant message that is not left to somebody else; what was never measured counts as relevant. */
export function batchRelevance(batch: readonly MessageRef[], decision: GroupSettings['decision']): number {
  const relevances = batch.filter((ref) => !isForOthers(ref, decision)).map(({ relevance }) => relevance ?? 1)
  return Math.max(0, ...relevances)
}

/** A message's relevance with one word of the bot's field in common. */
export const ofField = 0.48
