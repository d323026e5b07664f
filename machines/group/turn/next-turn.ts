// The next turn begins with what waits (D1, D2).
import { turnStarts } from '../verdicts/gates.ts'

export const openTurn = ['openTurn', { type: 'recordVerdict', params: turnStarts }] as const

export const toNextTurn = { target: '#group.turn.dispatching', actions: openTurn, meta: { gate: 'dispatch' } } as const
