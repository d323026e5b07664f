// The tokens of a call in the ledger: held before it is made, booked when it ends (U3).
import type { ReplyType } from './group.settings.ts'
import type { GroupContext } from './group.types.ts'
import { bookCall } from './rules/budget.ts'
import { bookToPersons } from './rules/person-share.ts'
import { type Call, reservation } from './rules/reservation.ts'

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

/** … and booked when it ends; a call that did not say what it cost is charged what was held (U3). */
export function tokensSettled(context: GroupContext, cost: number | undefined, at: number): Change {
  const { ledger, input, turn } = context
  const tokens = cost ?? heldTokens(context)
  const booked = bookCall(ledger, input.settings, at, tokens)
  return { ledger: bookToPersons(booked, turn?.batch ?? [], at, { messages: 0, tokens }, input.settings) }
}

export const heldTokens = ({ ledger }: GroupContext): number => ledger.held?.tokens ?? 0
