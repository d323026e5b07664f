// The group chart's vocabulary: its types, children, delays, guards and actions.
import { assign, fromPromise, setup } from 'xstate'
import {
  blockBefore,
  bufferEnd,
  isAddressed,
  isAsked,
  isContinued,
  isFloorTaken,
  isHeldBack,
  isNamed,
  isOutdated,
  isRequestDue,
  isRequestEarly,
  isRequestPending,
  isSilenced,
  isSupersededBy,
  isTakenNow,
  isUnjudged,
  mustWait,
  policyOf,
  relevanceOf,
  restartWait,
  since,
  skipsDecision,
  thresholdOf,
  vitalityNow,
} from './conditions.ts'
import * as change from './context.ts'
import * as draft from './draft.ts'
import { floorOf, messageOf, policyIn } from './events.ts'
import { delays } from './delays.ts'
import * as held from './budget-wait.ts'
import * as ledger from './ledger.ts'
import * as note from './note.ts'
import { expiryOf, replyTypeOf } from './call-inputs.ts'
import type {
  Composed,
  ComposeInput,
  DecideInput,
  Decision,
  DeliverInput,
  Delivered,
  Failure,
  NoteInput,
  NoteOutput,
  SignInput,
} from './children.ts'
import type { Gate, GroupInput } from './settings.ts'
import type { GroupContext, GroupEvent, Verdict } from './types.ts'
import { isForOthers } from '../rules/for-others.ts'
import { isLoop, isPairLoop, isRoomLoop } from '../rules/loop-brake.ts'
import { shorten } from '../rules/reply-type.ts'
import type { Call } from '../rules/reservation.ts'
import { timeOf } from '../rules/time.ts'

const notProvided = (name: string) => () => Promise.reject(new Error(`${name} is not provided`))

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
    sign: fromPromise<unknown, SignInput>(notProvided('sign')),
    renewNote: fromPromise<NoteOutput, NoteInput>(notProvided('renewNote')),
  },
  delays,
  guards: {
    // intake
    isOwn: ({ event }) => messageOf(event).kind === 'self',
    isMention: ({ event }) => messageOf(event).mentioned,
    isBufferRipe: ({ context, event }) => timeOf(event) >= bufferEnd(context),
    isBufferEmpty: ({ context }) => context.buffer.length === 0,
    isOverfull: ({ context, event }) =>
      context.buffer.length + context.pending.length > context.input.settings.dispatch.maxPending &&
      !isTakenNow(context, timeOf(event)) &&
      !(context.turn?.heldAt !== undefined && held.isHeldDue(context, timeOf(event))),
    // vitality
    isDormant: ({ context }) => vitalityNow(context) === 'DORMANT',
    isCooling: ({ context }) => vitalityNow(context) === 'COOLING',
    isActive: ({ context }) => vitalityNow(context) === 'ACTIVE',
    isHeated: ({ context }) => vitalityNow(context) === 'HEATED',
    // dispatch
    hasPending: ({ context }) => context.pending.length > 0,
    isQueueEmpty: ({ context }) => context.pending.length === 0,
    mustWait: ({ context, event }) => context.pending.length > 0 && mustWait(context, timeOf(event)),
    isBatchDue: ({ context, event }) => context.pending.length > 0 && !mustWait(context, timeOf(event)),
    isWaitOver: ({ context, event }) => !mustWait(context, timeOf(event)),
    isRequestEarly: ({ context, event }) => isRequestEarly(context, timeOf(event)),
    isRequestDue: ({ context, event }) => isRequestDue(context, timeOf(event)),
    isNothingAsked: ({ context }) => !isRequestPending(context),
    isCooldownOver: ({ context, event }) =>
      since(timeOf(event), context.lastEndAt) >= context.input.settings.dispatch.cooldownMs,
    isMentionFloorOver: ({ context, event }) =>
      since(timeOf(event), context.lastEndAt) >= context.input.settings.mentionMinIntervalMs,
    isOneToOne: ({ context }) => context.input.oneToOne,
    // control
    asksForQuiet: ({ context, event }) => messageOf(event).wish === 'quiet' && context.control.hushed !== true,
    asksToSpeak: ({ context, event }) => messageOf(event).wish === 'free' && context.control.hushed === true,
    isMuted: ({ context }) => context.control.muted === true,
    isUnmuted: ({ context }) => context.control.muted !== true,
    isPaused: ({ context }) => context.input.paused === true,
    isResumed: ({ context }) => context.input.paused !== true,
    // before the decision
    isSilenced: ({ context }) => isSilenced(context),
    isRetryForbidden: ({ context: { control, input, turn } }) =>
      control.muted === true || input.paused === true || turn?.dropped === true,
    isSwitchedOff: ({ context }) => !context.input.settings.enabled,
    isLoop: ({ context }) => isLoop(change.turnOf(context).batch, context, context.input.settings.loop),
    isPairLoop: ({ context }) => isPairLoop(change.turnOf(context).batch, context, context.input.settings.loop),
    isRoomLoop: ({ context }) => isRoomLoop(change.turnOf(context).batch, context, context.input.settings.loop),
    isUnmentionedByPolicy: ({ context }) => policyOf(context) === 'mention' && !isNamed(context),
    isHeldBack: ({ context }) => !isUnjudged(context) && isHeldBack(context),
    isAimedElsewhere: ({ context }) =>
      !isUnjudged(context) &&
      change.turnOf(context).batch.every((ref) => isForOthers(ref, context.input.settings.decision)),
    isIrrelevant: ({ context }) => {
      const { relevance, floor } = relevanceOf(context)
      return !isUnjudged(context) && !isAddressed(context) && relevance < floor
    },
    skipsDecision: ({ context }) => skipsDecision(context),
    isBudgetSpent: ({ context, event }, { calls }: { calls: 'ahead' | readonly Call[] }) =>
      blockBefore(context, timeOf(event), calls) !== undefined,
    canBeHeld: ({ context, event }, { calls }: { calls: 'ahead' | readonly Call[] }) =>
      held.canBeHeld(context, timeOf(event), calls),
    isDeclinedWithSign: ({ context, event }, { calls }: { calls: 'ahead' | readonly Call[] }) =>
      blockBefore(context, timeOf(event), calls) !== undefined && held.unsignedOf(context).length > 0,
    isHeldDue: ({ context, event }) => held.isHeldDue(context, timeOf(event)),
    isSignOwed: ({ context }) => held.unsignedOf(context).length > 0,
    isSignLate: ({ context, event }) =>
      since(timeOf(event), context.turn?.signing?.at) >= context.input.settings.delivery.timeoutMs,
    // answers of the children
    isUnwanted: (_, decision: Decision) => !decision.want,
    isForOthers: (_, decision: Decision) => decision.to === 'other',
    isBelowThreshold: ({ context }, decision: Decision) =>
      !isAddressed(context) && decision.relevance !== undefined && decision.relevance < thresholdOf(context, decision),
    isInterrupted: (_, { kind }: Failure) => kind === 'interrupted',
    isUnreadableOfRequest: ({ context }, { kind }: Failure) => kind === 'unparsable' && isAsked(context),
    isCeiling: (_, { kind }: Failure) => kind === 'ceiling',
    isPermanent: (_, { kind }: Failure) => kind === 'permanent',
    isSilence: (_, { silent }: Composed) => silent === true,
    isBlank: (_, { text }: Composed) => text.trim() === '',
    isRepetition: ({ context }, { similarity }: Composed) => similarity >= context.input.settings.style.maxSimilarity,
    isRepetitionAsked: ({ context }, { similarity }: Composed) =>
      similarity >= context.input.settings.style.maxSimilarity && isAsked(context),
    isDropped: (_, { verdict }: Decision) => verdict === 'drop' || verdict === undefined,
    isShortened: (_, { verdict }: Decision) => verdict === 'shorten',
    /** D5: the timer that should have ended the call is lost. */
    isCallLate: ({ context, event }, { call }: { call: Call }) => {
      const { modelTimeoutMs } = context.input.settings[call === 'decide' ? 'decision' : 'reply']
      return since(timeOf(event), context.ledger.held?.at) >= modelTimeoutMs
    },
    isTryLate: ({ context, event }) =>
      since(timeOf(event), context.turn?.triedAt) >= context.input.settings.delivery.timeoutMs,
    isRetryLate: ({ context, event }) => {
      const { timeoutMs, backoffMs } = context.input.settings.delivery
      return since(timeOf(event), context.turn?.triedAt) >= timeoutMs + backoffMs
    },
    mayRenewNote: ({ context, event }) => note.mayRenewNote(context, () => timeOf(event)),
    isNoteLate: ({ context, event }) => note.isNoteLate(context, timeOf(event)),
    isNoteBackoffOver: ({ context, event }) => timeOf(event) >= note.backoffEnd(context),
    // delay and send
    supersedesDraft: ({ context, event }) => isSupersededBy(context, messageOf(event), timeOf(event)),
    isOthers: ({ event }) => messageOf(event).kind !== 'self',
    isPauseOver: ({ context, event }) => timeOf(event) >= (context.turn?.dueAt ?? 0),
    isFloorTaken: ({ context, event }) => isFloorTaken(context, timeOf(event)),
    isFloorFree: ({ context, event }) => !isFloorTaken(context, timeOf(event)),
    isContinued: ({ context, event }) => isContinued(context, timeOf(event)),
    isRestartDue: ({ context, event }) => restartWait(context, timeOf(event)) === 0,
    isExpired: ({ context, event }) => timeOf(event) >= expiryOf(context),
    isAskedInVain: ({ context }) => (context.turn?.triedAt ?? -Infinity) >= expiryOf(context),
    isOutdated: ({ context, event }) =>
      isOutdated(context, timeOf(event)) && blockBefore(context, timeOf(event), ['decide']) === undefined,
    isOvertaken: ({ context, event }) => draft.isOvertaken(context, timeOf(event)),
    isOvertakenForGood: ({ context, event }) => draft.isOvertakenForGood(context, timeOf(event)),
    isOutdatedBeyondBudget: ({ context, event }) =>
      !isAsked(context) &&
      isOutdated(context, timeOf(event)) &&
      blockBefore(context, timeOf(event), ['decide']) !== undefined,
  },
  actions: {
    /** One gate's outcome. The host adds the time and records it with the step (S4). */
    recordVerdict: (_, __: Omit<Verdict, 'at'>) => undefined,
    enterWindow: assign(({ context, event }) => change.heard(context, messageOf(event), timeOf(event))),
    mute: assign(({ context }) => ({ control: { ...context.control, muted: true as const } })),
    unmute: assign(({ context }) => change.unmuted(context)),
    hush: assign(({ context }) => change.hushed(context, true)),
    unhush: assign(({ context }) => change.hushed(context, false)),
    pause: assign(({ context }) => ({ input: { ...context.input, paused: true } })),
    resume: assign(({ context }) => ({ input: { ...context.input, paused: false } })),
    keepPolicy: assign(({ context, event }) => change.policySet(context, policyIn(event))),
    slideWindow: assign(({ context, event }) => change.slid(context, timeOf(event))),
    noteOwnSpeech: assign(({ event }) => ({ lastSpokeAt: timeOf(event) })),
    bufferMessage: assign(({ context, event }) => change.buffered(context, messageOf(event), timeOf(event))),
    flushBuffer: assign(({ context }) => change.flushed(context)),
    dropOldest: assign(({ context }) => change.relieved(context)),
    openTurn: assign(({ context, event }) => change.turnOpened(context, timeOf(event))),
    dropDraft: assign(({ context }) => draft.superseded(context)),
    holdTurn: assign(({ context, event }) => held.holding(context, timeOf(event))),
    resumeTurn: assign(({ context, event }) => held.turnResumed(context, timeOf(event))),
    noteSigns: assign(({ context, event }) => held.withSigns(context, held.unsignedOf(context), timeOf(event))),
    restartTurn: assign(({ context, event }) => change.turnRestarted(context, timeOf(event))),
    holdTokens: assign(({ context, event }, { call }: { call: Call }) =>
      ledger.tokensHeld(context, timeOf(event), {
        call,
        type: replyTypeOf(context, timeOf(event)),
        asked: isAsked(context),
      }),
    ),
    settleTokens: assign(({ context, event }, { tokens }: { tokens: number | undefined }) =>
      ledger.tokensSettled(context, tokens ?? ledger.costAt(context, event), timeOf(event)),
    ),
    keepDecision: assign(({ context }, decision: Decision) => change.decided(context, decision)),
    keepDraft: assign(({ context, event }, composed: Composed) => draft.drafted(context, composed, timeOf(event))),
    backOff: assign(({ context, event }, { relevance }: { relevance: number | undefined }) =>
      change.judgedForNothing(context, relevance, timeOf(event)),
    ),
    pointBack: assign(({ context }) => draft.reacting(context)),
    countRepeat: assign(({ context }) => change.repeated(context)),
    noteTalk: assign(({ context, event }) => draft.overheard(context, messageOf(event))),
    beginRejudgement: assign(({ context }) => draft.rejudgementBegun(context)),
    keepRejudgement: assign(({ context }) => draft.rejudgementKept(context)),
    noteFloor: assign(({ context, event }) => draft.floorTaken(context, floorOf(event))),
    freeFloor: assign(({ context, event }) => draft.floorFreed(context, floorOf(event))),
    shortenDraft: assign(({ context }) => draft.shortened(context, shorten(context.turn?.draft?.text ?? ''))),
    countTry: assign(({ context, event }) => change.tried(context, timeOf(event))),
    forbidRetry: assign(({ context }) => change.dropped(context)),
    bookSend: assign(({ context, event }) => change.sent(context, timeOf(event))),
    /** The new note, for the host to keep with the step. */
    recordNote: (_, __: NoteOutput) => undefined,
    holdNote: assign(({ context, event }) => note.noteHeld(context, timeOf(event))),
    settleNote: assign(({ context, event }, { tokens }: { tokens: number | undefined }) =>
      note.noteSettled(context, tokens ?? ledger.noteCostAt(context, event), timeOf(event)),
    ),
    startWatch: assign(({ context }, output: NoteOutput) => note.watchStarted(context, output)),
    outdateNote: assign(({ context }) => note.noteOutdated(context)),
    noteFailure: assign(({ context, event }) => note.noteFailed(context, timeOf(event))),
    closeTurn: assign(({ context, event }) => change.turnClosed(context, timeOf(event))),
  },
})
