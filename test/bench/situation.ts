// The figures of a lively group, as a prompt tells them.
import type { Situation } from '../../machines/group/children.ts'

/** The bot spoke a while ago. */
export const livelySituation: Situation = {
  state: 'ACTIVE',
  messages_in_5m: 12,
  unique_speakers_in_5m: 4,
  last_speak_ago: 185,
  my_messages_in_5m: 1,
  budget_usage_ratio: 0.25,
  mentioned_in_context: false,
  mention_count: 0,
  pending_batches_merged: 1,
}
