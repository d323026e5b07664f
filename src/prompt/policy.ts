// How a reply has to look, in the prompt (P4).
import type { ReplyType } from '../../machines/group.settings.ts'

const lengths: Record<ReplyType, string> = {
  reaction: 'one emoji',
  short: '1-2 sentences',
  normal: '3-5 sentences',
  long: 'several sentences',
}

export function policyBlock(policy: { type: ReplyType; maxChars: number; markdown: boolean }): string {
  const { type, maxChars, markdown } = policy
  return [
    `[Reply Policy] reply_type=${type} (${lengths[type]}) avoid_repetition=true no_markdown=${!markdown}`,
    `human_chat_style=true max_chars=${maxChars}`,
  ].join(' ')
}
