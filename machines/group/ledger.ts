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

/** … and booked when it ends; the verdict on the call says what it came to. */
export function tokensSettled({ ledger, input, turn }: GroupContext, tokens: number, at: number): Change {
  const booked = bookCall(ledger, input.settings, at, tokens)
  return {
    ledger: bookToPersons(booked, turn?.batch ?? [], at, { messages: 0, tokens }, input.settings),
    ...(turn && { turn: { ...turn, callCost: tokens } }),
  }
}

export const heldTokens = ({ ledger }: GroupContext): number => ledger.held?.tokens ?? 0

/** What the model call that ends with this event cost, as it says itself, or what it may have cost by now (U3). */
export const costOf = (context: GroupContext, event: CallEnd): number => toldBy(event) ?? costAt(context, event)

/** The same of a renewal of the note. */
export const noteCostOf = ({ ledger }: GroupContext, event: CallEnd): number =>
  toldBy(event) ?? event.begun?.renewNote ?? ledger.heldForNote?.tokens ?? 0

/** Where the host tells what a call may have cost by the time of an event, that; else all that was held for it. */
function costAt(context: GroupContext, { begun = {} }: CallEnd): number {
  return begun.decide ?? begun.compose ?? begun.rejudge ?? heldTokens(context)
}

const toldBy = ({ output, error }: CallEnd): number | undefined =>
  output?.tokens ?? (error as { tokens?: number } | undefined)?.tokens

/** The answer of a call, its failure, or what ends it early; `begun`: by the ids of the calls under way. */
interface CallEnd {
  type: string
  output?: { tokens: number }
  error?: unknown
  begun?: Partial<Record<'decide' | 'compose' | 'rejudge' | 'renewNote', number>>
}
