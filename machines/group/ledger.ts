// The tokens of a call in the ledger: reserved before it is made, booked when it ends (U3).
import type { ReplyType } from './settings.ts'
import type { GroupContext } from './context.ts'
import { bookCall } from '../rules/budget.ts'
import { bookToPersons } from '../rules/person-share.ts'
import { type Call, reservation } from '../rules/reservation.ts'

type Change = Partial<GroupContext>

/** Tokens are reserved before a call is made … */
export const tokensReserved = (
  { input, budget, turn }: GroupContext,
  at: number,
  want: { call: Call; type: ReplyType; asked: boolean; tools?: boolean },
): Change => ({
  budget: {
    ...budget,
    reserved: { at, tokens: reservation(input, budget, at, { ...want, attachments: mayHaveAttachments(turn) }) },
  },
  ...(turn && { turn: { ...turn, called: true } }),
})

const mayHaveAttachments = (turn: GroupContext['turn']): boolean =>
  turn?.batch.some(({ attachments }) => attachments) === true

/** … and booked when it ends; the verdict on the call says what it came to. */
export function tokensSettled({ budget, input, turn }: GroupContext, tokens: number, at: number): Change {
  const booked = bookCall(budget, input.settings, at, tokens)
  return {
    budget: bookToPersons(booked, turn?.batch ?? [], at, { messages: 0, tokens }, input.settings),
    ...(turn && { turn: { ...turn, callCost: tokens } }),
  }
}

export const reservedTokens = ({ budget }: GroupContext): number => budget.reserved?.tokens ?? 0

/** What the model call that ends with this event cost, as it says itself, or what it may have cost by now (U3). */
export const costOf = (context: GroupContext, event: CallEnd): number => toldBy(event) ?? costAt(context, event)

/** The same of a renewal of the note. */
export const noteCostOf = ({ budget }: GroupContext, event: CallEnd): number =>
  toldBy(event) ?? event.begun?.renewNote ?? budget.reservedForNote?.tokens ?? 0

/** Where the host tells what a call may have cost by the time of an event, that; else all that was reserved for it. */
function costAt(context: GroupContext, { begun = {} }: CallEnd): number {
  return begun.decide ?? begun.compose ?? begun.rejudge ?? reservedTokens(context)
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
