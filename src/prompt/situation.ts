// The group as the chart sees it, in the prompt (P2).
import type { Situation } from '../../machines/group/children.ts'
import type { Vitality } from '../../machines/group/settings.ts'

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

/** How a judgement leans with the group (V6); '' where it does not: a talk that begins looks like one that ends. */
export const leaning = ({ state }: Pick<Situation, 'state'>): string => lean[state]

/** The same facts in words (when it last spoke stands in the talk): figures always, what they mean only where it is not asked. */
export function situationWords(situation: Situation, requested: boolean): string {
  const { state, messages_in_5m, unique_speakers_in_5m, my_messages_in_5m, budget_usage_ratio } = situation
  const [messages, speakers, mine] = [messages_in_5m, unique_speakers_in_5m, my_messages_in_5m].map((n) => whole(n, 0))
  // Who is at work is not told how lively the room is.
  const figures = messages === 0 ? '' : `In 5 min: ${messages} messages by ${speakers}, ${mine} yours.`
  const used = Math.round(Number(ratio(budget_usage_ratio)) * 100)
  const tight = used >= tightFrom ? `${used}% of your budget is used.` : ''
  const meaning = [requested ? '' : lean[state], situation.hushed ? heldBack : '']
  return [figures, tight, ...meaning].filter(Boolean).join(' ')
}

const heldBack = 'You were asked to hold back here: speak only to what is put to you.'
/** Per cent from which a budget is worth a word. */
const tightFrom = 60

/** The block where every token counts, in a yes or no (I5) and when a draft is judged again: one line. */
export function situationLine(situation: Situation): string {
  const { state, messages_in_5m: messages, my_messages_in_5m: mine, budget_usage_ratio: usage } = situation
  const figures = `messages_in_5m=${whole(messages, 0)} my_messages_in_5m=${whole(mine, 0)} budget_usage_ratio=${ratio(usage)}`
  return `[Group Vitality] state=${state} ${figures}`
}

const lean: Record<Vitality, string> = {
  DORMANT: 'The room is quiet: speak only if asked or strongly relevant, open no topic.',
  COOLING: '',
  ACTIVE: '',
  HEATED: 'The room is busy: only what counts, in few words.',
}

function whole(value: number, otherwise: number): number {
  return Number.isFinite(value) ? Math.round(value) : otherwise
}

function ratio(value: number): string {
  return (Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0).toFixed(2)
}
