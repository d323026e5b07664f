// The group chart's vocabulary: its types, children, delays, guards and actions.
import { assign, fromPromise, setup } from 'xstate'
import * as change from './group.context.ts'
import { expiryOf, replyTypeOf } from './group.questions.ts'
import type {
  Composed,
  ComposeInput,
  DecideInput,
  Decision,
  DeliverInput,
  Delivered,
  Failure,
} from './group.children.ts'
import type { Gate, GroupInput } from './group.settings.ts'
import type { GroupContext, GroupEvent, MessageRef, Verdict } from './group.types.ts'
import { budgetBlock } from './rules/budget.ts'
import { isAskedByPerson } from './rules/callers.ts'
import { claimOf } from './rules/claim.ts'
import { batchRelevance, isFollowUp } from './rules/follow-up.ts'
import { isLoop, isPairLoop, isRoomLoop } from './rules/loop-brake.ts'
import { nextLookAt } from './rules/patience.ts'
import { shorten } from './rules/reply-type.ts'
import { type Call, needOf, reservedTokens } from './rules/reservation.ts'
import { timeOf } from './rules/time.ts'
import { fallsIn, vitalityOf } from './rules/window.ts'

const notProvided = (name: string) => () => Promise.reject(new Error(`${name} is not provided`))

/** The batch names the bot, answers it, or is said to it alone. */
export const isAddressed = ({ turn, input }: GroupContext): boolean =>
  input.oneToOne || (turn?.batch.some(({ mentioned }) => mentioned) ?? false)

/** The window that forbids what comes next, if any (U2, U5): a person's request may draw on the reserve, nothing else. */
export const blockBefore = (context: GroupContext, at: number, calls: 'ahead' | readonly Call[]) => {
  const { ledger, input } = context
  const asked = isAsked(context)
  const ahead = calls === 'ahead'
  const tokens = needOf(input, ahead ? callsAhead(context) : calls)
  return budgetBlock(ledger, input.settings, at, {
    mayUseReserve: asked,
    tokens: ahead && !asked ? tokens + reservedTokens(input) : tokens,
  })
}

const isAsked = ({ turn, pending, callers, input }: GroupContext): boolean =>
  input.oneToOne || isAskedByPerson([...(turn?.batch ?? []), ...pending], callers, input.settings.loop.maxMentions)

/** Calls a turn will need from its start: open groups and one-to-one chats are not judged (I7). */
export const callsAhead = (context: GroupContext): Call[] => (isSpared(context) ? ['compose'] : ['decide', 'compose'])

export const isSpared = ({ input }: GroupContext): boolean =>
  input.oneToOne || input.settings.policy === 'open' || !input.settings.decision.enabled

const vitality = ({ activity, input }: GroupContext) => vitalityOf(activity, input.settings.vitality)
const since = (at: number, start: number | undefined): number => (start === undefined ? Infinity : at - start)

const restartFloor = ({ input, turn }: GroupContext, at: number): number =>
  Math.max(0, input.settings.mentionMinIntervalMs - since(at, turn?.startedAt))

/** What the batch has to do with the bot, 0–1, and the floor below which the model is not asked (V6). */
export function relevanceOf(context: GroupContext): { relevance: number; floor: number } {
  const { decision } = context.input.settings
  const relevance = batchRelevance(change.turnOf(context).batch, context.answered, decision)
  return { relevance, floor: decision.relevanceFloor[vitality(context)] }
}

/** A wish to speak must be more relevant than this; a claim that the text does not bear out must be strongly so. */
export function thresholdOf(context: GroupContext, decision: Decision): number {
  const { minRelevance, strongRelevance } = context.input.settings.decision
  const least = minRelevance[vitality(context)]
  return claimOn(context, decision) === 'unfounded' ? Math.max(least, strongRelevance) : least
}

/** Whether the model's claim about the addressee stands up to the text. */
export function claimOn({ turn, answered, input }: GroupContext, { to }: Decision) {
  const { followUpMs } = input.settings.decision
  return claimOf(to, turn?.batch ?? [], (ref) => isFollowUp(ref, answered, followUpMs))
}

/** Time of the next judgement that nobody asked for. */
export const lookAgainAt = ({ patience, input }: GroupContext): number => nextLookAt(patience, input.settings.dispatch)

/** Whether a turn takes everything that is pending at this very moment: then nothing has to be given up. */
function isTakenNow(context: GroupContext, at: number): boolean {
  const { pending, turn, lastEndAt, input } = context
  if (pending.length === 0) return false
  if (turn) return turn.restart === 'due' && restartFloor(context, at) === 0
  const { mentionMinIntervalMs, dispatch } = input.settings
  const mentioned = pending.some((message) => message.mentioned)
  if (input.oneToOne) return true
  if (mentioned) return since(at, lastEndAt) >= mentionMinIntervalMs
  return since(at, lastEndAt) >= dispatch.cooldownMs && !mustWait(context, at)
}

/** Nothing was worth saying lately, and nothing that waits asks for a look at once. */
const mustWait = (context: GroupContext, at: number): boolean =>
  !context.input.oneToOne && at < lookAgainAt(context) && !context.pending.some(isUrgent(context))

const isUrgent =
  ({ input }: GroupContext) =>
  (ref: MessageRef): boolean =>
    ref.mentioned || change.isStrong(ref, input.settings)

/** L3, L4: somebody may have answered, the talk has moved on, or the draft is old. */
function isOutdated(context: GroupContext, at: number): boolean {
  const { maxAgeMs, maxMoved } = context.input.settings.delay
  const { answered, moved, draft } = change.turnOf(context)
  return answered || moved > maxMoved || since(at, draft?.at) > maxAgeMs
}

export const groupSetup = setup({
  types: {
    context: {} as GroupContext,
    events: {} as GroupEvent,
    input: {} as GroupInput,
    meta: {} as { gate: Gate },
    transitionMeta: {} as { gate: Gate },
    tags: {} as 'busy',
  },
  actors: {
    decide: fromPromise<Decision, DecideInput>(notProvided('decide')),
    compose: fromPromise<Composed, ComposeInput>(notProvided('compose')),
    deliver: fromPromise<Delivered, DeliverInput>(notProvided('deliver')),
  },
  delays: {
    bufferInterval: ({ context, event }) => {
      const { intervalMs } = context.input.settings.batching
      return Math.max(
        0,
        Math.min(context.bufferLast + intervalMs, context.bufferSince + 4 * intervalMs) - timeOf(event),
      )
    },
    windowFall: ({ context, event }) => fallsIn(context.activity, timeOf(event), context.input.settings.vitality),
    decisionTimeout: ({ context }) => context.input.settings.decision.modelTimeoutMs,
    compositionTimeout: ({ context }) => context.input.settings.reply.modelTimeoutMs,
    pause: ({ context, event }) => Math.max(0, (context.turn?.dueAt ?? 0) - timeOf(event)),
    restartFloor: ({ context, event }) => restartFloor(context, timeOf(event)),
    deliveryTimeout: ({ context }) => context.input.settings.delivery.timeoutMs,
    deliveryBackoff: ({ context }) => context.input.settings.delivery.backoffMs,
    mentionFloor: ({ context, event }) =>
      Math.max(0, context.input.settings.mentionMinIntervalMs - since(timeOf(event), context.lastEndAt)),
    cooldown: ({ context, event }) =>
      Math.max(0, context.input.settings.dispatch.cooldownMs - since(timeOf(event), context.lastEndAt)),
    patience: ({ context, event }) => Math.max(0, lookAgainAt(context) - timeOf(event)),
  },
  guards: {
    // intake
    isOwn: ({ event }) => event.message.kind === 'self',
    isMention: ({ event }) => event.message.mentioned,
    isBufferRipe: ({ context, event }) => {
      const { intervalMs } = context.input.settings.batching
      const at = timeOf(event)
      return since(at, context.bufferLast) >= intervalMs || since(at, context.bufferSince) >= 4 * intervalMs
    },
    isBufferEmpty: ({ context }) => context.buffer.length === 0,
    isOverfull: ({ context, event }) =>
      context.buffer.length + context.pending.length > context.input.settings.dispatch.maxPending &&
      !isTakenNow(context, timeOf(event)),
    // vitality
    isDormant: ({ context }) => vitality(context) === 'DORMANT',
    isCooling: ({ context }) => vitality(context) === 'COOLING',
    isActive: ({ context }) => vitality(context) === 'ACTIVE',
    isHeated: ({ context }) => vitality(context) === 'HEATED',
    // dispatch
    hasPending: ({ context }) => context.pending.length > 0,
    isQueueEmpty: ({ context }) => context.pending.length === 0,
    mustWait: ({ context, event }) => context.pending.length > 0 && mustWait(context, timeOf(event)),
    isWaitOver: ({ context, event }) => !mustWait(context, timeOf(event)),
    isMentionEarly: ({ context, event }) =>
      context.pending.some(({ mentioned }) => mentioned) &&
      since(timeOf(event), context.lastEndAt) < context.input.settings.mentionMinIntervalMs,
    isMentionDue: ({ context, event }) =>
      context.pending.some(({ mentioned }) => mentioned) &&
      since(timeOf(event), context.lastEndAt) >= context.input.settings.mentionMinIntervalMs,
    isCooldownOver: ({ context, event }) =>
      since(timeOf(event), context.lastEndAt) >= context.input.settings.dispatch.cooldownMs,
    isMentionFloorOver: ({ context, event }) =>
      since(timeOf(event), context.lastEndAt) >= context.input.settings.mentionMinIntervalMs,
    isOneToOne: ({ context }) => context.input.oneToOne,
    // before the decision
    isSwitchedOff: ({ context }) => !context.input.settings.enabled,
    isLoop: ({ context }) => isLoop(change.turnOf(context).batch, context, context.input.settings.loop),
    isPairLoop: ({ context }) => isPairLoop(change.turnOf(context).batch, context, context.input.settings.loop),
    isRoomLoop: ({ context }) => isRoomLoop(change.turnOf(context).batch, context, context.input.settings.loop),
    isUnmentionedByPolicy: ({ context }) => context.input.settings.policy === 'mention' && !isAddressed(context),
    isAimedElsewhere: ({ context }) =>
      context.input.settings.decision.skipElsewhere &&
      !isSpared(context) &&
      change.turnOf(context).batch.every(({ elsewhere }) => elsewhere),
    isIrrelevant: ({ context }) => {
      const { relevance, floor } = relevanceOf(context)
      return !isSpared(context) && !isAddressed(context) && relevance < floor
    },
    isJudgementSpared: ({ context }) => isSpared(context),
    isBudgetSpent: ({ context, event }, { calls }: { calls: 'ahead' | readonly Call[] }) =>
      blockBefore(context, timeOf(event), calls) !== undefined,
    // answers of the children
    isUnwanted: ({ context }, decision: Decision) => !decision.want && claimOn(context, decision) !== 'refuted',
    isForOthers: ({ context }, decision: Decision) => decision.to === 'other' && !isAddressed(context),
    isBelowThreshold: ({ context }, decision: Decision) =>
      !isAddressed(context) && decision.relevance !== undefined && decision.relevance < thresholdOf(context, decision),
    isInterrupted: (_, { kind }: Failure) => kind === 'interrupted',
    isCeiling: (_, { kind }: Failure) => kind === 'ceiling',
    isPermanent: (_, { kind }: Failure) => kind === 'permanent',
    isBlank: (_, { text }: Composed) => text.trim() === '',
    isRepetition: ({ context }, { similarity }: Composed) => similarity >= context.input.settings.style.maxSimilarity,
    isRepetitionAsked: ({ context }, { similarity }: Composed) =>
      similarity >= context.input.settings.style.maxSimilarity && isAsked(context),
    isDropped: (_, { verdict }: Decision) => verdict === 'drop' || verdict === undefined,
    isShortened: (_, { verdict }: Decision) => verdict === 'shorten',
    // delay and send
    supersedesDraft: ({ context, event }) =>
      event.message.mentioned &&
      context.turn?.restart === undefined &&
      blockBefore(context, timeOf(event), 'ahead') === undefined,
    isOthers: ({ event }) => event.message.kind !== 'self',
    isPauseOver: ({ context, event }) => timeOf(event) >= (context.turn?.dueAt ?? 0),
    isRestartDue: ({ context, event }) => restartFloor(context, timeOf(event)) === 0,
    isExpired: ({ context, event }) => timeOf(event) >= expiryOf(context),
    isOutdated: ({ context, event }) => isOutdated(context, timeOf(event)),
    isOutdatedBeyondBudget: ({ context, event }) =>
      isOutdated(context, timeOf(event)) && blockBefore(context, timeOf(event), ['decide']) !== undefined,
  },
  actions: {
    /** One gate's outcome. The host adds the time and records it with the step (S4). */
    recordVerdict: (_, __: Omit<Verdict, 'at'>) => undefined,
    enterWindow: assign(({ context, event }) => change.heard(context, event.message, timeOf(event))),
    slideWindow: assign(({ context, event }) => change.slid(context, timeOf(event))),
    noteOwnSpeech: assign(({ event }) => ({ lastSpokeAt: timeOf(event) })),
    bufferMessage: assign(({ context, event }) => change.buffered(context, event.message, timeOf(event))),
    flushBuffer: assign(({ context }) => change.flushed(context)),
    dropOldest: assign(({ context }) => change.relieved(context)),
    openTurn: assign(({ context, event }) => change.turnOpened(context, timeOf(event))),
    dropDraft: assign(({ context }) => change.superseded(context)),
    restartTurn: assign(({ context, event }) => change.turnRestarted(context, timeOf(event))),
    holdTokens: assign(({ context, event }, { call }: { call: Call }) =>
      change.held(context, call, replyTypeOf(context, timeOf(event)), timeOf(event)),
    ),
    settleTokens: assign(({ context, event }, { tokens }: { tokens: number | undefined }) =>
      change.settled(context, tokens, timeOf(event)),
    ),
    keepDecision: assign(({ context }, decision: Decision) => change.decided(context, decision)),
    keepDraft: assign(({ context, event }, composed: Composed) => change.drafted(context, composed, timeOf(event))),
    losePatience: assign(({ context, event }, { relevance }: { relevance: number | undefined }) =>
      change.judgedForNothing(context, relevance, timeOf(event)),
    ),
    pointBack: assign(({ context }) => change.reacting(context)),
    countRepeat: assign(({ context }) => change.repeated(context)),
    noteTalk: assign(({ context, event }) => change.overheard(context, event.message)),
    shortenDraft: assign(({ context }) => change.shortened(context, shorten(context.turn?.draft?.text ?? ''))),
    countTry: assign(({ context }) => change.tried(context)),
    bookSend: assign(({ context, event }) => change.sent(context, timeOf(event))),
    closeTurn: assign(({ context, event }) => change.turnClosed(context, timeOf(event))),
  },
})
