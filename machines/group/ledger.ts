// The tokens of a call in the ledger: held before it is made, booked when it ends (U3).
import type { ReplyType } from './settings.ts'
import type { GroupContext } from './types.ts'
import { bookCall } from '../rules/budget.ts'
import { bookToPersons } from '../rules/person-share.ts'
import { type Call, reservation } from '../rules/reservation.ts'

type Change = Partial<GroupContext>

/** Tokens are held before a call is made … */
export const tokensHeld = (
  { input, ledger, turn }: GroupContext,
  at: number,
  want: { call: Call; type: ReplyType; asked: boolean },
): Change => ({
  ledger: { ...ledger, held: { at, tokens: reservation(input, ledger, at, want) } },
  ...(turn && { turn: { ...turn, called: true } }),
})

/** … and booked when it ends. */
export function tokensSettled({ ledger, input, turn }: GroupContext, tokens: number, at: number): Change {
  const booked = bookCall(ledger, input.settings, at, tokens)
  return { ledger: bookToPersons(booked, turn?.batch ?? [], at, { messages: 0, tokens }, input.settings) }
}

export const heldTokens = ({ ledger }: GroupContext): number => ledger.held?.tokens ?? 0

/**
 * What a turn's call cost that did not say so itself: what it may have cost by the time of the event that ends it, where
 * the host tells, else all that was held for it (U3). 0: no call is under way.
 */
export function costAt(context: GroupContext, event: { type: string }): number {
  const held = heldTokens(context)
  if (held === 0) return 0
  const { decide, compose, rejudge } = begunAt(event)
  return decide ?? compose ?? rejudge ?? held
}

/** The same for a renewal of the note. */
export const noteCostAt = ({ ledger }: GroupContext, event: { type: string }): number =>
  begunAt(event).renewNote ?? ledger.heldForNote?.tokens ?? 0

/** What calls under way may have cost by the time of an event, by their ids: the host may tell. */
const begunAt = (event: { type: string; begun?: Partial<Record<CallId, number>> }) => event.begun ?? {}
type CallId = 'decide' | 'compose' | 'rejudge' | 'renewNote'
