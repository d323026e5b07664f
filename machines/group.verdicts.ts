// What each gate records: its outcome, why, and the numbers it compared (S4).
import { heldTokens, turnOf, victimOf } from './group.context.ts'
import { expiryOf } from './group.questions.ts'
import { blockBefore, claimOn, lookAgainAt, relevanceOf, thresholdOf } from './group.setup.ts'
import type { Composed, Decision, Failure } from './group.children.ts'
import type { Gate } from './group.settings.ts'
import type { GroupContext, GroupEvent, Verdict } from './group.types.ts'
import { budgetFigures } from './rules/budget.ts'
import { pairTurnsOf, roomTurnsOf } from './rules/loop-brake.ts'
import type { Call } from './rules/reservation.ts'
import { timeOf } from './rules/time.ts'
import { vitalityOf } from './rules/window.ts'

interface Args {
  context: GroupContext
  event: { type: string; at?: unknown }
}
type Params = Omit<Verdict, 'at'>
type Numbers = NonNullable<Verdict['numbers']>

// Intake: no turn is concerned yet.

export const flushBy =
  (why: string) =>
  ({ context, event }: Args): Params => ({
    turn: null,
    gate: 'buffer',
    outcome: 'flush',
    why,
    messages: context.buffer.map(({ id }) => id),
    numbers: { size: context.buffer.length, waitedMs: timeOf(event) - context.bufferSince },
  })

export function gaveUp({ context }: Args): Params {
  const { maxPending } = context.input.settings.dispatch
  const victim = victimOf(context)
  const waiting = context.pending.length + context.buffer.length
  const messages = victim ? [victim.id] : []
  return {
    turn: null,
    gate: 'dispatch',
    outcome: 'drop',
    why: 'the queue is full',
    messages,
    numbers: { waiting, maxPending },
  }
}

/** R2: what the bot said itself wakes nobody. */
export const isOwnWord = ({ event }: Args & { event: GroupEvent }): Params => ({
  ...unturned('own', 'ignored', 'it said so itself'),
  messages: [event.message.id],
})

// Dispatch.

/** A batch waits for the cooldown, for the mention floor, or until the bot looks again. */
export const waits =
  (gate: 'cooldown' | 'patience', why: string, until: (context: GroupContext) => number) =>
  ({ context, event }: Args): Params => {
    const { pending, patience } = context
    const numbers = {
      waitMs: Math.max(0, until(context) - timeOf(event)),
      ...(gate === 'patience' && { skipsInARow: patience.skips }),
    }
    return { ...unturned(gate, 'wait', why), messages: pending.map(({ id }) => id), numbers }
  }

export const cooldownEnd = ({ lastEndAt = 0, input }: GroupContext): number =>
  lastEndAt + input.settings.dispatch.cooldownMs
export const floorEnd = ({ lastEndAt = 0, input }: GroupContext): number =>
  lastEndAt + input.settings.mentionMinIntervalMs
export { lookAgainAt as patienceEnd }

export function turnStarts({ context, event }: Args): Params {
  const waited = context.lastEndAt === undefined ? {} : { sinceLastEndMs: timeOf(event) - context.lastEndAt }
  const { batch, flushes } = turnOf(context)
  const { state, ...figures } = activityOf(context)
  const why = batch.some(({ mentioned }) => mentioned) ? 'mention' : context.input.oneToOne ? 'one-to-one' : 'batch'
  const numbers = { size: batch.length, merged: flushes, ...waited, vitality: state, ...figures }
  return { ...ofTurn(context, 'dispatch', 'start', why), messages: batch.map(({ id }) => id), numbers }
}

export function turnRestarts({ context }: Args): Params {
  const { batch, flushes } = turnOf(context)
  const messages = batch.map(({ id }) => id)
  const numbers = { size: batch.length, merged: flushes }
  return { ...ofTurn(context, 'dispatch', 'restart', 'a mention during the pause'), messages, numbers }
}

/** T7: with the counts of the group after this turn. */
export function turnEnds({ context, event }: Args): Params {
  const { startedAt, tries } = turnOf(context)
  const at = timeOf(event)
  const replied = tries > 0 && context.ledger.sends.at(-1) === at
  const { replies, skipsInARow, repeats } = context.stats
  const counts = Object.entries(replies).flatMap(([type, count]) => (count > 0 ? [`${count} ${type}`] : []))
  const numbers = {
    tookMs: at - startedAt,
    cooldownMs: context.input.settings.dispatch.cooldownMs,
    waiting: context.pending.length + context.buffer.length,
    skipsInARow: skipsInARow + 1,
    ...(counts.length > 0 && { replies: counts.join(', ') }),
    ...(repeats > 0 && { repeats }),
  }
  return { ...ofTurn(context, 'dispatch', 'end', replied ? 'replied' : 'silent'), numbers }
}

export const skipAt =
  (gate: Gate, why: string, numbers?: (context: GroupContext) => Numbers) =>
  ({ context }: Args): Params =>
    numbers ? { ...ofTurn(context, gate, 'skip', why), numbers: numbers(context) } : ofTurn(context, gate, 'skip', why)

export const loopNumbers = ({ botTurns, input }: GroupContext): Numbers => ({
  botTurns,
  maxBotTurns: input.settings.loop.maxBotTurns,
})

export const pairNumbers = (context: GroupContext): Numbers => ({
  replies: pairTurnsOf(turnOf(context).batch, context),
  maxPairTurns: context.input.settings.loop.maxPairTurns,
})

export const roomNumbers = (context: GroupContext): Numbers => ({
  roomTurns: roomTurnsOf(context),
  maxRoomTurns: context.input.settings.loop.maxRoomTurns,
})

/** V6: the words alone, against the floor that leans with the group. */
export const relevanceNumbers = (context: GroupContext): Numbers => {
  const { relevance, floor } = relevanceOf(context)
  return { relevance: Math.round(relevance * 100) / 100, floor, vitality: activityOf(context).state }
}

/** U2: which window, when it frees, and on which path. */
export const budgetSkip =
  (path: string, calls: 'ahead' | readonly Call[]) =>
  ({ context, event }: Args): Params => {
    const at = timeOf(event)
    const block = blockBefore(context, at, calls)
    if (!block) return { ...ofTurn(context, 'budget', 'skip', 'the budget is spent'), numbers: { path } }
    const { window, what, used, limit, need, freesAt } = block
    const frees = freesAt === undefined ? {} : { freesInMs: freesAt - at }
    const needs = what === 'tokens' ? ` and ${need} are needed` : ''
    const why = `${window} window: ${used} of ${limit} ${what} are used${needs}, ${path}`
    return { ...ofTurn(context, 'budget', 'skip', why), numbers: { path, window, what, used, limit, need, ...frees } }
  }

// Answers of the children.

export const decides =
  (outcome: 'reply' | 'skip', why?: string) =>
  ({ context, event }: Args & { event: { output: Decision } }): Params => {
    const { relevance, reason, type, hint, to } = event.output
    const { state } = activityOf(context)
    const claim = claimOn(context, event.output)
    const compared = relevance === undefined ? {} : { relevance, threshold: thresholdOf(context, event.output) }
    const aimed = to === undefined ? {} : { to: claim ? `${to} (${claim})` : to }
    const numbers = { ...compared, vitality: state, type, hint, ...aimed }
    return {
      ...priced(context, 'decide', outcome, why ?? (reason || 'the model wants to'), event.output.tokens),
      numbers,
    }
  }

export const rejudges = ({ context, event }: Args & { event: { output: Decision } }): Params => {
  const { moved } = turnOf(context)
  const { verdict = 'drop', reason, tokens } = event.output
  return { ...priced(context, 'rejudge', verdict, reason || `the model says ${verdict}`, tokens), numbers: { moved } }
}

export const composes =
  (outcome: 'draft' | 'skip', why: string) =>
  ({ context, event }: Args & { event: { output: Composed } }): Params => {
    const { text, type, similarity, model, tokens } = event.output
    const numbers = { chars: text.length, type, similarity: Math.round(similarity * 100) / 100, model }
    return { ...priced(context, 'compose', outcome, why, tokens), numbers }
  }

/** A failed call is charged what it cost, or all that was held for it (I3). */
export const failsAt =
  (gate: Gate) =>
  ({ context, event }: Args & { event: { error: unknown } }): Params => {
    const { kind, message, tokens, numbers } = event.error as Failure
    const params = priced(context, kind === 'ceiling' ? 'budget' : gate, 'failed', `${kind}: ${message}`, tokens)
    return numbers ? { ...params, numbers } : params
  }

export const timesOutAt =
  (gate: Gate, ms: (context: GroupContext) => number) =>
  ({ context }: Args): Params => ({
    ...priced(context, gate, 'failed', 'timeout: the model did not answer in time', undefined),
    numbers: { timeoutMs: ms(context) },
  })

// Delay and send.

export function pauses({ context }: Args): Params {
  const { draft, dueAt = 0, decision } = turnOf(context)
  const { pace } = context.input.settings.delay
  const numbers = { waitMs: dueAt - (draft?.at ?? dueAt), pace, hint: decision?.hint ?? 'normal' }
  return { ...ofTurn(context, 'delay', 'wait', 'a human pause'), numbers }
}

export const draftGoes =
  (outcome: 'superseded' | 'skip', why: string) =>
  ({ context, event }: Args): Params => ({
    ...ofTurn(context, 'delay', outcome, why),
    numbers: { expiredMs: Math.max(0, timeOf(event) - expiryOf(context)), moved: turnOf(context).moved },
  })

export const sendEnds =
  (outcome: 'sent' | 'skip' | 'failed' | 'retry', why: string | ((error: Failure) => string)) =>
  ({ context, event }: Args & { event: { error?: unknown } }): Params => {
    const { draft, tries } = turnOf(context)
    const said = typeof why === 'string' ? why : why(event.error as Failure)
    const numbers = {
      tries,
      chars: draft?.text.length ?? 0,
      type: draft?.type ?? 'short',
      ...figuresOf(context, event),
    }
    return { ...ofTurn(context, 'send', outcome, said), numbers }
  }

function figuresOf(context: GroupContext, event: Args['event']): Numbers {
  const figures = budgetFigures(context.ledger, context.input.settings, timeOf(event))
  const left = (used: number, most: number): string => `${used}/${most}`
  return Object.fromEntries(
    figures.map(({ window, messages, limit, tokens }) => [
      window,
      `${left(messages, limit.maxMessages)} messages, ${left(tokens, limit.maxTokens)} tokens`,
    ]),
  )
}

function activityOf({ activity, input }: GroupContext) {
  const { messages, unique } = activity
  return { state: vitalityOf(activity, input.settings.vitality), messagesIn5m: messages, speakersIn5m: unique }
}

const unturned = (gate: Gate, outcome: string, why: string): Params => ({
  turn: null,
  gate,
  outcome,
  why,
  messages: [],
})

const ofTurn = (context: GroupContext, gate: Gate, outcome: string, why: string): Params => ({
  turn: turnOf(context).n,
  gate,
  outcome,
  why,
  messages: [],
})

const priced = (
  context: GroupContext,
  gate: Gate,
  outcome: string,
  why: string,
  tokens: number | undefined,
): Params => ({
  ...ofTurn(context, gate, outcome, why),
  tokens: tokens ?? heldTokens(context),
})
