// What the group chart asks its children, and the situation it tells them.
import { isRequestedByPerson } from './conditions.ts'
import { answeredOf, turnOf } from './changes.ts'
import { reservedTokens } from './ledger.ts'
import { offeredTools } from './run-rights.ts'
import { editedBy } from './run-lines.ts'
import type { ComposeInput, DecideInput, DeliverInput, Situation } from './children.ts'
import type { ReplyType } from './settings.ts'
import type { GroupContext } from './context.ts'
import type { MessageRef } from './types.ts'
import { tokenRoom, usageRatio } from '../rules/budget.ts'
import { personKey } from '../rules/person-key.ts'
import { allowedType } from '../rules/reply-type.ts'
import { askersIn, isAddressedTo, isAnsweredBySign, isRequest, needsNoJudgement } from '../rules/requests.ts'
import { leastOf, outputOf, toolsOutput, unaskedNeed } from '../rules/reservation.ts'
import { slideWindow, vitalityOf } from '../rules/window.ts'

/** P2, I4: the group as the bot sees it at this moment. */
export function situationOf(context: GroupContext, at: number): Situation {
  const { settings } = context.input
  const { sends, calls } = context.budget
  const { batch, flushes } = turnOf(context)
  const { lastSpokeAt, hushed } = context.self
  const mentions = batch.filter(({ mentioned }) => mentioned).length
  const window = slideWindow(context.room.activity, at, settings.vitality)
  return {
    state: vitalityOf(window, settings.vitality),
    messages_in_5m: window.messages,
    unique_speakers_in_5m: window.unique,
    last_speak_ago: lastSpokeAt === undefined ? -1 : Math.max(0, Math.round((at - lastSpokeAt) / 1000)),
    my_messages_in_5m: sends.filter((ts) => ts >= at - settings.vitality.windowMs).length,
    budget_usage_ratio: Math.round(usageRatio({ sends, calls }, settings, at) * 100) / 100,
    mentioned_in_context: mentions > 0,
    mention_count: mentions,
    pending_batches_merged: Math.max(1, flushes),
    ...(hushed && { hushed: true as const }),
  }
}

export function decideInput(context: GroupContext, at: number): DecideInput {
  const { modelTimeoutMs, maxOutputTokens, maxTalkTokens } = context.input.settings.decision
  const { draft } = turnOf(context)
  const call = { ...callOf(context, at), maxOutputTokens, maxTalkTokens, timeoutMs: modelTimeoutMs }
  if (!draft) return call
  const { type: _, model: __, rehearsal: ___, ...written } = draft
  return { ...call, draft: written, targets: targetsOf(context) }
}

export function composeInput(context: GroupContext, at: number): ComposeInput {
  const { reply, style } = context.input.settings
  const type = replyTypeOf(context, at)
  const tools = offeredTools(context, at)
  return {
    ...callOf(context, at),
    targets: targetsOf(context),
    type,
    maxChars: style.maxCharsPerMessage,
    markdown: style.markdown ?? false,
    maxOutputTokens: tools.length > 0 ? toolsOutput(context.input) : outputOf(context.input, 'compose', type),
    maxTalkTokens: reply.maxTalkTokens,
    timeoutMs: reply.modelTimeoutMs,
    ...(tools.length > 0 && { tools }),
    ...(context.run && { workingOn: context.run.targets }),
  }
}

/** T2: what the decision wished for, as far as vitality and budget allow; a request gets what it needs. */
export function replyTypeOf(context: GroupContext, at: number): ReplyType {
  const { state, budget_usage_ratio: budgetUsage } = situationOf(context, at)
  const { batch, decision } = turnOf(context)
  const { type: wish = 'normal', relevance } = decision ?? {}
  const requests = batch.filter(isRequest)
  if (requests.length > 0 && requests.every(isAnsweredBySign)) return 'reaction'
  const isRequested = requests.length > 0 || context.input.oneToOne
  const type = allowedType(wish, { vitality: state, budgetUsage, relevance, isRequested })
  const { sends, calls } = context.budget
  const room = tokenRoom(
    { sends, calls },
    context.input.settings,
    at,
    isRequestedByPerson(context) ? undefined : unaskedNeed(context.input),
  )
  return type !== 'reaction' && leastOf(context.input, 'compose', type) > room ? 'short' : type
}

/** What stands on a message that waits, or that the budget leaves unanswered. */
export const waitingSign = '⏳'

export function deliverInput(context: GroupContext): DeliverInput {
  const { n, startedAt, draft, signed } = turnOf(context)
  if (!draft) throw new Error('there is no draft to send')
  const { bot, group } = context.input
  return {
    key: `${bot}/${group}#${n}@${startedAt}`,
    turn: n,
    text: draft.text,
    type: draft.type,
    replyTo: repliedTo(context),
    expiresAt: expiryOf(context),
    model: draft.model,
    rehearsal: draft.rehearsal,
    ...editedBy(context),
    ...(signed && { signs: { messages: signed, emoji: waitingSign } }),
    ...billedTo(context),
  }
}

/** Ids of the messages that the reply answers, time order: what speaks to the bot and what its sender adds, else the decision's line. */
export function targetsOf(context: GroupContext): string[] {
  const { batch, decision } = turnOf(context)
  const asked = batch.filter((ref) => isRequest(ref) && needsNoJudgement(ref))
  if (asked.length > 0) {
    const isMore = (ref: MessageRef): boolean =>
      isRequest(ref) && !isAnsweredBySign(ref) && asked.some(({ sender, ts }) => sender === ref.sender && ts <= ref.ts)
    return batch.filter((ref) => asked.includes(ref) || isMore(ref)).map(({ id }) => id)
  }
  // The line that a judgement names may have waited since before the batch.
  const line = decision?.line ?? answeredOf(batch)?.id
  return line === undefined ? [] : [line]
}

/** Of several, the last that surely speaks to the bot. */
function repliedTo(context: GroupContext): string {
  const { batch } = turnOf(context)
  // What the schedule asks stands in no chat.
  const targets = targetsOf(context).filter((id) => batch.every((ref) => ref.id !== id || !ref.scheduled))
  const addressed = batch.findLast((ref) => isAddressedTo(ref) && targets.includes(ref.id))
  return addressed?.id ?? targets.at(-1) ?? ''
}

/** Ids of the messages that the draft answers, the one that it is a reply to first. */
export function answeredBy(context: GroupContext): string[] {
  const first = repliedTo(context)
  return first === '' ? [] : [first, ...targetsOf(context).filter((id) => id !== first)]
}

/** L6: counted from the newest message that the reply answers, and from the end of a run for it. */
export function expiryOf(context: GroupContext): number {
  const { batch, workedUntil = 0 } = turnOf(context)
  return Math.max(workedUntil, ...batch.map(({ ts }) => ts)) + context.input.settings.delivery.expiryMs
}

function callOf(context: GroupContext, at: number) {
  const { n, batch } = turnOf(context)
  const { oneToOne } = context.input
  const asks = (ref: MessageRef): boolean => isRequest(ref) || (oneToOne && ref.kind === 'person')
  return {
    turn: n,
    at,
    batch: batch.map(({ id }) => id),
    mentioned: batch.filter(({ mentioned }) => mentioned).map(({ id }) => id),
    addressed: batch.filter((ref) => isAddressedTo(ref) || (oneToOne && ref.kind === 'person')).map(({ id }) => id),
    asked: batch.filter(asks).map(({ id }) => id),
    situation: situationOf(context, at),
    maxTokens: reservedTokens(context),
    ...billedTo(context),
  }
}

/** Who asks, where people have limits of the day. */
export function billedTo(context: GroupContext): { askers?: string[] } {
  const { limitsPersons, oneToOne, group } = context.input
  return limitsPersons
    ? { askers: askersIn(turnOf(context).batch, oneToOne).map((sender) => personKey(group, sender)) }
    : {}
}
