// What the budget gate records: which window is spent, when it frees, and what becomes of the turn (U2, S4).
import { blockBefore } from './group.conditions.ts'
import { turnOf } from './group.context.ts'
import { untilBudgetFrees } from './group.held.ts'
import type { BudgetBlock } from './group.types.ts'
import { type Args, ofTurn, type Params } from './group.verdicts.ts'
import { isRequest } from './rules/requests.ts'
import type { Call } from './rules/reservation.ts'
import { timeOf } from './rules/time.ts'

/** U2: which window, when it frees, and on which path. */
export const budgetSkip =
  (path: string, calls: 'ahead' | readonly Call[]) =>
  ({ context, event }: Args): Params => {
    const at = timeOf(event)
    const block = blockBefore(context, at, calls)
    if (!block) return { ...ofTurn(context, 'budget', 'skip', 'the budget is spent'), numbers: { path } }
    const { freesAt, ...numbers } = block
    const frees = freesAt === undefined ? {} : { freesInMs: freesAt - at }
    return { ...ofTurn(context, 'budget', 'skip', spentWords(block, path)), numbers: { path, ...numbers, ...frees } }
  }

/** A spent window in words: what is used, what is kept, and what was needed. */
function spentWords({ window, what, used, limit, need, kept = 0, share, pauseMs }: BudgetBlock, path: string): string {
  if (pauseMs !== undefined)
    return `${window} window: ${used} of ${limit} ${what} are used, answers are ${Math.ceil(pauseMs / 1_000)} s apart, ${path}`
  const keeps = kept > 0 ? `, ${kept} are kept for people's requests` : ''
  const needs = what === 'tokens' ? `${keeps} and ${need} are needed` : ''
  const whose = share === undefined ? '' : ' of one person’s share'
  return `${window} window: ${used} of ${limit} ${what}${whose} are used${needs}, ${path}`
}

/** A request waits: until when, and on which path it was held. */
export const budgetHold =
  (path: string, calls: 'ahead' | readonly Call[]) =>
  (args: Args): Params => {
    const { context, event } = args
    const { numbers, ...skip } = budgetSkip(path, calls)(args)
    const waitMs = untilBudgetFrees(context, timeOf(event))
    const messages = turnOf(context).batch.flatMap((ref) => (isRequest(ref) ? [ref.id] : []))
    return { ...skip, outcome: 'hold', messages, numbers: { ...numbers, waitMs } }
  }

/** The channel is asked for a reaction on these messages. */
export const signs = ({ context }: Args): Params => ({
  ...ofTurn(context, 'budget', 'sign', 'the room sees that these wait or are not answered'),
  messages: turnOf(context).signing?.messages ?? [],
})

export function heldRestarts({ context }: Args): Params {
  const { batch, flushes } = turnOf(context)
  const numbers = { size: batch.length, merged: flushes }
  return {
    ...ofTurn(context, 'dispatch', 'restart', 'the budget allows what waited'),
    messages: batch.map(({ id }) => id),
    numbers,
  }
}
