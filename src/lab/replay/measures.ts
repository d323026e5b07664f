// What two settings are compared by: figures of one life that its summary does not have.
import type { WindowName } from '../../../machines/group/settings.ts'
import { isBudgets } from '../../../machines/group/verdicts/kinds.ts'
import { type History, isMentioned, type PlayedTurn, waitOf } from './history.ts'

export interface Spread {
  median: number
  p90: number
}

export interface Measures {
  repliesToMentions: number
  mentionsAnswered: number
  mentionsUnanswered: number
  budgetRefusals: Record<WindowName, number>
  /** ms; null: there was none. */
  waits: { messageToReply: Spread | null; batchToTurn: Spread | null }
}

export function measure({ turns, messages }: History): Measures {
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
    waits: { messageToReply: spread(turns.flatMap(replyWait)), batchToTurn: spread(turns.map(waitOf)) },
  }
}

/** From the message that the reply answers. */
const replyWait = ({ sent }: PlayedTurn): number[] => (sent?.replyTo ? [sent.at - sent.replyTo.at] : [])

function spread(values: readonly number[]): Spread | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0
  return { median: at(0.5), p90: at(0.9) }
}

const isWindow = (name: unknown): name is WindowName => name === 'short' || name === 'medium' || name === 'long'
