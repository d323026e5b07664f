// The turns of one bot in one group as they go, read off its verdicts: what each took, what its gates said, how it ended.
import type { Verdict } from '../../machines/group/types.ts'
import { isRefusal, isSend, isTurnEnd, isTurnOpening, isTurnStart } from '../../machines/group/verdicts/kinds.ts'

export interface FollowedTurn {
  turn: number
  startedAt: number
  /** The batch as it was taken last. */
  messages: readonly string[]
  /** What its gates said between its start and its end. */
  verdicts: Verdict[]
  /** The last that said no to all of it. */
  stop?: Verdict
  sentAt?: number
  endedAt?: number
}

export type Turns = ReturnType<typeof makeTurns>

/** One turn is open at a time; what is told of it grows with every verdict. */
export function makeTurns() {
  let open: FollowedTurn | undefined
  return {
    open: (): FollowedTurn | undefined => open,
    /** Returns the turn that the verdict is about; undefined: it is about none, or about one whose start was not seen. */
    see(verdict: Verdict): FollowedTurn | undefined {
      const { turn, at, messages } = verdict
      if (turn === null) return undefined
      if (isTurnOpening(verdict) || (isTurnStart(verdict) && open?.turn !== turn)) {
        open = { turn, startedAt: at, messages, verdicts: [] }
        return open
      }
      const told = open
      if (told?.turn !== turn) return undefined
      if (isTurnStart(verdict)) told.messages = messages
      else if (isTurnEnd(verdict)) {
        told.endedAt = at
        open = undefined
      } else {
        told.verdicts.push(verdict)
        if (isSend(verdict)) told.sentAt = at
        if (isRefusal(verdict)) told.stop = verdict
      }
      return told
    },
  }
}
