// Signs that a bot put on messages which wait for its budget; they are taken off when it has answered.
import type { Verdict } from '../../machines/group/types.ts'
import { isSend, isSign } from '../../machines/group/verdicts/kinds.ts'

export interface Signed {
  message: string
  /** ms */
  at: number
}

/** Those that stand there after these verdicts of one bot, oldest first. */
export function signsOf(verdicts: readonly Verdict[]): Signed[] {
  const signed = new Map<number, Signed[]>()
  for (const verdict of verdicts) {
    const { turn, at, messages } = verdict
    if (turn === null) continue
    if (isSend(verdict)) signed.delete(turn)
    const signs = isSign(verdict) ? messages.map((message) => ({ message, at })) : []
    if (signs.length > 0) signed.set(turn, [...(signed.get(turn) ?? []), ...signs])
  }
  return [...signed.values()].flat()
}
