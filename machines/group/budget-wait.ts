// What meets a spent window: until when they are held, what they start over with, and which bear a sign (U2, L6).
import type { SignInput } from './children.ts'
import { blockBefore, holdEnd, isRequestedByPerson, isUnjudged, restartCooldown } from './conditions.ts'
import { slid, turnOf, unhandled, withoutWithdrawn } from './changes.ts'
import { withoutFloor } from './draft.ts'
import { expiryOf, waitingSign } from './call-inputs.ts'
import type { GroupContext } from './context.ts'
import { isOpening } from '../rules/deferral.ts'
import { isForOthers } from '../rules/for-others.ts'
import { mergeByTime } from '../rules/queue.ts'
import { isStorming } from '../rules/askers.ts'
import { isRequest } from '../rules/requests.ts'
import type { Call } from '../rules/reservation.ts'

/** Most signs of one turn: a storm of requests is no reason for a storm of signs. */
const mostSigns = 10

/** What waited for the budget starts over with everything unhandled, and is judged anew. */
export function turnResumed(context: GroupContext, at: number): Partial<GroupContext> {
  const {
    draft: _,
    dueAt: __,
    decision: ___,
    heldAt: ____,
    continued: _____,
    ...turn
  } = withoutWithdrawn(withoutFloor(turnOf(context)))
  // Nothing is answered along with a reminder.
  if (turn.reminder !== undefined) return { ...slid(context, at), turn: { ...turn, resumedAt: at } }
  const { batch, flushes, left } = unhandled(context, at)
  const more = { batch: mergeByTime(turn.batch, batch), flushes: turn.flushes + flushes }
  const answered = left.buffer.some(({ kind }) => kind === 'peer')
  return { ...slid(context, at), turn: { ...turn, ...more, moved: 0, answered, resumedAt: at }, queue: left }
}

/** Since when it waits: a draft that may not go is given up, for others may be answered with it. */
export const holding = (context: GroupContext, at: number): Partial<GroupContext> => ({
  turn: { ...turnOf(context), heldAt: at },
})

/** The channel is asked for a sign on these. */
export const withSigns = (context: GroupContext, ids: readonly string[], at: number): Partial<GroupContext> => {
  const turn = turnOf(context)
  return { turn: { ...turn, signed: [...(turn.signed ?? []), ...ids], signing: { messages: [...ids], at } } }
}

/** The group with everything unhandled in the batch, as if the turn started over now: what comes next is asked of that. */
function withUnhandled(context: GroupContext, at: number): GroupContext {
  const { batch } = unhandled(context, at)
  if (batch.length === 0 || context.turn?.reminder !== undefined) return context
  const turn = turnOf(context)
  return { ...context, turn: { ...turn, batch: mergeByTime(turn.batch, batch) } }
}

/**
 * What a window stops is held where that frees before the reply would be too late: a request, and before its judgement
 * also what nobody asked, if it is worth one.
 */
export function canBeHeld(context: GroupContext, at: number, calls: 'ahead' | readonly Call[]): boolean {
  const next = withUnhandled(context, at)
  const isWorthIt = isRequestedByPerson(next) || (calls === 'ahead' && isWorthAJudgement(next))
  if (!isWorthIt) return false
  const freesAt = freesAtOf(next, at)
  return freesAt !== undefined && freesAt <= holdEnd(next)
}

/** A person's question that nobody has said anything to, or a word of the bot's field, among what is not aimed at others. */
function isWorthAJudgement(context: GroupContext): boolean {
  const { batch } = turnOf(context)
  const { decision } = context.input.settings
  return (
    !isUnjudged(context) &&
    batch.some((ref) => ref.kind === 'person' && isOpening(batch, ref) && !isForOthers(ref, decision))
  )
}

/** The budget allows what waits, and the floor between two starts is over (B4). */
export const isHoldOver = (context: GroupContext, at: number): boolean =>
  restartCooldown(context, at) === 0 && blockBefore(withUnhandled(context, at), at, 'ahead') === undefined

/** How long until that; no longer than until the reply expires. */
export function untilBudgetFrees(context: GroupContext, at: number): number {
  const next = withUnhandled(context, at)
  const wait = Math.min(freesAtOf(next, at) ?? Infinity, expiryOf(next)) - at
  return Math.max(wait, restartCooldown(context, at))
}

/** Ids of the requests that wait and bear no sign yet; empty where the channel has none to give. */
export function unsignedOf(context: GroupContext): string[] {
  const { turn, queue, room, input } = context
  if (!turn || input.canReact !== true) return []
  const { batch, signed = [] } = turn
  const requests = [...batch, ...queue.pending].filter((ref) => isRequest(ref) && !ref.scheduled)
  // Of a storm the newest of a turn is enough.
  const shown = requests.filter(
    ({ sender }, n) =>
      !isStorming(sender, room.askers, input.settings.loop.maxMentions) ||
      !requests.some((later, m) => m > n && later.sender === sender),
  )
  const waiting = shown.filter(({ id }) => !signed.includes(id))
  return waiting.slice(0, Math.max(0, mostSigns - signed.length)).map(({ id }) => id)
}

export const signInput = (context: GroupContext): SignInput => ({
  turn: turnOf(context).n,
  messages: turnOf(context).signing?.messages ?? [],
  emoji: waitingSign,
})

/** When all windows allow the turn, ms; undefined: never, or not within a few frees. */
function freesAtOf(context: GroupContext, at: number): number | undefined {
  let time: number | undefined = at
  for (let frees = 0; frees < mostFrees && time !== undefined; frees += 1) {
    const block = blockBefore(context, time, 'ahead')
    if (!block) return time
    time = block.freesAt
  }
  return undefined
}

/** Windows that can free one after the other: three, of all and of one person, of messages and of tokens. */
const mostFrees = 12
