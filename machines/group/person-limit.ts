// A person who has had their share of the day: what they ask leaves the turn, and what others said goes on.
import { turnOf, withoutWithdrawn } from './changes.ts'
import { withoutDraft } from './draft.ts'
import type { Failure } from './children.ts'
import type { GroupContext } from './context.ts'
import type { MessageRef } from './types.ts'
import { personKey } from '../rules/person-key.ts'
import { isAsked } from '../rules/requests.ts'

const isRefused = ({ input }: GroupContext, ref: MessageRef, { numbers }: Failure): boolean =>
  isAsked(ref, input.oneToOne) && personKey(input.group, ref.sender) === numbers?.['person']

/** What the person asks who may not be answered, in the batch and behind it. */
export function refusedBy(context: GroupContext, failure: Failure): MessageRef[] {
  const { pending, buffer } = context.queue
  return [...turnOf(context).batch, ...pending, ...buffer].filter((ref) => isRefused(context, ref, failure))
}

/** The turn begins anew without it; the newest of it is to bear a sign, where the channel has one. */
export function askerRefused(context: GroupContext, failure: Failure, at: number): Partial<GroupContext> {
  const { queue, input } = context
  const kept = (refs: readonly MessageRef[]): MessageRef[] => refs.filter((ref) => !isRefused(context, ref, failure))
  const newest = refusedBy(context, failure).findLast((ref) => !ref.scheduled)
  const { signing: _, ...turn } = withoutDraft(turnOf(context))
  const sign = newest && input.canReact ? { signing: { messages: [newest.id], at }, parted: true as const } : {}
  return {
    turn: { ...turn, batch: kept(turn.batch), moved: 0, answered: false, ...sign },
    queue: { ...queue, pending: kept(queue.pending), buffer: kept(queue.buffer) },
  }
}

/** Somebody else's words are in the turn, too. */
export const asksWithOthers = (context: GroupContext, failure: Failure): boolean =>
  turnOf(context).batch.some((ref) => !isRefused(context, ref, failure))

/** After the sign. */
export const hasOthersLeft = (context: GroupContext): boolean =>
  turnOf(context).parted === true && turnOf(context).batch.length > 0

export function rejoined(context: GroupContext): Partial<GroupContext> {
  const { parted: _, ...turn } = turnOf(context)
  return { turn: withoutWithdrawn(turn) }
}
