// What becomes of the calls, the draft and the send, as records (S4).
import type { Composed, Decision, Failure } from '../children.ts'
import { claimOn, thresholdOf } from '../conditions.ts'
import { turnOf } from '../changes.ts'
import { hintOf } from '../draft.ts'
import { answeredBy, billedTo, expiryOf } from '../call-inputs.ts'
import type { Gate } from '../settings.ts'
import { causeOf, causeOfChannel } from '../failures.ts'
import type { GroupContext } from '../context.ts'
import type { OperatorEvent } from '../types.ts'
import type { Cause, WhyKey } from './why.ts'
import { activityOf, type Args, type Numbers, ofTurn, type Params } from './gates.ts'
import { budgetFigures } from '../../rules/budget.ts'
import type { Call } from '../../rules/reservation.ts'
import { timeOf } from '../../rules/time.ts'

// Answers of the children.

export const decides =
  (outcome: 'reply' | 'skip', why?: WhyKey) =>
  ({ context, event }: Args & { event: { output: Decision } }): Params => {
    const { want, relevance, reason, type, hint, to, shared } = event.output
    const { state } = activityOf(context)
    const claim = claimOn(context, event.output)
    const compared = relevance === undefined ? {} : { relevance, threshold: thresholdOf(context, event.output) }
    const aimed = to === undefined ? {} : { to: claim ? `${to} (${claim})` : to }
    const chosen = shared && shared.chosen.length > 0 ? { chosen: shared.chosen.join(', ') } : {}
    const together = shared ? { sharedBy: shared.bots, calls: shared.calls, ...chosen } : {}
    const numbers = { ...compared, vitality: state, type, hint, ...aimed, ...together }
    return {
      ...ofCall(context, 'decide', outcome, why ?? (want ? 'modelWants' : 'modelDeclines')),
      numbers,
      ...(reason && { reason }),
    }
  }

export const rejudges = ({ context, event }: Args & { event: { output: Decision } }): Params => {
  const { moved } = turnOf(context)
  const { verdict = 'drop', reason } = event.output
  return {
    ...ofCall(context, 'rejudge', verdict, judgements[verdict]),
    numbers: { moved },
    ...(reason && { reason }),
  }
}

const judgements = { send: 'modelSends', shorten: 'modelShortens', drop: 'modelDrops' } as const

/** What the model said is of a talk that has gone on. */
export const outrun = ({ context }: Args): Params => ({
  ...ofCall(context, 'rejudge', 'drop', 'talkMovedOn'),
  numbers: { moved: turnOf(context).moved },
})

export const composes =
  (outcome: 'draft' | 'skip', why: WhyKey) =>
  ({ context, event }: Args & { event: { output: Composed } }): Params => {
    const { text, type, similarity, model } = event.output
    const numbers = { chars: text.length, type, similarity: Math.round(similarity * 100) / 100, model }
    return { ...ofCall(context, 'compose', outcome, why), numbers }
  }

/** A failed call is charged what it cost, or what it may have cost (I3). */
export const failsAt =
  (gate: Gate) =>
  ({ context, event }: Args & { event: { error: unknown } }): Params => {
    const failure = event.error as Failure
    const { why, ...cause } = causeOf(failure)
    return { ...ofCall(context, failure.kind === 'ceiling' ? 'budget' : gate, 'failed', why), ...cause }
  }

export const timesOutAt =
  (gate: Gate, call: Call) =>
  ({ context }: Args): Params => {
    const { modelTimeoutMs: timeoutMs } = context.input.settings[call === 'decide' ? 'decision' : 'reply']
    return { ...ofCall(context, gate, 'failed', 'timeout'), numbers: { timeoutMs } }
  }

// Delay and send.

export function pauses({ context }: Args): Params {
  const turn = turnOf(context)
  const { draft, dueAt = 0 } = turn
  const { pace } = context.input.settings.delay
  const numbers = { waitMs: dueAt - (draft?.at ?? dueAt), pace, hint: hintOf(turn) }
  return { ...ofTurn(context, 'delay', 'wait', 'typingDelay'), numbers }
}

export function yields({ context, event }: Args): Params {
  const { floor } = turnOf(context)
  const numbers = { waitMs: Math.max(0, (floor?.until ?? 0) - timeOf(event)), ...(floor && { speaker: floor.by }) }
  return { ...ofTurn(context, 'delay', 'yield', 'floorTaken'), numbers }
}

export const draftGoes =
  (outcome: 'superseded' | 'skip', why: WhyKey) =>
  ({ context, event }: Args): Params => ({
    ...ofTurn(context, 'delay', outcome, why),
    numbers: { expiredMs: Math.max(0, timeOf(event) - expiryOf(context)), moved: turnOf(context).moved },
  })

/** The ceilings of the day cannot be read: nothing is posted. */
export const ceilingStops = ({ context, event }: Args & { event: { error: unknown } }): Params => {
  const failure = event.error as Failure
  const { why, ...cause } = causeOf(failure)
  return { ...ofTurn(context, 'budget', 'failed', why), tokens: failure.tokens ?? 0, ...cause }
}

/** `messages`: those that the reply answers, the one that it is posted as a reply to first. */
export const sent = (args: Args & { event: { error?: unknown } }): Params => ({
  ...sendEnds('sent', 'delivered')(args),
  messages: answeredBy(args.context),
  ...billedTo(args.context),
})

/** Without `why` the channel failed. */
export const sendEnds =
  (outcome: 'sent' | 'skip' | 'failed' | 'retry', why?: WhyKey) =>
  ({ context, event }: Args & { event: { error?: unknown } }): Params => {
    const { draft, tries } = turnOf(context)
    const cause: Cause = why === undefined ? causeOfChannel(event.error as Failure) : { why }
    const numbers = {
      tries,
      chars: draft?.text.length ?? 0,
      type: draft?.type ?? 'short',
      ...figuresOf(context, event),
    }
    return { ...ofTurn(context, 'send', outcome, cause.why), ...cause, numbers: { ...numbers, ...cause.numbers } }
  }

function figuresOf(context: GroupContext, event: Args['event']): Numbers {
  const figures = budgetFigures(context.budget, context.input.settings, timeOf(event))
  const left = (used: number, most: number): string => `${used}/${most}`
  return Object.fromEntries(
    figures.map(({ window, messages, limit, tokens }) => [
      window,
      `${left(messages, limit.maxMessages)} messages, ${left(tokens, limit.maxTokens)} tokens`,
    ]),
  )
}

/** An operator ends the turn. */
export const stops = ({ context, event }: Args & { event: OperatorEvent }): Params =>
  ofTurn(context, 'control', 'skip', stopReasons[event.type] ?? 'operatorEnded')

/** What the turn is about was called off, or the work that it tells of is over. */
export const callsOff = ({ context }: Args): Params =>
  ofTurn(context, 'control', 'skip', turnOf(context).calledOff ?? 'workOver')

/** A call is under way: it is called off, and charged what it may have cost. */
export const stopsCall = (args: Args & { event: OperatorEvent }): Params => ({
  ...stops(args),
  ...callCharge(args.context),
})

/** Of a call that was called off. */
export function callCharge(context: GroupContext): Pick<Params, 'tokens' | 'askers'> {
  const tokens = callCost(context)
  return tokens > 0 ? { tokens, ...billedTo(context) } : {}
}

const stopReasons: Partial<Record<OperatorEvent['type'], WhyKey>> = {
  'operator.drop': 'operatorDropped',
  'operator.mute': 'operatorMuted',
  'operator.pause': 'operatorPaused',
}

/** Of a call that is over: its tokens are settled (U3). */
const ofCall = (context: GroupContext, gate: Gate, outcome: string, why: WhyKey): Params => ({
  ...ofTurn(context, gate, outcome, why),
  tokens: callCost(context),
  ...billedTo(context),
})

const callCost = (context: GroupContext): number => turnOf(context).callCost ?? 0
