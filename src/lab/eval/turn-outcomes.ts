// What became of every message: the turn that took it, whether the model judged it, and the gate that stopped it.
import type { Verdict } from '../../../machines/group/types.ts'
import {
  isBudgets,
  isComposition,
  isDecision,
  isFailure,
  isRefusal,
  isTurnOpening,
  isTurnStart,
} from '../../../machines/group/verdicts/kinds.ts'
import { makeTurns, type Turns, type FollowedTurn } from '../../outcomes/turns.ts'
import { messageKey, type TraceLine } from '../virtual/trace.ts'
import { count } from '../counting.ts'

export type TurnOutcomes = Omit<ReturnType<typeof makeTurnOutcomes>, 'see'>
export type TurnOutcome = ReturnType<TurnOutcomes['of']>

interface Taken {
  group: string
  told: FollowedTurn
}

export function makeTurnOutcomes() {
  const groups = new Map<string, Turns>()
  const turns: Taken[] = []
  const taken = new Map<string, Taken>()
  const stops = new Map<string, ReturnType<typeof stopOf>>()
  const errors: Record<string, number> = {}

  return {
    see(line: TraceLine): void {
      if (line.kind !== 'verdict') return
      const { group, messages } = line
      const follow = groups.get(group) ?? makeTurns()
      groups.set(group, follow)
      const told = follow.see(line)
      if (told && isTurnOpening(line)) turns.push({ group, told })
      if (told && isTurnStart(line)) for (const id of messages) taken.set(messageKey({ group, id }), { group, told })
      if (isFailure(line) && line.tokens !== undefined) count(errors, line.why)
      if (isRefusal(line)) for (const id of messages) stops.set(messageKey({ group, id }), stopOf(line))
    },
    turns: () => turns.map(turnOutcome),
    /** Failed calls by their cause. */
    errors,
    /** Nothing while it waits, as at the end of a play that was cut off. */
    of(key: string) {
      const one = taken.get(key)
      const turn = one && turnOutcome(one)
      return { turn, stop: stops.get(key) ?? turn?.stop }
    },
  }
}

const turnOutcome = ({ group, told: { messages, verdicts, sentAt, endedAt, stop } }: Taken) => ({
  /** Keys of the messages. */
  messages: messages.map((id) => messageKey({ group, id })),
  /** When the model's first answer came, ms: a decision, or the reply itself where none is asked for. */
  judgedAt: verdicts.find((each) => isDecision(each) || isComposition(each))?.at,
  replied: sentAt !== undefined,
  ended: endedAt !== undefined,
  stop: stop && stopOf(stop),
})

const stopOf = (verdict: Verdict) => ({ gate: verdict.gate, reason: reasonOf(verdict) })

/** The same for the same cause: its key, without the figures, and for a spent budget which one. */
function reasonOf(verdict: Verdict): string {
  const { why, numbers } = verdict
  if (!isBudgets(verdict) || numbers?.['window'] === undefined) return why
  return `${why}: ${numbers['window']} window, ${numbers['what']}, before ${numbers['path']}`
}
