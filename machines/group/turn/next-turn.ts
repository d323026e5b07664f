// The next turn begins with what waits (D1, D2).
import { record } from '../record.ts'
import { turnStarts } from '../verdicts/gates.ts'

export const openTurn = ['openTurn', record(turnStarts)] as const

export const toNextTurn = { target: '#group.turn.dispatching', actions: openTurn, meta: { gate: 'dispatch' } } as const
