// Every change of what a run remembers, as a pure function.
import { toolsFor } from '../rules/tool-rights.ts'
import type { AgentContext, AgentInput, RunEnd } from './context.ts'
import type { ActInput, Acted, Answer, CallRef, TakenCall, TapeEntry, ThinkInput } from './children.ts'
import { isSend, lastTools } from './post.ts'
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

/** The calls that it begins with stand among those that are to be made, and nowhere else. */
export function firstContext(input: AgentInput): AgentContext {
  const context: AgentContext = {
    input: { ...input, calls: [] },
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
    ...(input.readOutside && { readOutside: true as const }),
  }
  return { ...context, ...called(context, input.calls, 0) }
}

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

/** Share of what the model reads from which on a run hands off. */
const longShare = 0.75

/** The next prompt would be long, a summary would make it shorter, and it and the call after it can be paid and made. */
export function isLong(context: AgentContext): boolean {
  const { input, grown, step, isLast } = context
  const { contextTokens, maxOutputTokens, maxSteps } = input.settings
  const isOver = input.prompt + grown > longShare * contextTokens && grown > 2 * maxOutputTokens
  return isOver && !isLast && step + 1 < maxSteps && canHandOff(context)
}

/** A summary, and a call that goes on from it. */
export const canHandOff = (context: AgentContext): boolean =>
  leftOf(context) >= needOf(context) + needOf({ ...context, grown: context.input.settings.maxOutputTokens })

/** The call that writes a summary is no step. */
export const handoffReserved = (context: AgentContext, at: number): Change => ({
  reserved: { at, tokens: needOf(context) },
})

/** The prompt shows a summary in place of what was done. */
export const handedOff = ({ handoff }: AgentContext, grown: number): Change => ({
  grown,
  failures: 0,
  ...(handoff && { handoff: 'done' as const }),
})

export const reserved = (context: AgentContext, at: number): Change => ({
  step: context.step + 1,
  reserved: { at, tokens: needOf(context) },
})

/** What the model call that ends with this event cost, as it says itself, or may have cost by now (U3). */
const costOf = ({ reserved: held }: AgentContext, { output, error, begun }: CallEnd): number =>
  output?.tokens ??
  (error as { tokens?: number } | undefined)?.tokens ??
  begun?.think ??
  begun?.handoff ??
  held?.tokens ??
  0

interface CallEnd {
  type: string
  output?: { tokens?: number }
  error?: unknown
  begun?: { think?: number; handoff?: number }
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
  const taken = calls.map((call): TakenCall => {
    const { digest, ...kept } = call
    const mark = digest.slice(-charsOfMark)
    const times = (made.get(mark) ?? 0) + 1
    // The oldest are forgotten: one that is made again and again is not.
    made.delete(mark)
    made.set(mark, times)
    if (times >= maxRepeats) isLast = true
    if (times > maxRepeats) return { ...kept, refused: 'repeated' }
    return call.effect === 'read' ? kept : call
  })
  return {
    calls: taken,
    made: [...made].slice(-mostRemembered),
    grown: context.grown + grown,
    failures: 0,
    ...(isLast && { isLast, why: context.why ?? ('repeatedCalls' as const) }),
    ...(context.isLast && { isConcluded: true as const }),
  }
}

/** Different calls of a run: 20 steps of two. */
const mostRemembered = 40
/** Enough to tell them apart. */
const charsOfMark = 8

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

const isRead = ({ effect, refused, held }: TakenCall): boolean => (effect === 'read' && !held) || refused !== undefined

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

/** Rights may have become fewer; and what may change something, or lasts, is not done on the word of what came from outside. */
export function checked(context: AgentContext, call: TakenCall): TakenCall {
  if (call.refused) return call
  if (!toolsOf(context).includes(call.tool)) return { ...call, refused: 'notAllowed' }
  // Refused until an operator says yes to it.
  const isHeld = call.effect === 'once' || call.lasts === true
  if (context.readOutside && isHeld) return { ...call, refused: 'outsideRead' }
  return call.held ? { ...call, refused: 'unapproved' } : call
}

export const acted = (
  context: AgentContext,
  { grown, readsOutside, beginsHere }: Pick<Acted, 'grown' | 'readsOutside' | 'beginsHere'>,
): Change => ({
  grown: beginsHere ? grown : context.grown + grown,
  ...(readsOutside && { readOutside: true as const }),
})

/** The result of a call that did not tell one itself. */
export const resultOf = (
  { input }: AgentContext,
  call: TakenCall,
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
    tools: isLast ? lastTools(context, toolsOf(context)) : toolsOf(context),
    ...(input.sendsItself && { sendsItself: true as const, ...(isLast && { isLast }) }),
    type,
    maxChars,
    markdown,
    maxTokens: held?.tokens ?? 0,
    maxOutputTokens: settings.maxOutputTokens,
    maxTalkTokens: settings.maxTalkTokens,
    timeoutMs: settings.modelTimeoutMs,
    ...(billed && { askers: billed }),
    ...(context.readOutside && { readOutside: true as const }),
  }
}

export function actInput(context: AgentContext, call: TakenCall | undefined, at: number): ActInput {
  if (!call) throw new Error('no call is taken')
  const { input, askers } = context
  const { run, turn, settings } = input
  const { readOutside } = context
  const { batch, targets, type, maxChars, markdown } = input
  const post = { at, batch, targets, type, maxChars, markdown }
  return {
    run,
    turn,
    call,
    askers,
    tools: toolsOf(context),
    timeoutMs: settings.toolTimeoutMs,
    ...(readOutside && { readOutside }),
    ...(isSend(call) && { post }),
  }
}

export function endOf({ answer, why, spent, step }: AgentContext, outcome: RunEnd['outcome']): RunEnd {
  const because = why ?? (outcome === 'answered' ? 'runAnswered' : 'runFailed')
  return { outcome, why: because, ...(answer && { answer }), spent, steps: step }
}
