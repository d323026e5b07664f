// The budget before each call and each send: hold the turn, decline it with a sign, or skip it (U2, L6).
import { and } from 'xstate'
import { gated } from '../record.ts'
import type { Gate } from '../settings.ts'
import { budgetHold, budgetSkip } from '../verdicts/budget.ts'
import type { Call } from '../../rules/reservation.ts'

/** What becomes of a turn that the budget cannot pay for: it is held, declined with a sign, or skipped. */
export const unlessPaid = (path: Gate, calls: 'ahead' | readonly Call[]) => {
  const spent = { type: 'isBudgetSpent', params: { calls } } as const
  return [
    {
      guard: and([spent, { type: 'canBeHeld', params: { calls } }]),
      target: '#group.turn.awaitingBudget',
      ...gated('budget', budgetHold(path, calls), 'holdTurn'),
    },
    {
      guard: and([spent, 'isSignOwed']),
      target: '#group.turn.declining',
      ...gated('budget', budgetSkip(path, calls)),
    },
    { guard: spent, target: '#group.turn.cooling', ...gated('budget', budgetSkip(path, calls)) },
  ] as const
}
