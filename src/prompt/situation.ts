// The group as the chart sees it, in the prompt (P2).
import type { Situation } from '../../machines/group.children.ts'
import type { Vitality } from '../../machines/group.settings.ts'

/** Three lines; what is not a number falls back to the field's default. */
export function situationBlock(situation: Situation): string {
  const {
    state,
    messages_in_5m: messages,
    unique_speakers_in_5m: speakers,
    last_speak_ago: ago,
    my_messages_in_5m: mine,
    budget_usage_ratio: usage,
    mentioned_in_context: mentioned,
    mention_count: mentions,
    pending_batches_merged: merged,
  } = situation
  return [
    `[Group Vitality] state=${state} messages_in_5m=${whole(messages, 0)} unique_speakers_in_5m=${whole(speakers, 0)}`,
    `[My Status] last_speak_ago=${whole(ago, -1)} my_messages_in_5m=${whole(mine, 0)} budget_usage_ratio=${ratio(usage)}`,
    `[Mentions] mentioned_in_context=${mentioned} mention_count=${whole(mentions, 0)} pending_batches_merged=${whole(merged, 1)}`,
  ].join('\n')
}

/** How a judgement leans with the group (V6); '' where it does not. */
export const leaning = ({ state }: Situation): string => lean[state]

/** The block where every token counts, in a yes or no (I5) and when a draft is judged again: one line. */
export function situationLine(situation: Situation): string {
  const { state, messages_in_5m: messages, my_messages_in_5m: mine, budget_usage_ratio: usage } = situation
  const figures = `messages_in_5m=${whole(messages, 0)} my_messages_in_5m=${whole(mine, 0)} budget_usage_ratio=${ratio(usage)}`
  return `[Group Vitality] state=${state} ${figures}`
}

const lean: Record<Vitality, string> = {
  DORMANT: 'Quiet room: speak only if asked or strongly relevant, open no topic.',
  COOLING: 'The talk is ending: lean to silence, at most a brief closing.',
  ACTIVE: '',
  HEATED: 'Busy room: reaction or short only.',
}

function whole(value: number, otherwise: number): number {
  return Number.isFinite(value) ? Math.round(value) : otherwise
}

function ratio(value: number): string {
  return (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0).toFixed(2)
}
