// What the budget gate records: which window is spent, when it frees, and what becomes of the turn (U2, S4).
import { blockBefore } from '../conditions.ts'
import { turnOf } from '../changes.ts'
import { untilBudgetFrees } from '../budget-wait.ts'
import type { Failure } from '../children.ts'
import { causeOf } from '../failures.ts'
import { refusedBy } from '../person-limit.ts'
import type { Gate } from '../settings.ts'
import { type Args, ofTurn, type Params } from './gates.ts'
import { isRequest } from '../../rules/requests.ts'
import type { Call } from '../../rules/reservation.ts'
import { timeOf } from '../../rules/time.ts'

/** U2: which window, when it frees, and before which call (`path`). */
export const budgetSkip =
  (path: Gate, calls: 'ahead' | readonly Call[]) =>
  ({ context, event }: Args): Params => {
    const at = timeOf(event)
    const block = blockBefore(context, at, calls)
    if (!block) return { ...ofTurn(context, 'budget', 'skip', 'budgetSpent'), numbers: { path } }
    const { freesAt, ...numbers } = block
    const frees = freesAt === undefined ? {} : { freesInMs: freesAt - at }
    const why = block.pauseMs === undefined ? 'budgetSpent' : 'repliesSpread'
    return { ...ofTurn(context, 'budget', 'skip', why), numbers: { path, ...numbers, ...frees } }
  }

/** A request waits: until when, and before which call it was held. */
export const budgetHold =
  (path: Gate, calls: 'ahead' | readonly Call[]) =>
  (args: Args): Params => {
    const { context, event } = args
    const { numbers, ...skip } = budgetSkip(path, calls)(args)
    const waitMs = untilBudgetFrees(context, timeOf(event))
    const messages = turnOf(context).batch.flatMap((ref) => (isRequest(ref) ? [ref.id] : []))
    return { ...skip, outcome: 'hold', messages, numbers: { ...numbers, waitMs } }
  }

/** The channel is asked for a reaction on these messages. */
export const signs = ({ context }: Args): Params => ({
  ...ofTurn(context, 'budget', 'sign', 'waitShown'),
  messages: turnOf(context).signing?.messages ?? [],
})

/** A person has had their share of the day: none of what they ask is answered, and when that ends. */
export const refusesAsker = ({ context, event }: Args & { event: { error: unknown } }): Params => {
  const failure = event.error as Failure
  const { why, ...cause } = causeOf(failure)
  return {
    ...ofTurn(context, 'budget', 'skip', why),
    tokens: failure.tokens ?? 0,
    ...cause,
    messages: refusedBy(context, failure).map(({ id }) => id),
  }
}

export const othersGoOn = (args: Args): Params => ({ ...heldRestarts(args), why: 'othersGoOn' })

export function heldRestarts({ context }: Args): Params {
  const { batch, flushes } = turnOf(context)
  const numbers = { size: batch.length, merged: flushes }
  return {
    ...ofTurn(context, 'dispatch', 'restart', 'budgetFreed'),
    messages: batch.map(({ id }) => id),
    numbers,
  }
}
