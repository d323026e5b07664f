// Where a bot ran out of budget: once, after the message that met the spent window, until that frees.
import type { Verdict } from '../../machines/group/types.ts'
import { isOutOfBudget, isTurnStart } from '../../machines/group/verdicts/kinds.ts'

export interface SpentBudget {
  /** The newest message of the batch that met it. */
  message: string
  /** When it frees, ms; undefined: the answer is too large for any window. */
  until: number | undefined
  /** Only what one person may use of it is spent. */
  ofOnePerson: boolean
}

/** Of one bot, oldest first. Another batch that meets the same spent window moves no more than its end. */
export function spentBudgets(verdicts: readonly Verdict[]): SpentBudget[] {
  const notices: SpentBudget[] = []
  const batches = new Map<number, readonly string[]>()
  for (const verdict of verdicts) {
    const { turn, at, messages, numbers = {} } = verdict
    if (turn !== null && isTurnStart(verdict)) batches.set(turn, messages)
    // Answers that are spread over a window find it unspent.
    if (!isOutOfBudget(verdict) || 'pauseMs' in numbers) continue
    const message = messages.at(-1) ?? batches.get(turn ?? -1)?.at(-1)
    const freesInMs = numbers['waitMs'] ?? numbers['freesInMs']
    const until = freesInMs === undefined ? undefined : at + Number(freesInMs)
    const open = notices.at(-1)
    if (open && open.until !== undefined && until !== undefined && at < open.until)
      open.until = Math.max(open.until, until)
    else if (message !== undefined)
      notices.push({ message, until, ofOnePerson: 'share' in numbers || 'person' in numbers })
  }
  return notices
}
