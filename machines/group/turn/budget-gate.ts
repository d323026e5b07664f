// The budget before each call and each send: hold the turn, decline it with a sign, or skip it (U2, L6).
import type { Gate } from '../settings.ts'
import { budgetHold, budgetSkip } from '../verdicts/budget.ts'
import type { Call } from '../../rules/reservation.ts'

/** What becomes of a turn that the budget cannot pay for: it is held, declined with a sign, or skipped. */
export const unlessPaid = (path: Gate, calls: 'ahead' | readonly Call[]) =>
  [
    {
      guard: { type: 'canBeHeld', params: { calls } },
      target: '#group.turn.awaitingBudget',
      actions: [{ type: 'recordVerdict', params: budgetHold(path, calls) }, 'holdTurn'],
      meta: { gate: 'budget' },
    },
    {
      guard: { type: 'isDeclinedWithSign', params: { calls } },
      target: '#group.turn.declining',
      actions: { type: 'recordVerdict', params: budgetSkip(path, calls) },
      meta: { gate: 'budget' },
    },
    {
      guard: { type: 'isBudgetSpent', params: { calls } },
      target: '#group.turn.cooling',
      actions: { type: 'recordVerdict', params: budgetSkip(path, calls) },
      meta: { gate: 'budget' },
    },
  ] as const
