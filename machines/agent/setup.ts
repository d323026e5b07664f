// The agent chart's vocabulary: its types, children, delays, guards and actions.
import { assign, fromPromise, or, sendParent, setup, stateIn } from 'xstate'
import type { Failure } from '../group/children.ts'
import { causeOf } from '../group/failures.ts'
import type { Verdict } from '../group/types.ts'
import type { WhyKey } from '../group/verdicts/why.ts'
import * as approval from './approval.ts'
import * as change from './changes.ts'
import * as post from './post.ts'
import type { ActInput, Acted, Answer, AskInput, Asked, TakenCall, TapeEntry, ThinkInput, Thought } from './children.ts'
import type { AgentContext, AgentEvent, AgentInput, AskEvent, PostEvent, ProgressEvent, RunEnd } from './context.ts'

const notProvided = (name: string) => () => Promise.reject(new Error(`${name} is not provided`))

interface Moment {
  context: AgentContext
  event: AgentEvent
}

export const agentSetup = setup({
  types: {
    context: {} as AgentContext,
    events: {} as AgentEvent,
    input: {} as AgentInput,
    output: {} as RunEnd,
    meta: {} as { gate: 'work' },
    transitionMeta: {} as { gate: 'work' },
    tags: {} as 'busy',
  },
  actors: {
    think: fromPromise<Thought, ThinkInput>(notProvided('think')),
    act: fromPromise<Acted, ActInput>(notProvided('act')),
    ask: fromPromise<Asked, AskInput>(notProvided('ask')),
  },
  delays: {
    runTimeout: ({ context, event }: Moment) =>
      Math.max(0, context.input.startedAt + context.input.settings.maxMs - change.momentOf(context, event)),
    thinkTimeout: ({ context }: Moment) => context.input.settings.modelTimeoutMs + grace,
    actTimeout: ({ context }: Moment) => context.input.settings.toolTimeoutMs + grace,
    askTimeout: () => grace,
    postTimeout: () => longestPost,
    approvalTimeout: () => approval.approvalMs,
    thinkBackoff: ({ context }: Moment) => context.input.settings.backoffMs * 2 ** (context.failures - 1),
  },
  guards: {
    // money and steps
    isSpent: ({ context }: Moment) => change.leftOf(context) < change.needOf(context),
    isConcluding: ({ context }: Moment) => context.isLast === true,
    isLastPaid: ({ context }: Moment) => change.isLastPaid(context),
    isLastStep: ({ context }: Moment) => context.step + 1 >= context.input.settings.maxSteps,
    // a prompt that has become too long
    isHandoffUnpaid: ({ context }: Moment) => context.handoff === 'due' && !change.canHandOff(context),
    isHandoffDue: ({ context }: Moment) => context.handoff === 'due' || change.isLong(context),
    isOverflow: ({ event }: Moment) => isOverflowIn(event),
    isFirstOverflow: ({ context, event }: Moment) => context.handoff === undefined && isOverflowIn(event),
    /** A model call is under way. */
    isAsking: or([stateIn('#agent.thinking'), stateIn('#agent.handingOff')]),
    // answers of the children
    isAnswer: (_: Moment, { answer }: Pick<Thought, 'answer'>) => answer !== undefined,
    /** The last call of the model was made, and what it called is done. */
    isConcluded: ({ context }: Moment) => context.isConcluded === true && context.calls.length === 0,
    /** Something is called that is not on offer any more. */
    isBeyondLast: ({ context }: Moment, { calls }: Pick<Thought, 'calls'>) => post.isBeyondLast(context, calls),
    isHeld: (_: Moment, { holds }: Pick<Acted, 'holds'>) => holds !== undefined,
    isEnded: (_: Moment, { ends }: Pick<Acted, 'ends'>) => ends === true,
    isByHook: ({ event }: Moment) => hookCauses.has(causeOf(failureIn(event)).why),
    isPost: (_: Moment, acted: Acted) => acted.post !== undefined,
    isPosted: ({ context, event }: Moment) => event.type === 'run.posted' && post.isPosted(context, event),
    hasCalls: ({ context }: Moment) => context.calls.length > 0,
    hasAnswer: ({ context }: Moment) => context.answer !== undefined,
    // the word of an operator
    needsApproval: ({ context }: Moment) => approval.needsApproval(context),
    isApproval: ({ context, event }: Moment) =>
      event.type === 'run.approve' && event.allow && approval.isAsked(context, event),
    isDenial: ({ context, event }: Moment) =>
      event.type === 'run.approve' && !event.allow && approval.isAsked(context, event),
    isLastDenial: ({ context }: Moment) => approval.isLastDenial(context),
    hasWaited: ({ context }: Moment) => (context.waitedMs ?? 0) > 0,
    isOutOfTime: ({ context, event }: Moment) => change.momentOf(context, event) >= approval.endsAt(context),
    isReadNext: ({ context }: Moment) => change.isReadNext(context),
    isRead: ({ context }: Moment, { slot }: { slot: number }) => context.reads[slot] !== undefined,
    isCeiling: ({ event }: Moment) => failureIn(event).kind === 'ceiling',
    isInterrupted: ({ event }: Moment) => failureIn(event).kind === 'interrupted',
    isLastStraw: ({ context }: Moment) => context.failures + 1 >= change.mostFailures,
  },
  actions: {
    /** One outcome of the run. The host adds the time and records it with the step (S4). */
    recordVerdict: (_, __: Omit<Verdict, 'at'>) => undefined,
    /** Rows of the tape, for the host to write with the step (A1). */
    recordEntries: (_, __: readonly TapeEntry[]) => undefined,
    takeCalls: assign(({ context }, { calls, grown }: Pick<Thought, 'calls' | 'grown'>) =>
      change.called(context, calls, grown),
    ),
    keepAnswer: assign((_, answer: Answer) => change.answered(answer)),
    offerNoMore: assign((_, { why }: { why: WhyKey }) => change.last(why)),
    keepWhy: assign((_, { why }: { why: WhyKey }) => ({ why })),
    countFailure: assign(({ context }) => change.failedOnce(context)),
    countHandoffFailure: assign(({ context }) => ({ failures: context.failures + 1 })),
    /** A call whose prompt was too long is no step: it is made again. */
    undoStep: assign(({ context }) => ({ step: context.step - 1 })),
    askHandoff: assign({ handoff: 'due' }),
    beginAtSummary: assign(({ context }, { grown }: Pick<Thought, 'grown'>) => change.handedOff(context, grown)),
    keepSteering: assign(({ context }, { message, sender }: { message: string; sender: string }) =>
      change.steered(context, message, sender),
    ),
    takeReads: assign(({ context }) => change.readsTaken(context)),
    takeNext: assign(({ context }) => change.nextTaken(context)),
    holdCall: assign(({ context }, { call, digest }: { call: TakenCall | undefined; digest: string }) =>
      approval.putBack(context, call, digest),
    ),
    keepResult: assign(({ context }, result: Pick<Acted, 'grown' | 'readsOutside' | 'beginsHere'>) =>
      change.acted(context, result),
    ),
    reserveTokens: assign(({ context, event }) => change.reserved(context, change.momentOf(context, event))),
    reserveHandoff: assign(({ context, event }) => change.handoffReserved(context, change.momentOf(context, event))),
    settleTokens: assign(({ context, event }) => change.settled(context, event)),
    beginAsk: assign(({ context, event }) => approval.asking(context, change.momentOf(context, event))),
    approveCall: assign(({ context, event }) => approval.approved(context, change.momentOf(context, event))),
    denyCall: assign(({ context, event }) => approval.denied(context, change.momentOf(context, event))),
    tellAsk: sendParent(({ context }, { text }: { text?: string }): AskEvent => ({
      type: 'work.asks',
      n: context.asking?.n ?? 0,
      digest: context.asking?.digest ?? '',
      tool: context.current?.tool ?? '',
      ...(text !== undefined && { text }),
    })),
    tellPost: sendParent(({ context }, { post: made }: Acted): PostEvent => ({
      type: 'work.posts',
      call: context.current?.id ?? '',
      post: made ?? nothing,
    })),
    /** The group's chart keeps the run's books: totals, before a call and after it. */
    tellHeld: sendParent(({ context }): ProgressEvent => ({
      type: 'work.progress',
      spent: context.spent,
      held: context.reserved?.tokens ?? 0,
      step: context.step,
    })),
    tellSpent: sendParent(({ context, event }): ProgressEvent => ({
      type: 'work.progress',
      spent: context.spent,
      held: 0,
      step: context.step,
      ...noteIn(event),
    })),
  },
})

const nothing = { text: '', type: 'short', similarity: 0, rehearsal: false } as const

/** A job has its own time; the chart's is for one that does not heed it. */
const grace = 5_000

/** The group's chart answers sooner, whatever becomes of it. */
const longestPost = 600_000

const hookCauses: ReadonlySet<WhyKey> = new Set(['hookRefused', 'hookFailed'])

const isOverflowIn = (event: { type: string }): boolean => causeOf(failureIn(event)).why === 'promptTooLong'
/** Beside calls of tools; what stands beside an answer is part of it. */
function noteIn(event: { type: string }): { note?: string } {
  const { note } = (event as unknown as { output?: Partial<Thought> }).output ?? {}
  return note === undefined ? {} : { note }
}

const failureIn = (event: { type: string }): Failure => (event as unknown as { error: Failure }).error
