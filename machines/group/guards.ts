// The guards of the group chart by name: yes/no questions about a moment; a chart composes them with and, not, or.
import { and, not, or, stateIn } from 'xstate'
import * as toAsk from './asks.ts'
import * as budgetWait from './budget-wait.ts'
import * as asks from './conditions.ts'
import { isDebounced, turnOf } from './changes.ts'
import * as command from './command.ts'
import * as draft from './draft.ts'
import { commandIn, composedIn, decisionIn, failureIn, messageOf, postIn, recalledIn } from './events.ts'
import { expiryOf } from './call-inputs.ts'
import { offeredTools } from './run-rights.ts'
import * as lines from './run-lines.ts'
import * as note from './note.ts'
import * as posts from './posts.ts'
import * as run from './run.ts'
import * as schedule from './scheduled.ts'
import * as stops from './run-stops.ts'
import * as withdraw from './withdraw.ts'
import { asksWithOthers, hasOthersLeft, refusedBy } from './person-limit.ts'
import type { RunEnd } from '../agent/context.ts'
import type { GroupContext } from './context.ts'
import type { GroupEvent } from './types.ts'
import { isForOthers } from '../rules/for-others.ts'
import { isLoop, isPairLoop, isRoomLoop } from '../rules/loop-brake.ts'
import type { Call } from '../rules/reservation.ts'
import { timeOf } from '../rules/time.ts'

interface Moment {
  context: GroupContext
  event: GroupEvent
}
/** The calls that must be paid for; ahead: those of a turn from its start. */
interface Cost {
  calls: 'ahead' | readonly Call[]
}

const after = (at: number, start: number | undefined): number => asks.since(at, start)

export const guards = {
  // intake
  isOwn: ({ event }: Moment) => messageOf(event).kind === 'self',
  isMention: ({ event }: Moment) => messageOf(event).mentioned,
  /** The rest of the sentence is awaited (A10). */
  isDebounced: ({ context, event }: Moment) => isDebounced(context, messageOf(event)),
  isBufferRipe: ({ context, event }: Moment) => timeOf(event) >= asks.bufferEnd(context),
  isBufferEmpty: ({ context }: Moment) => context.queue.buffer.length === 0,
  isQueueFull: ({ context }: Moment) =>
    context.queue.buffer.length + context.queue.pending.length > context.input.settings.dispatch.maxPending,
  // vitality
  isDormant: ({ context }: Moment) => asks.vitalityNow(context) === 'DORMANT',
  isCooling: ({ context }: Moment) => asks.vitalityNow(context) === 'COOLING',
  isActive: ({ context }: Moment) => asks.vitalityNow(context) === 'ACTIVE',
  isHeated: ({ context }: Moment) => asks.vitalityNow(context) === 'HEATED',
  // control
  asksForQuiet: ({ context, event }: Moment) => messageOf(event).wish === 'quiet' && context.self.hushed !== true,
  asksToSpeak: ({ context, event }: Moment) => messageOf(event).wish === 'free' && context.self.hushed === true,
  isPaused: ({ context }: Moment) => context.input.paused === true,
  // dispatch
  hasPending: ({ context }: Moment) => context.queue.pending.length > 0,
  /** What nobody asked is due for a judgement. */
  isJudgementDue: ({ context, event }: Moment) => timeOf(event) >= asks.nextJudgementAt(context),
  isRequestPending: ({ context }: Moment) => asks.isRequestPending(context),
  isCooldownOver: ({ context, event }: Moment) =>
    after(timeOf(event), context.self.lastEndAt) >= context.input.settings.dispatch.cooldownMs,
  isMentionCooldownOver: ({ context, event }: Moment) =>
    after(timeOf(event), context.self.lastEndAt) >= context.input.settings.mentionMinIntervalMs,
  isOneToOne: ({ context }: Moment) => context.input.oneToOne,
  // before the decision
  isSwitchedOff: ({ context }: Moment) => !context.input.settings.enabled,
  isLoop: ({ context }: Moment) => isLoop(turnOf(context).batch, context.room, context.input.settings.loop),
  isPairLoop: ({ context }: Moment) => isPairLoop(turnOf(context).batch, context.room, context.input.settings.loop),
  isRoomLoop: ({ context }: Moment) => isRoomLoop(turnOf(context).batch, context.room, context.input.settings.loop),
  isMentionPolicy: ({ context }: Moment) => asks.policyOf(context) === 'mention',
  /** The batch names the bot, or answers it. */
  isNamed: ({ context }: Moment) => asks.isNamed(context),
  /** The batch speaks to the bot, by name or not, or to the bots of the room. */
  isAddressed: ({ context }: Moment) => asks.isAddressed(context),
  isUnjudged: ({ context }: Moment) => asks.isUnjudged(context),
  isHeldBack: ({ context }: Moment) => asks.isHeldBack(context),
  isAddressedToOther: ({ context }: Moment) =>
    turnOf(context).batch.every((ref) => isForOthers(ref, context.input.settings.decision)),
  isBelowLocalRelevance: ({ context }: Moment) => {
    const { relevance, least } = asks.localRelevance(context)
    return relevance < least
  },
  skipsDecision: ({ context }: Moment) => asks.skipsDecision(context),
  // budget
  isBudgetSpent: ({ context, event }: Moment, { calls }: Cost) =>
    asks.blockBefore(context, timeOf(event), calls) !== undefined,
  /** What waits could be paid for before it is too late. */
  canBeHeld: ({ context, event }: Moment, { calls }: Cost) =>
    context.turn?.draft?.notice !== true &&
    context.turn?.draft?.post !== true &&
    context.turn?.report !== true &&
    budgetWait.canBeHeld(context, timeOf(event), calls),
  isHoldOver: ({ context, event }: Moment) => budgetWait.isHoldOver(context, timeOf(event)),
  /** Not where a line about work under way is left out: its answer comes. */
  isSignOwed: ({ context }: Moment) =>
    context.turn?.draft?.notice !== true &&
    context.turn?.draft?.post !== true &&
    budgetWait.unsignedOf(context).length > 0,
  isSignLate: ({ context, event }: Moment) =>
    after(timeOf(event), context.turn?.signing?.at) >= context.input.settings.delivery.timeoutMs,
  // answers of the children
  isUnwanted: ({ event }: Moment) => !decisionIn(event).want,
  isForOthers: ({ event }: Moment) => decisionIn(event).to === 'other',
  isBelowThreshold: ({ context, event }: Moment) => {
    const { relevance = Infinity } = decisionIn(event)
    return relevance < asks.thresholdOf(context, decisionIn(event))
  },
  isInterrupted: ({ event }: Moment) => failureIn(event).kind === 'interrupted',
  isUnreadable: ({ event }: Moment) => failureIn(event).kind === 'unparsable',
  isCeiling: ({ event }: Moment) => failureIn(event).kind === 'ceiling',
  /** A person has had their share of the day. */
  isPersonLimit: ({ context, event }: Moment) =>
    failureIn(event).why === 'personLimit' && refusedBy(context, failureIn(event)).length > 0,
  /** Somebody else's words are in the turn, too. */
  asksWithOthers: ({ context, event }: Moment) => asksWithOthers(context, failureIn(event)),
  hasSigns: ({ context }: Moment) =>
    context.input.canReact === true && turnOf(context).batch.some(({ scheduled }) => !scheduled),
  hasOthersLeft: ({ context }: Moment) => hasOthersLeft(context),
  isPermanent: ({ event }: Moment) => failureIn(event).kind === 'permanent',
  isSilence: ({ event }: Moment) => composedIn(event).silent === true,
  isBlank: ({ event }: Moment) => composedIn(event).text.trim() === '',
  isRepetition: ({ context, event }: Moment) =>
    composedIn(event).similarity >= context.input.settings.style.maxSimilarity,
  isDropped: ({ event }: Moment) => (decisionIn(event).verdict ?? 'drop') === 'drop',
  isShortened: ({ event }: Moment) => decisionIn(event).verdict === 'shorten',
  /** D5: the timer that should have ended the call is lost. */
  isCallLate: ({ context, event }: Moment, { call }: { call: Call }) => {
    const { modelTimeoutMs } = context.input.settings[call === 'decide' ? 'decision' : 'reply']
    return after(timeOf(event), context.budget.reserved?.at) >= modelTimeoutMs
  },
  // tools at work
  callsTools: ({ event }: Moment) => composedIn(event).run !== undefined,
  endsWell: (_: Moment, { outcome }: RunEnd) => outcome === 'answered',
  hasRun: ({ context }: Moment) => context.run !== undefined,
  isRunOver: ({ context }: Moment) => context.run?.end !== undefined,
  isRunDetached: ({ context }: Moment) => context.run?.detachedAt !== undefined,
  isRunAnswered: ({ context }: Moment) => run.answerOf(context) !== undefined,
  isRunRepeated: ({ context }: Moment) => run.isRepeated(context),
  isReportDue: ({ context, event }: Moment) => run.isReportDue(context, timeOf(event)),
  isLineDue: ({ context, event }: Moment) => lines.isLineDue(context, timeOf(event)),
  sendsItself: ({ context }: Moment) => posts.sendsItself(context),
  /** It has no tool to say anything by. */
  cannotSend: ({ context, event }: Moment) =>
    posts.sendsItself(context) && offeredTools(context, timeOf(event)).length === 0,
  isPostDue: ({ context }: Moment) => posts.isPostDue(context),
  isPostOver: ({ context }: Moment) => posts.isPostOver(context),
  isPostRepeated: ({ context, event }: Moment) => posts.isPostRepeated(context, postIn(event)),
  isPostLooping: ({ context }: Moment) => posts.isPostLooping(context),
  isAskDue: ({ context }: Moment) => toAsk.isAskDue(context),
  isAnswerToAsk: ({ context, event }: Moment) =>
    event.type === 'operator.approve' && context.run?.ask !== undefined && context.run.ask.n === event.n,
  isWithdrawal: ({ context, event }: Moment) => withdraw.isWithdrawn(context, event),
  canReact: ({ context }: Moment) => context.input.canReact === true,
  isCutShort: ({ context }: Moment) => withdraw.isCutShort(context),
  isStop: ({ context, event }: Moment) => stops.isStop(context, messageOf(event)),
  isRunRecalled: ({ context, event }: Moment) => stops.isRunRecalled(context, recalledIn(event)),
  isPartOfRun: ({ context, event }: Moment) => stops.isPartOfRun(context, recalledIn(event)),
  isTurnRecalled: ({ context, event }: Moment) => stops.isTurnRecalled(context, recalledIn(event)),
  isCalledOff: ({ context }: Moment) => stops.isCalledOff(context),
  /** The room was told that it takes longer. */
  isRunTold: ({ context }: Moment) => context.run?.posted !== undefined,
  isSteering: ({ context, event }: Moment) => run.isSteering(context, messageOf(event), timeOf(event)),
  // commands
  triesCommand: ({ event }: Moment) => messageOf(event).triesCommand !== undefined,
  areCommandsMany: ({ context, event }: Moment) => command.areMany(context, commandIn(event), timeOf(event)),
  hasCommand: ({ context }: Moment) => (context.commands ?? []).length > 0,
  isAnswerLate: ({ context, event }: Moment) => timeOf(event) >= command.expiryOf(context),
  // schedule
  hasScheduled: ({ context }: Moment) => (context.scheduled ?? []).length > 0,
  isWaitingStill: ({ context, event }: Moment) =>
    schedule.waitingOf(context, schedule.scheduledIn(event)) !== undefined,
  isScheduled: ({ context }: Moment) => turnOf(context).batch.every(({ scheduled }) => scheduled === true),
  isReminder: ({ context }: Moment) => context.turn?.reminder !== undefined,
  // note
  isNoteDue: ({ context }: Moment) => note.isDue(context),
  canPayNote: ({ context, event }: Moment) => note.canBePaid(context, timeOf(event)),
  isNoteLate: ({ context, event }: Moment) => note.isNoteLate(context, timeOf(event)),
  isNoteBackoffOver: ({ context, event }: Moment) => timeOf(event) >= note.backoffEnd(context),
  // delay and send
  isRequestedByPerson: ({ context }: Moment) => asks.isRequestedByPerson(context),
  supersedesDraft: ({ context, event }: Moment) => asks.isSupersededBy(context, messageOf(event), timeOf(event)),
  isTypingDelayOver: ({ context, event }: Moment) => timeOf(event) >= (context.turn?.dueAt ?? 0),
  isFloorTaken: ({ context, event }: Moment) => asks.isFloorTaken(context, timeOf(event)),
  /** Who asked has said more. */
  hasAskerContinued: ({ context }: Moment) => context.turn?.continued === 'more',
  /** The turn started over, or is about to: once is enough. */
  isRestarted: ({ context }: Moment) => context.turn?.restart !== undefined,
  isRestartDue: ({ context, event }: Moment) => asks.restartWait(context, timeOf(event)) === 0,
  isExpired: ({ context, event }: Moment) => timeOf(event) >= expiryOf(context),
  isOutdated: ({ context, event }: Moment) => asks.isOutdated(context, timeOf(event)),
  /** What was said while the draft was judged may have answered, too, or another bot is posting just now. */
  isOvertaken: ({ context, event }: Moment) => draft.isOvertaken(context, timeOf(event)),
  isJudgedOut: ({ context }: Moment) => draft.isJudgedOut(context),
  isTryLate: ({ context, event }: Moment) =>
    after(timeOf(event), context.turn?.triedAt) >= context.input.settings.delivery.timeoutMs,
  isRetryLate: ({ context, event }: Moment) => {
    const { timeoutMs, backoffMs } = context.input.settings.delivery
    return after(timeOf(event), context.turn?.triedAt) >= timeoutMs + backoffMs
  },
  isReplyDropped: ({ context }: Moment) => context.turn?.dropped === true,
  /** It was tried after it had expired. */
  isTriedInVain: ({ context }: Moment) => (context.turn?.triedAt ?? -Infinity) >= expiryOf(context),
}

const hasReport = or([
  and([stateIn('#group.work.reporting'), 'isReportDue']),
  and([stateIn('#group.work.running'), 'isPostDue']),
])
const anew = { type: 'isBudgetSpent', params: { calls: 'ahead' } } as const

/** Compositions that several transitions take, or that say more under a name. */
export const composites = {
  isSilenced: or([stateIn('#group.control.muted'), 'isPaused']),
  /** A request waits for nothing but the minimum interval between mentions (B4). */
  isRequestDue: and(['isRequestPending', 'isMentionCooldownOver']),
  isRequestEarly: and(['isRequestPending', not('isMentionCooldownOver')]),
  /** Waiting talk that a judgement would come too early for. */
  mustWait: and(['hasPending', not('isSilenced'), not('isJudgementDue')]),
  /** Who asked has said more before the reply went out: it is written anew, once a turn and if the budget can pay for it. */
  isContinued: and(['hasAskerContinued', not('isRestarted'), 'isRequestedByPerson', not(anew)]),
  steersRun: and([stateIn('#group.work.running'), 'isSteering']),
  /** It is said to the run, or calls off its answer, and opens no turn. */
  isForRun: or(['isStop', and([stateIn('#group.work.running'), 'isSteering'])]),
  /** Said to the run, or to take back what waits: it changes no draft, and opens no turn. */
  isAside: or(['isForRun', 'isWithdrawal']),
  /** What others say while a turn is under way; a word that withdraws a request adds nothing to it. */
  isTalk: and([not('isOwn'), or([not('isWithdrawal'), 'isStop'])]),
  mayShowWithdrawal: and(['isWithdrawal', 'canReact', not('isStop'), not('isSilenced'), not('isSwitchedOff')]),
  /** Its answer, or what it sends itself, waits for a turn that says it, and one may begin. */
  mayReport: and([hasReport, or(['isOneToOne', 'isMentionCooldownOver'])]),
  isReportEarly: and([hasReport, not('isMentionCooldownOver')]),
  /** It asks for the word of an operator, and a turn that says so may begin. */
  mayAsk: and([stateIn('#group.work.running'), 'isAskDue', or(['isOneToOne', 'isMentionCooldownOver'])]),
  /** Something was to be done at this time, and a turn for it may begin. */
  mayOpenScheduled: and(['hasScheduled', or(['isOneToOne', 'isMentionCooldownOver'])]),
  isScheduledEarly: and(['hasScheduled', not('isMentionCooldownOver')]),
  /** There is something new to tell of work that takes longer, and a turn that says so may begin. */
  mayTell: and([
    stateIn('#group.work.running'),
    'isLineDue',
    not('isSilenced'),
    or(['isOneToOne', 'isMentionCooldownOver']),
  ]),
  /** Neither has it an answer, nor does a turn wait for it. */
  isForNobody: and([not('isRunAnswered'), not(stateIn('#group.turn.working'))]),
  mayRenewNote: and(['isNoteDue', not('isSilenced'), not('isSwitchedOff'), 'canPayNote']),
}
