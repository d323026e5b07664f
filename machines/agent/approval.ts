// The word of an operator on one call: who is asked for it, which call it is for, and what it leads to (A6).
import { checked, toolsOf } from './changes.ts'
import type { TakenCall } from './children.ts'
import type { AgentContext } from './context.ts'

type Change = Partial<AgentContext>

/** Denials after which the run ends. */
export const mostDenials = 2
/** An operator has so long to answer, ms. */
export const approvalMs = 600_000

/** What is taken next may change something, and what came from outside was read, or a hook wants a word; there is somebody to ask. */
export function needsApproval(context: AgentContext): boolean {
  const [next] = context.calls
  if (next === undefined || context.input.operators.length === 0) return false
  const { refused } = checked(context, next)
  return refused === 'outsideRead' || refused === 'unapproved'
}

/** A hook wants a word on it: it is taken again, in its place, and asked for. */
export function putBack(context: AgentContext, call: TakenCall | undefined, digest: string): Change {
  if (!call) return {}
  const calls = [...context.calls, { ...call, digest, held: true as const }]
  return { calls: calls.toSorted((a, b) => placeOf(a) - placeOf(b)) }
}

/** Of a call in its step. */
const placeOf = ({ id }: TakenCall): number => Number(id.split('.')[1])

export function asking(context: AgentContext, at: number): Change {
  const asks = (context.asks ?? 0) + 1
  return { asks, asking: { n: context.input.asked + asks, digest: context.current?.digest ?? '', at } }
}

/** It is about the call that waits, as it was shown. */
export const isAsked = ({ asking: asked, current }: AgentContext, { n, digest }: { n: number; digest: string }) =>
  asked !== undefined && asked.n === n && asked.digest === digest && current?.digest === digest

export const isLastDenial = ({ denials = 0 }: AgentContext): boolean => denials + 1 >= mostDenials

/** Whoever steered the run meanwhile may have fewer rights. */
export function approved(context: AgentContext, at: number): Change {
  const { refused: _, ...call } = context.current as TakenCall
  const isAllowed = toolsOf(context).includes(call.tool)
  const current: TakenCall = isAllowed ? { ...call, approved: true } : { ...call, refused: 'notAllowed' }
  return { ...answeredAsk(context, at), current }
}

export function denied(context: AgentContext, at: number): Change {
  const current: TakenCall = { ...(context.current as TakenCall), refused: 'denied' }
  return { ...answeredAsk(context, at), current, denials: (context.denials ?? 0) + 1 }
}

const answeredAsk = ({ asking: asked, waitedMs = 0 }: AgentContext, at: number): Change => ({
  asking: undefined,
  waitedMs: waitedMs + Math.max(0, at - (asked?.at ?? at)),
})

export const endsAt = ({ input, waitedMs = 0 }: AgentContext): number =>
  input.startedAt + input.settings.maxMs + waitedMs
