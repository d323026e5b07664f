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
import type { GroupContext, GroupEvent, Verdict } from './group.types.ts'
import { budgetBlock } from './rules/budget.ts'
import { isLoop } from './rules/loop-brake.ts'
import { shorten } from './rules/reply-type.ts'
import { type Call, needOf } from './rules/reservation.ts'
import { timeOf } from './rules/time.ts'
import { fallsIn, vitalityOf } from './rules/window.ts'

const notProvided = (name: string) => () => Promise.reject(new Error(`${name} is not provided`))

export const isAddressed = ({ turn, input }: GroupContext): boolean =>
  input.oneToOne || (turn?.batch.some(({ mentioned }) => mentioned) ?? false)

/** The window that forbids what comes next, if any (U2, U5). */
export const blockBefore = (context: GroupContext, at: number, calls: readonly Call[]) =>
  budgetBlock(context.ledger, context.input.settings, at, {
    mentioned: isAddressed(context),
    tokens: needOf(context.input, calls),
  })

/** Calls a turn will need from its start: open groups and one-to-one chats are not judged (I7). */
export const callsAhead = (context: GroupContext): Call[] => (isSpared(context) ? ['compose'] : ['decide', 'compose'])

const isSpared = ({ input }: GroupContext): boolean =>
  input.oneToOne || input.settings.policy === 'open' || !input.settings.decision.enabled

const vitality = ({ activity, input }: GroupContext) => vitalityOf(activity, input.settings.vitality)
const since = (at: number, start: number | undefined): number => (start === undefined ? Infinity : at - start)

const restartFloor = ({ input, turn }: GroupContext, at: number): number =>
  Math.max(0, input.settings.mentionMinIntervalMs - since(at, turn?.startedAt))

/** Whether a turn takes everything that is pending at this very moment: then nothing has to be given up. */
function isTakenNow(context: GroupContext, at: number): boolean {
  const { pending, turn, lastEndAt, input } = context
  if (pending.length === 0) return false
  if (turn) return turn.restart === 'due' && restartFloor(context, at) === 0
  const { mentionMinIntervalMs, dispatch } = input.settings
  const mentioned = pending.some((message) => message.mentioned)
  return input.oneToOne || since(at, lastEndAt) >= (mentioned ? mentionMinIntervalMs : dispatch.cooldownMs)
}

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
    cooldown: ({ context }) => context.input.settings.dispatch.cooldownMs,
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
    hasPendingMention: ({ context }) => context.pending.some(({ mentioned }) => mentioned),
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
    isLoop: ({ context }) =>
      isLoop(context.turn?.batch ?? [], context.botTurns, context.input.settings.loop.maxBotTurns),
    isUnmentionedByPolicy: ({ context }) => context.input.settings.policy === 'mention' && !isAddressed(context),
    isJudgementSpared: ({ context }) => isSpared(context),
    isBudgetSpent: ({ context, event }, { calls }: { calls: 'ahead' | readonly Call[] }) =>
      blockBefore(context, timeOf(event), calls === 'ahead' ? callsAhead(context) : calls) !== undefined,
    // answers of the children
    isUnwanted: (_, { want }: Decision) => !want,
    isBelowThreshold: ({ context }, { relevance }: Decision) =>
      !isAddressed(context) &&
      relevance !== undefined &&
      relevance < context.input.settings.decision.minRelevance[vitality(context)],
    isInterrupted: (_, { kind }: Failure) => kind === 'interrupted',
    isCeiling: (_, { kind }: Failure) => kind === 'ceiling',
    isPermanent: (_, { kind }: Failure) => kind === 'permanent',
    isBlank: (_, { text }: Composed) => text.trim() === '',
    isRepetition: ({ context }, { similarity }: Composed) => similarity >= context.input.settings.style.maxSimilarity,
    isDropped: (_, { verdict }: Decision) => verdict === 'drop' || verdict === undefined,
    isShortened: (_, { verdict }: Decision) => verdict === 'shorten',
    // delay and send
    supersedesDraft: ({ context, event }) => event.message.mentioned && context.turn?.restart === undefined,
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
    countRepeat: assign(({ context }) => change.repeated(context)),
    noteTalk: assign(({ context, event }) => change.overheard(context, event.message)),
    shortenDraft: assign(({ context }) => change.shortened(context, shorten(context.turn?.draft?.text ?? ''))),
    countTry: assign(({ context }) => change.tried(context)),
    bookSend: assign(({ context, event }) => change.sent(context, timeOf(event))),
    closeTurn: assign(({ context, event }) => change.turnClosed(context, timeOf(event))),
  },
})
