// A model's claim about whom a batch is aimed at, checked against what the text shows.
import type { Decision } from '../group.children.ts'
import type { MessageRef } from '../group.types.ts'

/**
 * unfounded: it says the bot was meant, but nobody named, answered or was just answered by it.
 * refuted: it says somebody else was meant, but the bot was mentioned, answered or called.
 */
export function claimOf(
  to: Decision['to'],
  batch: readonly MessageRef[],
  isFollowUp: (ref: MessageRef) => boolean,
): 'unfounded' | 'refuted' | undefined {
  if (to === 'me') return batch.some((ref) => ref.mentioned || isFollowUp(ref)) ? undefined : 'unfounded'
  if (to === 'other') return batch.some(isSureAddress) ? 'refuted' : undefined
  return undefined
}

// A name in passing may well be about the bot rather than to it.
const isSureAddress = ({ mentioned, how }: MessageRef): boolean => mentioned && how !== undefined && how !== 'named'
