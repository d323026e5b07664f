// What two settings are compared by: figures of one life that its summary does not have.
import type { WindowName } from '../../../machines/group/settings.ts'
import { isBudgets } from '../../../machines/group/verdicts/kinds.ts'
import { atShare } from '../counting.ts'
import { type History, isMentioned, type PlayedTurn, waitOf } from './history.ts'

export function measure({ turns, messages }: History) {
  const mentions = [...messages.values()].filter(({ mentioned }) => mentioned)
  const mentionsAnswered = mentions.filter(({ turn }) => turn?.sent).length
  const replied = turns.filter(({ sent }) => sent)
  const budgetRefusals = { short: 0, medium: 0, long: 0 }
  for (const verdict of turns.flatMap(({ verdicts }) => verdicts)) {
    const window = verdict.numbers?.['window']
    if (isBudgets(verdict) && isWindow(window)) budgetRefusals[window] += 1
  }
  return {
    repliesToMentions: replied.filter(isMentioned).length,
    mentionsAnswered,
    mentionsUnanswered: mentions.length - mentionsAnswered,
    budgetRefusals,
    /** ms; null: there was none. */
    waits: { messageToReply: spread(turns.flatMap(replyWait)), batchToTurn: spread(turns.map(waitOf)) },
  }
}

/** From the message that the reply answers. */
const replyWait = ({ sent }: PlayedTurn): number[] => (sent?.replyTo ? [sent.at - sent.replyTo.at] : [])

const spread = (values: readonly number[]) =>
  values.length === 0 ? null : { median: atShare(values, 0.5) ?? 0, p90: atShare(values, 0.9) ?? 0 }

const isWindow = (name: unknown): name is WindowName => name === 'short' || name === 'medium' || name === 'long'
