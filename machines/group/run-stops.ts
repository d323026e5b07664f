// How work is called off: by a word of who asked for it or of an operator, or because what asked for it was taken back (A5).
import { targetsOf } from './call-inputs.ts'
import { turnOf } from './changes.ts'
import type { SignInput } from './children.ts'
import type { GroupContext, Turn } from './context.ts'
import type { MessageRef } from './types.ts'
import { mergeByTime } from '../rules/queue.ts'
import { isAsked, isRequest, needsNoJudgement } from '../rules/requests.ts'

type Change = Partial<GroupContext>

// A word that stops it.

/** Of who asked, or of an operator; a wish for quiet stops what is under way, and not an answer that is being sent. */
export function isStop(context: GroupContext, { kind, sender, wish }: MessageRef): boolean {
  const { run, turn, input } = context
  const isWish = wish === 'stop' || (wish === 'quiet' && run !== undefined)
  if (!isWish || kind !== 'person') return false
  const askers = run?.askers ?? (saysOfWork(turn) && turn.tries === 0 ? turn.batch.map((ref) => ref.sender) : undefined)
  return askers !== undefined && (askers.includes(sender) || input.agent?.operators.includes(sender) === true)
}

/** What others asked in the same breath waits again, and is answered without it; an operator who asked nothing ends it for all. */
export function othersAskAgain(context: GroupContext, { sender }: MessageRef): Change {
  const { run, turn, queue, input } = context
  const asked = (run?.batch ?? (saysOfWork(turn) ? turn.batch : [])).filter((ref) => isAsked(ref, input.oneToOne))
  const others = asked.filter((ref) => ref.sender !== sender)
  if (others.length === 0 || others.length === asked.length) return {}
  const pending = mergeByTime(others, queue.pending)
  return { queue: { ...queue, pending, flushes: Math.max(1, queue.flushes) } }
}

/** It says what a run came to, or needs. */
const saysOfWork = (turn: Turn | undefined): turn is Turn => turn?.workedUntil !== undefined

// Messages that were taken back.

/** Nothing is left that asks for the run. */
export function isRunRecalled({ run }: GroupContext, id: string): boolean {
  return run !== undefined && run.targets.includes(id) && !stillAsks(run.batch, run.targets, id)
}

/** Others ask for it still. */
export const isPartOfRun = ({ run }: GroupContext, id: string): boolean => run?.targets.includes(id) === true

export const forgotten = ({ run }: GroupContext, id: string): Change => {
  if (!run) return {}
  const batch = run.batch.filter((ref) => ref.id !== id)
  return {
    run: { ...run, batch: batch.length > 0 ? batch : run.batch, targets: run.targets.filter((each) => each !== id) },
  }
}

/** What a turn says of a run that is over answers nothing that is still there. */
export function isTurnRecalled(context: GroupContext, id: string): boolean {
  const { turn } = context
  if (!saysOfWork(turn)) return false
  const targets = targetsOf(context)
  return targets.includes(id) && !stillAsks(turn.batch, targets, id)
}

/** Without the one that was taken back, something speaks to the bot, or is what it answers. */
function stillAsks(batch: readonly MessageRef[], targets: readonly string[], id: string): boolean {
  const asks = batch.filter((ref) => targets.includes(ref.id) && isRequest(ref) && needsNoJudgement(ref))
  return asks.length > 0 ? asks.some((ref) => ref.id !== id) : targets.some((each) => each !== id)
}

// The turn under way.

export const turnCalledOff = (context: GroupContext, by: 'runStopped' | 'askRecalled'): Change => ({
  turn: { ...turnOf(context), calledOff: by },
})

/** What the turn is about was called off, or a line about work that goes on would come after its end. */
export const isCalledOff = ({ turn, run }: GroupContext): boolean =>
  turn?.calledOff !== undefined ||
  ((turn?.draft?.notice === true || turn?.draft?.post === true) && (run === undefined || run.end !== undefined))

// The sign that tells of it.

export const stopSign = ({ run, turn }: GroupContext, message: MessageRef): Change => ({
  stopped: { messages: [message.id], turn: run?.turn ?? turn?.n ?? 0 },
})

/** What was taken back can bear none: the line that told of the work does. */
export const recallSign = ({ run }: GroupContext): Change =>
  run?.posted === undefined ? {} : { stopped: { messages: [run.posted], turn: run.turn } }

export const stopSignInput = ({ stopped }: GroupContext): SignInput => ({
  turn: stopped?.turn ?? 0,
  messages: stopped?.messages ?? [],
  emoji: '👌',
})
