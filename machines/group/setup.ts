// The group chart's vocabulary: its types, children, delays, guards and actions.
import { assign, fromPromise, setup } from 'xstate'
import type { AgentInput, RunEnd } from '../agent/context.ts'
import type { TapeEntry } from '../agent/children.ts'
import type {
  AnswerInput,
  CommandInput,
  CommandOutput,
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
import * as asks from './asks.ts'
import * as budgetWait from './budget-wait.ts'
import { replyTypeOf } from './call-inputs.ts'
import { isRequestedByPerson } from './conditions.ts'
import * as change from './changes.ts'
import * as command from './command.ts'
import { delays } from './delays.ts'
import * as draft from './draft.ts'
import {
  askIn,
  commandIn,
  deliveredIn,
  floorOf,
  messageOf,
  policyIn,
  postIn,
  progressOf,
  recalledIn,
} from './events.ts'
import { composites, guards } from './guards.ts'
import * as ledger from './ledger.ts'
import * as lines from './run-lines.ts'
import * as note from './note.ts'
import * as posts from './posts.ts'
import * as run from './run.ts'
import * as schedule from './scheduled.ts'
import * as stops from './run-stops.ts'
import * as requests from './withdraw.ts'
import { offeredTools } from './run-rights.ts'
import { askerRefused, rejoined } from './person-limit.ts'
import type { Gate, GroupInput } from './settings.ts'
import type { GroupContext } from './context.ts'
import type { GroupEvent, Verdict } from './types.ts'
import { shorten } from '../rules/reply-type.ts'
import type { Call } from '../rules/reservation.ts'
import { timeOf } from '../rules/time.ts'

const notProvided = (name: string) => () => Promise.reject(new Error(`${name} is not provided`))

const vocabulary = setup({
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
    command: fromPromise<CommandOutput, CommandInput>(notProvided('command')),
    answer: fromPromise<Delivered, AnswerInput>(notProvided('answer')),
    renewNote: fromPromise<NoteOutput, NoteInput>(notProvided('renewNote')),
    /** A chart of its own where the host has it. */
    agent: fromPromise<RunEnd, AgentInput>(notProvided('agent')),
  },
  delays,
  guards,
  actions: {
    /** One gate's outcome. The host adds the time and records it with the step (S4). */
    recordVerdict: (_, __: Omit<Verdict, 'at'>) => undefined,
    enterWindow: assign(({ context, event }) => change.heard(context, messageOf(event), timeOf(event))),
    hush: assign(({ context }) => change.hushed(context, true)),
    unhush: assign(({ context }) => change.hushed(context, false)),
    pauseBot: assign(({ context }) => ({ input: { ...context.input, paused: true } })),
    resumeBot: assign(({ context }) => ({ input: { ...context.input, paused: false } })),
    keepPolicy: assign(({ context, event }) => change.policySet(context, policyIn(event))),
    slideWindow: assign(({ context, event }) => change.slid(context, timeOf(event))),
    keepSpeechTime: assign(({ context, event }) => change.spoke(context, timeOf(event))),
    bufferMessage: assign(({ context, event }) => change.buffered(context, messageOf(event), timeOf(event))),
    flushBuffer: assign(({ context }) => change.flushed(context)),
    dropOldest: assign(({ context }) => change.relieved(context)),
    openTurn: assign(({ context, event }) => change.turnOpened(context, timeOf(event))),
    dropDraft: assign(({ context }) => draft.superseded(context)),
    holdTurn: assign(({ context, event }) => budgetWait.holding(context, timeOf(event))),
    resumeTurn: assign(({ context, event }) => budgetWait.turnResumed(context, timeOf(event))),
    keepSigns: assign(({ context, event }) =>
      context.turn?.parted ? {} : budgetWait.withSigns(context, budgetWait.unsignedOf(context), timeOf(event)),
    ),
    refuseAsker: assign(({ context, event }, failure: Failure) => askerRefused(context, failure, timeOf(event))),
    rejoin: assign(({ context }) => rejoined(context)),
    restartTurn: assign(({ context, event }) => change.turnRestarted(context, timeOf(event))),
    reserveTokens: assign(({ context, event }, { call }: { call: Call }) =>
      ledger.tokensReserved(context, timeOf(event), {
        call,
        tools: call === 'compose' && offeredTools(context, timeOf(event)).length > 0,
        type: replyTypeOf(context, timeOf(event)),
        asked: isRequestedByPerson(context),
      }),
    ),
    /** A call is over, however it ended: what it cost is booked, and what was reserved for it is free. */
    settleTokens: assign(({ context, event }) =>
      ledger.tokensSettled(context, ledger.costOf(context, event), timeOf(event)),
    ),
    keepDecision: assign(({ context }, decision: Decision) => change.decided(context, decision)),
    keepDraft: assign(({ context, event }, composed: Composed) => draft.drafted(context, composed, timeOf(event))),
    lengthenSkipBackoff: assign(({ context, event }, { relevance }: { relevance?: number | undefined }) =>
      change.judgedForNothing(context, relevance, timeOf(event)),
    ),
    pointBack: assign(({ context }) => draft.reacting(context)),
    countRepeat: assign(({ context }) => change.repeated(context)),
    countTalk: assign(({ context, event }) => draft.overheard(context, messageOf(event))),
    beginRejudgement: assign(({ context }) => draft.rejudgementBegun(context)),
    keepRejudgement: assign(({ context }) => draft.rejudgementKept(context)),
    keepFloor: assign(({ context, event }) => draft.floorTaken(context, floorOf(event))),
    freeFloor: assign(({ context, event }) => draft.floorFreed(context, floorOf(event))),
    shortenDraft: assign(({ context }) => draft.shortened(context, shorten(context.turn?.draft?.text ?? ''))),
    countTry: assign(({ context, event }) => change.tried(context, timeOf(event))),
    forbidRetry: assign(({ context }) => change.dropped(context)),
    bookSend: assign(({ context, event }) => change.sent(context, timeOf(event))),
    /** The new note, for the host to keep with the step. */
    recordNote: (_, __: NoteOutput) => undefined,
    reserveNoteTokens: assign(({ context, event }) => note.noteReserved(context, timeOf(event))),
    settleNoteTokens: assign(({ context, event }) =>
      note.noteSettled(context, ledger.noteCostOf(context, event), timeOf(event)),
    ),
    startWatch: assign(({ context }, output: NoteOutput) => note.watchStarted(context, output)),
    outdateNote: assign(({ context }) => note.noteOutdated(context)),
    keepNoteFailure: assign(({ context, event }) => note.noteFailed(context, timeOf(event))),
    /** Rows of a run's tape, for the host to write with the step (A1). */
    recordEntries: (_, __: readonly TapeEntry[]) => undefined,
    /** The run ended well: its rows are in force; or it failed: they stay for whoever looks into it, beside one event. */
    mergeRun: (_, __: { run: string }) => undefined,
    failRun: (_, __: { run: string; event: TapeEntry }) => undefined,
    beginRun: assign(({ context, event }, composed: Composed) => run.begun(context, composed, timeOf(event))),
    keepProgress: assign(({ context, event }) => run.progressed(context, progressOf(event))),
    /** The room was told how the work goes. */
    keepPosted: assign(({ context, event }) => ({
      ...lines.posted(context, deliveredIn(event).id),
      ...posts.sent(context),
    })),
    detachRun: assign(({ context, event }) => run.detached(context, timeOf(event))),
    endRun: assign(({ context, event }, end: RunEnd) => run.ended(context, end, timeOf(event))),
    dropRun: assign(({ context, event }) => run.dropped(context, event, timeOf(event))),
    /** A person spoke, to the tools at work: talk among bots begins anew. */
    heedPerson: assign(({ context, event }) => run.heeded(context, messageOf(event), timeOf(event))),
    keepStop: assign(({ context, event }) => stops.stopSign(context, messageOf(event))),
    /** What others asked of the work that is called off. */
    askAgain: assign(({ context, event }) => stops.othersAskAgain(context, messageOf(event))),
    keepRecall: assign(({ context }) => stops.recallSign(context)),
    forgetStop: assign({ stopped: undefined }),
    withdraw: assign(({ context, event }) => requests.withdrawn(context, event)),
    keepWithdrawal: assign(({ event }) => requests.withdrawalSign(messageOf(event))),
    forgetWithdrawal: assign({ withdrawal: undefined }),
    takeRest: assign(({ context }) => requests.restTaken(context)),
    /** What was taken back is answered no more. */
    forgetMessage: assign(({ context, event }) => stops.forgotten(context, recalledIn(event))),
    callOff: assign(({ context }) => stops.turnCalledOff(context, 'askRecalled')),
    draftAnswer: assign(({ context, event }) => run.answerDrafted(context, timeOf(event))),
    draftNotice: assign(({ context, event }) => run.noticeDrafted(context, timeOf(event))),
    keepAsk: assign(({ context, event }) => asks.asked(context, askIn(event))),
    offerLine: assign(({ context }) => lines.lineOffered(context)),
    openLine: assign(({ context, event }) => lines.lineOpened(context, timeOf(event))),
    draftAsk: assign(({ context, event }) => asks.askDrafted(context, timeOf(event))),
    openAsk: assign(({ context, event }) => asks.askOpened(context, timeOf(event))),
    keepScheduled: assign(({ context, event }) => schedule.kept(context, schedule.scheduledIn(event))),
    openScheduled: assign(({ context, event }) => schedule.opened(context, timeOf(event))),
    draftReminder: assign(({ context, event }) => schedule.reminderDrafted(context, timeOf(event))),
    openReport: assign(({ context, event }) =>
      posts.isPostDue(context) ? posts.postOpened(context, timeOf(event)) : run.reportOpened(context, timeOf(event)),
    ),
    keepPost: assign(({ context, event }) => posts.kept(context, postIn(event))),
    draftPost: assign(({ context, event }) => posts.postDrafted(context, timeOf(event))),
    endPost: assign(({ context }) => posts.told(context)),
    /** Rows of the tape that are of no run, for the host to write with the step. */
    noteEntries: (_, __: readonly TapeEntry[]) => undefined,
    keepCommand: assign(({ context, event }) => command.taken(context, commandIn(event), timeOf(event))),
    keepCommandAnswer: assign(({ context }, { text }: CommandOutput) => command.answered(context, text)),
    keepCommandFailure: assign(({ context, event }) => command.failed(context, event)),
    countAnswerTry: assign(({ context }) => command.tried(context)),
    dropCommand: assign(({ context }) => command.dropped(context)),
    closeTurn: assign(({ context, event }) => ({
      ...change.turnClosed(context, timeOf(event)),
      ...posts.closed(context),
    })),
  },
})

export const groupSetup = vocabulary.extend({ guards: composites })
