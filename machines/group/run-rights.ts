// Who may have work done in a turn, and what that may cost.
import type { GroupContext } from './context.ts'
import type { MessageRef } from './types.ts'
import { believed } from '../rules/budget.ts'
import { isPressing, isRequest } from '../rules/requests.ts'
import { toolsFor } from '../rules/tool-rights.ts'

/** What a run needs at the least: one call with tools and one that answers. */
const leastCalls = 2
/** Estimates of a prompt run up to a quarter low on some tokenizers. */
const margin = 1.25

/** Who asks in the turn under way; a peer's request among theirs: nobody, for a peer never has tools. */
export function askersOf({ turn, input }: GroupContext): string[] {
  const batch = turn?.batch ?? []
  if (batch.some((ref) => ref.kind === 'peer' && isPressing(ref))) return []
  const asks = (ref: MessageRef): boolean => isRequest(ref) || (input.oneToOne && ref.kind === 'person')
  return [...new Set(batch.filter(asks).map(({ sender }) => sender))]
}

/** Names of the tools that the reply under way may call: those of all who ask, while no run is under way. */
export function offeredTools(context: GroupContext, at: number): string[] {
  const { input, run } = context
  const { agent } = input
  if (!agent || run) return []
  const askers = askersOf(context)
  const names = toolsFor(askers, agent.tools, agent.operators)
  return names.length > 0 && allowanceFor(context, askers, at) >= leastAllowance(context) ? names : []
}

const leastAllowance = ({ input: { agent, settings, overhead } }: GroupContext): number =>
  agent
    ? leastCalls *
      (Math.ceil((overhead.compose + agent.overhead + settings.reply.maxTalkTokens) * margin) +
        agent.run.maxOutputTokens)
    : 0

/** Tokens that a run may spend: what its own windows leave, and what is left of each asker's share of the longest one. */
export function allowanceFor(
  { input: { agent }, budget }: GroupContext,
  askers: readonly string[],
  at: number,
): number {
  if (!agent) return 0
  const { runs = [] } = budget
  const spentIn = (durationMs: number, of: (run: { askers: readonly string[] }) => boolean = () => true): number =>
    runs.reduce((sum, run) => (run.at > at - durationMs && of(run) ? sum + believed(run.tokens) : sum), 0)
  const rooms = agent.limits.map(({ durationMs, maxTokens }) => maxTokens - spentIn(durationMs))
  const longest = agent.limits.reduce((a, b) => (b.durationMs > a.durationMs ? b : a))
  const shares = askers.map(
    (asker) =>
      Math.floor(longest.maxTokens * agent.maxAskerShare) -
      spentIn(longest.durationMs, (run) => run.askers.includes(asker)),
  )
  return Math.max(0, Math.min(agent.maxTokens, ...rooms, ...shares))
}
