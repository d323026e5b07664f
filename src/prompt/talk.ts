// The talk as the model reads it: one line a message, clipped to an allowance, always in time order (P3).
import { chooseLines } from './line-choice.ts'
import { compactTalk } from './talk-compact.ts'
import { documentsTalk } from './talk-documents.ts'
import type { TalkInput, TalkShown } from './talk-parts.ts'

export type { PromptMessage, RecalledLine, Talk, TalkOf } from './talk-parts.ts'

/**
 * Lines to answer first, then the newest of the new, what they reply to and the bot's last words, the newest of the old. What
 * is not to be answered has no label that counts.
 */
export function talkBlock(input: TalkInput): TalkShown {
  const form = input.style === 'compact' ? compactTalk(input) : documentsTalk(input)
  const shown = form.print(chooseLines(input, form))
  for (const [label, { refused }] of shown.lines) if (refused) shown.lines.delete(label)
  return shown
}
