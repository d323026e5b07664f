// A call of a run as its reply's job would ask it.
import type { ThinkInput } from '../../../machines/agent/children.ts'
import type { ComposeInput, Situation } from '../../../machines/group/children.ts'

/** The prompt of a run begins as that of its reply: the talk as it is now, whoever steers it among those who are answered. */
export function replyInput(input: ThinkInput): ComposeInput {
  const { turn, at, maxTokens, maxOutputTokens, maxTalkTokens, timeoutMs, type, maxChars, markdown } = input
  const asked = [...new Set([...input.targets, ...input.steering])]
  return {
    turn,
    at,
    batch: [...new Set([...input.batch, ...input.steering])],
    mentioned: asked,
    addressed: asked,
    asked,
    targets: asked,
    situation,
    maxTokens,
    maxOutputTokens,
    maxTalkTokens,
    timeoutMs,
    type,
    maxChars,
    markdown,
  }
}

/** How lively the room is tells nothing to who works for somebody. */
const situation: Situation = {
  state: 'COOLING',
  messages_in_5m: 0,
  unique_speakers_in_5m: 0,
  last_speak_ago: -1,
  my_messages_in_5m: 0,
  budget_usage_ratio: 0,
  mentioned_in_context: true,
  mention_count: 1,
  pending_batches_merged: 1,
}
