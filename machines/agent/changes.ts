// Every change of what a run remembers, as a pure function.
import { toolsFor } from '../rules/tool-rights.ts'
import type { AgentContext, AgentInput, RunEnd } from './context.ts'
import type { ActInput, Acted, Answer, CallRef, TapeEntry, ThinkInput } from './children.ts'
import type { WhyKey } from '../group/verdicts/why.ts'

type Change = Partial<AgentContext>

/** Estimates of a prompt run up to a quarter low on some tokenizers. */
const margin = 1.25
/** Reads side by side. */
export const mostReads = 4
/** Failures of model calls in a row after which the run ends. */
export const mostFailures = 3
/** A refusal, or what a crash left behind, in a prompt. */
const tokensOfNote = 40

export const firstContext = (input: AgentInput): AgentContext => ({
  input,
  step: 1,
  calls: [],
  reads: [],
  made: [],
  steering: [],
  askers: input.askers,
  spent: 0,
  cost: 0,
  grown: input.grown,
  failures: 0,
})

/** The first step has no time of its own: it is that of the step which began the run. */
export const momentOf = ({ input }: AgentContext, event: { type: string; at?: unknown }): number =>
  typeof event.at === 'number' ? event.at : input.startedAt

// Money.

/** Tokens that the next model call may take, prompt and answer together. */
export const needOf = ({ input, grown }: AgentContext): number =>
  Math.ceil((input.prompt + grown) * margin) + input.settings.maxOutputTokens

export const leftOf = ({ input, spent }: AgentContext): number => input.allowance - spent

/** A call after this one could not be paid, even if no tool answered a word. */
export const isLastPaid = (context: AgentContext): boolean => leftOf(context) < 2 * needOf(context)

export const reserved = (context: AgentContext, at: number): Change => ({
  step: context.step + 1,
  reserved: { at, tokens: needOf(context) },
})

/** What the model call that ends with this event cost, as it says itself, or may have cost by now (U3). */
const costOf = ({ reserved: held }: AgentContext, { output, error, begun }: CallEnd): number =>
  output?.tokens ?? (error as { tokens?: number } | undefined)?.tokens ?? begun?.think ?? held?.tokens ?? 0

interface CallEnd {
  type: string
  output?: { tokens?: number }
  error?: unknown
  begun?: { think?: number }
}

export function settled(context: AgentContext, event: CallEnd): Change {
  const cost = costOf(context, event)
  return { spent: context.spent + cost, cost, reserved: undefined }
}

// Steps.

/** The calls that a model made: those that were made too often already are answered without being made. */
export function called(context: AgentContext, calls: readonly CallRef[], grown: number): Change {
  const { maxRepeats } = context.input.settings
  const made = new Map(context.made)
  let isLast = context.isLast ?? false
  const taken = calls.map((call): CallRef => {
    const times = (made.get(call.digest) ?? 0) + 1
    // The oldest are forgotten: one that is made again and again is not.
    made.delete(call.digest)
    made.set(call.digest, times)
    if (times < maxRepeats) return call
    isLast = true
    return times === maxRepeats ? call : { ...call, refused: 'repeated' }
  })
  return {
    calls: taken,
    made: [...made].slice(-mostRemembered),
    grown: context.grown + grown,
    failures: 0,
    ...(isLast && { isLast, why: 'repeatedCalls' as const }),
  }
}

/** Different calls of a run: 20 steps of two. */
const mostRemembered = 40

export const answered = (answer: Answer): Change => ({ answer, failures: 0 })

export const last = (why: WhyKey): Change => ({ isLast: true, why })

/** A call that failed is no step: it is made again. */
export const failedOnce = ({ failures, step }: AgentContext): Change => ({ failures: failures + 1, step: step - 1 })

export const steered = ({ steering, askers }: AgentContext, message: string, sender: string): Change => ({
  steering: [...steering, message].slice(-mostSteering),
  askers: askers.includes(sender) ? askers : [...askers, sender],
})

const mostSteering = 8

// Calls of tools.

const isRead = ({ effect, refused }: CallRef): boolean => effect === 'read' || refused !== undefined

export const isReadNext = ({ calls }: AgentContext): boolean => calls[0] !== undefined && isRead(calls[0])

/** Reads that stand together are made together, four at a time. */
export function readsTaken(context: AgentContext): Change {
  const { calls } = context
  const end = calls.findIndex((call) => !isRead(call))
  const reads = calls.slice(0, Math.min(mostReads, end === -1 ? calls.length : end))
  return { reads: reads.map((each) => checked(context, each)), calls: calls.slice(reads.length) }
}

export function nextTaken(context: AgentContext): Change {
  const [next, ...calls] = context.calls
  return { current: next && checked(context, next), calls }
}

/** Rights may have become fewer; and what may change something is not done on the word of what came from outside. */
function checked(context: AgentContext, call: CallRef): CallRef {
  if (call.refused) return call
  if (!toolsOf(context).includes(call.tool)) return { ...call, refused: 'notAllowed' }
  // Refused until an operator says yes to it.
  return context.readOutside && call.effect === 'once' ? { ...call, refused: 'outsideRead' } : call
}

// The word of an operator (A6).

/** Denials after which the run ends. */
export const mostDenials = 2
/** An operator has so long to answer, ms. */
export const approvalMs = 600_000

/** What is taken next may change something, what came from outside was read, and there is somebody to ask. */
export function needsApproval(context: AgentContext): boolean {
  const [next] = context.calls
  return next !== undefined && context.input.operators.length > 0 && checked(context, next).refused === 'outsideRead'
}

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
  const { refused: _, ...call } = context.current as CallRef
  const isAllowed = toolsOf(context).includes(call.tool)
  return { ...answeredAsk(context, at), current: isAllowed ? call : { ...call, refused: 'notAllowed' } }
}

export function denied(context: AgentContext, at: number): Change {
  const current: CallRef = { ...(context.current as CallRef), refused: 'denied' }
  return { ...answeredAsk(context, at), current, denials: (context.denials ?? 0) + 1 }
}

const answeredAsk = ({ asking: asked, waitedMs = 0 }: AgentContext, at: number): Change => ({
  asking: undefined,
  waitedMs: waitedMs + Math.max(0, at - (asked?.at ?? at)),
})

export const endsAt = ({ input, waitedMs = 0 }: AgentContext): number =>
  input.startedAt + input.settings.maxMs + waitedMs

export const acted = (
  context: AgentContext,
  { grown, readsOutside }: Pick<Acted, 'grown' | 'readsOutside'>,
): Change => ({
  grown: context.grown + grown,
  ...(readsOutside && { readOutside: true as const }),
})

/** The result of a call that did not tell one itself. */
export const resultOf = (
  { input }: AgentContext,
  call: CallRef,
  error: 'timeout' | 'interrupted' | 'failed',
): TapeEntry => ({
  run: input.run,
  id: `${call.id}r`,
  kind: 'tool_result',
  body: { call: call.id, tool: call.tool, error },
  tokens: tokensOfNote,
})

export const noResult: Pick<Acted, 'grown'> = { grown: tokensOfNote }

// What the jobs are given.

export const toolsOf = ({ askers, input }: AgentContext): string[] => toolsFor(askers, input.tools, input.operators)

export function thinkInput(context: AgentContext, at: number): ThinkInput {
  const { input, step, steering, isLast, reserved: held } = context
  const { run, turn, batch, targets, type, maxChars, markdown, settings, billed } = input
  return {
    run,
    turn,
    step,
    at,
    batch,
    targets,
    steering,
    tools: isLast ? [] : toolsOf(context),
    type,
    maxChars,
    markdown,
    maxTokens: held?.tokens ?? 0,
    maxOutputTokens: settings.maxOutputTokens,
    maxTalkTokens: settings.maxTalkTokens,
    timeoutMs: settings.modelTimeoutMs,
    ...(billed && { askers: billed }),
  }
}

export function actInput(context: AgentContext, call: CallRef | undefined): ActInput {
  if (!call) throw new Error('no call is taken')
  const { input, askers } = context
  const { run, turn, settings } = input
  return { run, turn, call, askers, tools: toolsOf(context), timeoutMs: settings.toolTimeoutMs }
}

export function endOf({ answer, why, spent, step }: AgentContext, outcome: RunEnd['outcome']): RunEnd {
  const because = why ?? (outcome === 'answered' ? 'runAnswered' : 'runFailed')
  return { outcome, why: because, ...(answer && { answer }), spent, steps: step }
}
