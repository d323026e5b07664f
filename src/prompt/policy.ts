// How a reply has to look, in the prompt (P4).
import type { ReplyType } from '../../machines/group/settings.ts'

const lengths: Record<ReplyType, { documents: string; compact: string }> = {
  reaction: { documents: 'one emoji', compact: 'one emoji' },
  short: { documents: '1-2 sentences', compact: 'one or two sentences' },
  normal: { documents: '3-5 sentences', compact: 'up to five sentences' },
  long: { documents: 'several sentences', compact: 'as many sentences as it needs' },
}

/** A length in words. */
export const lengthOf = (type: ReplyType): string => lengths[type].compact

export function policyBlock(policy: { type: ReplyType; maxChars: number; markdown: boolean }): string {
  const { type, maxChars, markdown } = policy
  return [
    `[Reply Policy] reply_type=${type} (${lengths[type].documents}) avoid_repetition=true no_markdown=${!markdown}`,
    `human_chat_style=true max_chars=${maxChars}`,
  ].join(' ')
}
