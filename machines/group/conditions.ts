// What the group chart's guards ask: pure questions about a moment.
import type { Decision } from './children.ts'
import { turnOf } from './changes.ts'
import type { GroupPolicy, Talkativeness } from './settings.ts'
import { isOfOtherRights } from './run-rights.ts'
import type { GroupContext } from './context.ts'
import type { BudgetBlock, MessageRef } from './types.ts'
import { budgetBlock } from '../rules/budget.ts'
import { afterRequest, requestedByPerson } from '../rules/askers.ts'
import { claimOf } from '../rules/claim.ts'
import { judgementDueAt, openQuestion } from '../rules/deferral.ts'
import { batchRelevance } from '../rules/for-others.ts'
import { longestHoldMs } from '../rules/hold-limit.ts'
import { personBlock } from '../rules/person-share.ts'
import { isPressing, needsNoJudgement } from '../rules/requests.ts'
import { type Call, needOf, unaskedNeed } from '../rules/reservation.ts'
import { spreadBlock } from '../rules/spread.ts'
import { vitalityOf } from '../rules/window.ts'

/** The batch names the bot, answers it, or is said to it in a one-to-one chat. */
export const isNamed = ({ turn, input }: GroupContext): boolean =>
  input.oneToOne || (turn?.batch.some(({ mentioned }) => mentioned) ?? false)

/** The batch is addressed to the bot, named or not, or to the bots of the room. */
export const isAddressed = ({ turn, input }: GroupContext): boolean =>
  input.oneToOne || (turn?.batch.some(isPressing) ?? false)

/**
 * The window that forbids what comes next, if any (U2, U5): it must hold what these calls need, and a person's request
 * may draw on what is kept, nothing else. Whose request a turn is for is asked once, before it costs anything.
 */
export function blockBefore(
  context: GroupContext,
  at: number,
  calls: 'ahead' | readonly Call[],
): BudgetBlock | undefined {
  const { budget, input, turn } = context
  const mayUseReserve = isRequestedByPerson(context)
  const tokens = needOf(input, calls === 'ahead' ? callsAhead(context) : calls, mayUseReserve ? 'likely' : 'least')
  // A draft is paid for: its judgement before sending leaves the tokens of one request, and no whole share of the window.
  const mostKept = turn?.draft && calls !== 'ahead' ? { mostKept: needOf(input, ['compose']) } : {}
  const ask = { mayUseReserve, tokens, turnTokens: unaskedNeed(input), ...mostKept }
  const block = budgetBlock(budget, input.settings, at, ask)
  if (block || calls !== 'ahead') return block
  return (
    personBlock(budget, input.settings, at, { batch: turn?.batch ?? [], tokens }) ??
    (mayUseReserve && !input.oneToOne
      ? spreadBlock(budget, input.settings, at, { batch: turn?.batch ?? [], holdEnd: holdEnd(context) })
      : undefined)
  )
}

/** Until when what the turn is about can be held, ms: then its reply would be too late. */
export const holdEnd = (context: GroupContext): number =>
  Math.max(...turnOf(context).batch.map(({ ts }) => ts)) +
  longestHoldMs(context.input.settings, !skipsDecision(context))

/** A person asked for what the turn is about, and is no storm of requests. */
export const isRequestedByPerson = ({ turn, room, input }: GroupContext): boolean =>
  input.oneToOne || requestedByPerson(turn?.batch ?? [], room.askers, input.settings.loop.maxMentions)

/** L5: a mention takes the draft's place, unless the budget could not pay for it, or a peer's would cost a person theirs. */
export function isSupersededBy(context: GroupContext, message: MessageRef, at: number): boolean {
  const { turn, room, input } = context
  if (!turn || !message.mentioned || turn.restart !== undefined) return false
  if (message.kind === 'peer' && isRequestedByPerson(context)) return false
  if (isOfOtherRights(context, message, at)) return false
  const after = {
    ...context,
    turn: { ...turn, batch: [...turn.batch, message] },
    room: { ...room, askers: afterRequest(room.askers, message, at, input.settings.loop.maxMentions) },
  }
  return blockBefore(after, at, 'ahead') === undefined
}

/** Calls a turn will need from its start. */
export const callsAhead = (context: GroupContext): Call[] =>
  context.turn?.reminder !== undefined ? [] : skipsDecision(context) ? ['compose'] : ['decide', 'compose']

/** The reply call alone tells whether to speak: a mention, a reply, a word said where nobody else is (I6), or I7. */
export const skipsDecision = (context: GroupContext): boolean =>
  isUnjudged(context) || turnOf(context).batch.some(needsNoJudgement)

/** Open groups and one-to-one chats are not judged (I7). */
export const isUnjudged = (context: GroupContext): boolean =>
  context.input.oneToOne || policyOf(context) === 'open' || !context.input.settings.decision.enabled

/** The policy of the configuration, unless an operator set another one. */
export const policyOf = ({ self, input }: GroupContext): GroupPolicy => self.policy ?? input.settings.policy

export const vitalityNow = ({ room, input }: GroupContext) => vitalityOf(room.activity, input.settings.vitality)
export const since = (at: number, start: number | undefined): number => (start === undefined ? Infinity : at - start)

/** What is left of the interval between two starts of a turn, ms (B4). */
export const restartCooldown = ({ input, turn }: GroupContext, at: number): number =>
  Math.max(0, input.settings.mentionMinIntervalMs - since(at, turn?.resumedAt ?? turn?.startedAt))

/** Until a superseded turn starts over: the interval is over (B4), and who goes on has come to a pause (B1). */
export function restartWait(context: GroupContext, at: number): number {
  const { pending, buffer } = context.queue
  const isGathering = buffer.length > 0 && !pending.some(isPressing)
  return Math.max(restartCooldown(context, at), isGathering ? bufferEnd(context) - at : 0)
}

/** What the batch has to do with the bot, 0–1, and the least for which the model is asked (V6). */
export function localRelevance(context: GroupContext): { relevance: number; least: number } {
  const { decision } = context.input.settings
  const relevance = batchRelevance(turnOf(context).batch, decision)
  return { relevance, least: decision.relevanceFloor[vitalityNow(context)] }
}

/** As a person asked, else as the configuration says. */
export const talkativenessOf = ({ self, input }: GroupContext): Talkativeness =>
  self.hushed ? 'quiet' : input.settings.talkativeness

/** A wish to speak must be more relevant than this; a claim that the text does not bear out must be strongly so. */
export function thresholdOf(context: GroupContext, decision: Decision): number {
  const { minRelevance, strongRelevance } = context.input.settings.decision
  const least = minRelevance[vitalityNow(context)] - (talkativenessOf(context) === 'lively' ? livelyEase : 0)
  return claimOn(context, decision) === 'unfounded' ? Math.max(least, strongRelevance) : least
}

const livelyEase = 0.2

/** Whether the model's claim about the addressee stands up to the text. */
export const claimOn = (context: GroupContext, { to }: Decision) => claimOf(to, context.turn?.batch ?? [])

/** Where the bot holds back, only a question of its field that nobody has answered is worth a judgement. */
export function isHeldBack(context: GroupContext): boolean {
  if (talkativenessOf(context) !== 'quiet' || isAddressed(context)) return false
  const talk = [...turnOf(context).batch, ...context.queue.buffer]
  return openQuestion(talk, context.input.settings.decision) === undefined
}

/** Time of the next judgement that nobody asked for. */
export function nextJudgementAt(context: GroupContext): number {
  const { queue, self, input } = context
  const { pending, buffer: gathering, bufferLast: heardAt } = queue
  const isFree = isUnjudged(context) || policyOf(context) === 'mention' || !input.settings.enabled
  if (isFree || pending.some(isPressing)) return -Infinity
  const flushAt = gathering.length > 0 ? bufferEnd(context) : -Infinity
  const talkativeness = talkativenessOf(context)
  const waiting = { pending, gathering, flushAt, heardAt, skipBackoff: self.skipBackoff, talkativeness }
  return judgementDueAt(waiting, input.settings)
}

/** B1: a quiet interval after the last message, four after the first; A10: where somebody speaks to the bot, theirs. */
export function bufferEnd({ queue, input }: GroupContext): number {
  const { batching, direct } = input.settings
  const end = (first: number, last: number, intervalMs: number) => Math.min(last + intervalMs, first + 4 * intervalMs)
  if (queue.direct) return end(queue.direct.since, queue.direct.last, direct.debounceMs ?? 0)
  return end(queue.bufferSince, queue.bufferLast, batching.intervalMs)
}

export const isRequestPending = ({ queue }: GroupContext): boolean => queue.pending.some(isPressing)

/** L3: another bot is posting, and it may be the answer; what a person asked of the bot, or a sign of it, interrupts nobody. */
export const isFloorTaken = (context: GroupContext, at: number): boolean => {
  const { floor, draft } = turnOf(context)
  return floor !== undefined && floor.until > at && draft?.type !== 'reaction' && !isRequestedByPerson(context)
}

/** L3, L4: somebody may have answered, who asked or the talk has gone on, or the draft is old; a sign interrupts nobody. */
export function isOutdated(context: GroupContext, at: number): boolean {
  const { maxAgeMs, maxMoved } = context.input.settings.delay
  const { answered, continued, moved, draft, rejudged, report, reminder } = turnOf(context)
  if (draft?.type === 'reaction' || draft?.notice || reminder !== undefined) return false
  // It was judged by all that was said.
  if (rejudged?.sent && !rejudged.overtaken) return false
  return report === true || answered || continued !== undefined || moved > maxMoved || since(at, draft?.at) > maxAgeMs
}
