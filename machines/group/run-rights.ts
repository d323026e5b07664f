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
  if (batch.some(isPeers)) return []
  return [...new Set(batch.filter((ref) => isPersons(ref, input)).map(({ sender }) => sender))]
}

const isPeers = (ref: MessageRef): boolean => ref.kind === 'peer' && isPressing(ref)
const isPersons = (ref: MessageRef, { oneToOne }: GroupContext['input']): boolean =>
  isRequest(ref) || (oneToOne && ref.kind === 'person')

/**
 * Of what waits, what one turn takes: those who ask in it may all use the same tools. `begun`: its batch so far; else who
 * asked first is answered first, people before bots. What others say goes along. The rest waits for a turn of its own.
 */
export function ofOneRight(
  context: GroupContext,
  waiting: readonly MessageRef[],
  at: number,
  begun: readonly MessageRef[] = [],
): { batch: MessageRef[]; rest: MessageRef[] } {
  const rightsOf = rightsNow(context, at)
  const rights = new Map([...begun, ...waiting].flatMap((ref) => rightsOf(ref) ?? []))
  if (new Set(rights.values()).size < 2) return { batch: [...waiting], rest: [] }
  const first = [begun, waiting.filter(({ kind }) => kind === 'person'), waiting]
    .flatMap((refs) => refs.flatMap((ref) => rightsOf(ref) ?? []))
    .at(0)?.[1]
  const isRest = ({ sender }: MessageRef): boolean => (rights.get(sender) ?? first) !== first
  return { batch: waiting.filter((ref) => !isRest(ref)), rest: waiting.filter(isRest) }
}

/** It asks for what those in the turn may not use, or may not use what they may. */
export function isOfOtherRights(context: GroupContext, message: MessageRef, at: number): boolean {
  return ofOneRight(context, [message], at, context.turn?.batch).rest.length > 0
}

/** Of a line that asks: who asks, and which tools they may use now. */
function rightsNow(
  context: GroupContext,
  at: number,
): (ref: MessageRef) => [[sender: string, tools: string]] | undefined {
  const { input, run } = context
  const { agent } = input
  // Nobody has any.
  if (!agent || run) return () => undefined
  return (ref) => {
    if (isPeers(ref)) return [[ref.sender, '']]
    if (!isPersons(ref, input)) return undefined
    const { sender } = ref
    const mayPay = allowanceFor(context, [sender], at) >= leastAllowance(context)
    return [[sender, mayPay ? toolsFor([sender], agent.tools, agent.operators).join() : '']]
  }
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
