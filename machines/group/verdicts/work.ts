// What becomes of a run of tools, as records (S4).
import type { RunEnd } from '../../agent/context.ts'
import type { Failure } from '../children.ts'
import type { GroupContext } from '../context.ts'
import { causeOf } from '../failures.ts'
import { turnOf } from '../changes.ts'
import { timeOf } from '../../rules/time.ts'
import { type Args, ofTurn, type Params, roomNumbers } from './gates.ts'
import { billedForRun, costOfCall } from '../run.ts'
import type { Verdict } from '../types.ts'
import type { WhyKey } from './why.ts'

/** The reply's model call asked for tools. */
export const runEnds = ({ context, event }: Args & { event: { output: RunEnd } }): Params => {
  const { outcome, why, answer, spent, steps } = event.output
  const numbers = {
    steps,
    spent,
    tookMs: timeOf(event) - (context.run?.startedAt ?? 0),
    ...(answer && { chars: answer.text.length, model: answer.model }),
  }
  const isBlank = answer?.text.trim() === ''
  return { ...ofRun(context, outcome, answer?.silent ? 'runSilent' : isBlank ? 'emptyReply' : why), numbers }
}

export function runFails({ context, event }: Args & { event: { error: unknown } }): Params {
  const { why, ...cause } = causeOf(event.error as Failure)
  return { ...ofRun(context, 'failed', why), ...cause, ...charged(context, event) }
}

export const runDetaches = ({ context, event }: Args): Params => ({
  ...ofRun(context, 'detached', 'runDetached'),
  numbers: { tookMs: timeOf(event) - (context.run?.startedAt ?? 0) },
})

/** Its own chart tells of its model calls that ended; of the one under way it is told here what it may have cost. */
export const runStops = ({ context, event }: Args & { event: { message?: { id: string } | string } }): Params => ({
  ...ofRun(context, 'stopped', reasons[event.type] ?? 'runStopped'),
  messages: event.message ? [typeof event.message === 'string' ? event.message : event.message.id] : [],
  ...charged(context, event),
})

/** Whatever happens next finds the bot muted or paused. */
export const runSilenced = ({ context, event }: Args): Params => ({
  ...ofRun(context, 'stopped', 'operatorSilenced'),
  ...charged(context, event),
})

function charged(context: GroupContext, event: { type: string }): Pick<Verdict, 'tokens' | 'askers'> {
  const tokens = costOfCall(context, event)
  const askers = billedForRun(context)
  return tokens > 0 ? { tokens, ...(askers && { askers }) } : {}
}

const reasons: Partial<Record<string, WhyKey>> = {
  'operator.drop': 'operatorDropped',
  'operator.mute': 'operatorMuted',
  'operator.pause': 'operatorPaused',
  'message.recalled': 'askRecalled',
}

/** A message for the run: it is in no batch. */
export const toRun = ({ context, event }: Args & { event: { message: { id: string; wish?: string } } }): Params => ({
  ...ofRun(context, 'heard', event.message.wish ? 'runStopped' : 'runSteered'),
  turn: null,
  messages: [event.message.id],
})

/** An operator's word on a call of it. */
export const askAnswered = ({ context, event }: Args & { event: { allow: boolean; n: number } }): Params => ({
  ...ofRun(context, event.allow ? 'approved' : 'denied', event.allow ? 'callApproved' : 'callDenied'),
  numbers: { n: event.n, tool: context.run?.ask?.tool ?? '' },
})

/** A turn of its own asks the operators. */
export function askStarts({ context }: Args): Params {
  const { batch } = turnOf(context)
  return {
    ...ofTurn(context, 'dispatch', 'start', 'approvalNeeded'),
    messages: batch.map(({ id }) => id),
    numbers: { size: batch.length, merged: 1, n: context.run?.ask?.n ?? 0, tool: context.run?.ask?.tool ?? '' },
  }
}

/** A turn of its own tells how it goes. */
export function lineStarts({ context }: Args): Params {
  const { batch } = turnOf(context)
  return {
    ...ofTurn(context, 'dispatch', 'start', 'runProgress'),
    messages: batch.map(({ id }) => id),
    numbers: { size: batch.length, merged: 1 },
  }
}

/** What the channel's own tool was to post is not. */
export const postRefused =
  (why: WhyKey) =>
  ({ context }: Args): Params =>
    ofRun(context, 'unsent', why)

export const postLoops = ({ context }: Args): Params => ({
  ...ofRun(context, 'skip', 'roomLimit'),
  gate: 'loop',
  numbers: roomNumbers(context),
})

export const runTaken = ({ context }: Args): Params => ofTurn(context, 'work', 'draft', 'runAnswered')

export const runPosts = ({ context }: Args): Params => ofTurn(context, 'work', 'draft', 'runPosts')

export function reportStarts({ context }: Args): Params {
  const { batch } = turnOf(context)
  return {
    ...ofTurn(context, 'dispatch', 'start', context.turn?.draft?.post ? 'runPosts' : 'runReported'),
    messages: batch.map(({ id }) => id),
    numbers: { size: batch.length, merged: 1 },
  }
}

const ofRun = ({ run }: GroupContext, outcome: string, why: WhyKey): Params => ({
  turn: run?.turn ?? null,
  gate: 'work',
  outcome,
  why,
  messages: [],
})
