// A draft while it waits to be sent: its typing delay, what is said meanwhile, and whose message it waits for (L1, L3, L7).
import type { Composed } from './children.ts'
import { isFloorTaken } from './conditions.ts'
import { turnOf } from './changes.ts'
import { targetsOf } from './call-inputs.ts'
import { isStop } from './run-stops.ts'
import type { DelayHint } from './settings.ts'
import type { GroupContext, Turn } from './context.ts'
import type { FloorEvent, MessageRef } from './types.ts'
import { typingDelayFor } from '../rules/pace.ts'
import { isAnsweredBySign, isPressing, isRequest } from '../rules/requests.ts'

type Change = Partial<GroupContext>

/** A draft and its typing delay (L1, L2, L7). */
export function drafted(context: GroupContext, composed: Composed, at: number): Change {
  const { text, type, model, rehearsal, askedAt } = composed
  const turn = turnOf(context)
  const relevance = turn.decision?.relevance
  const hint = hintOf(turn)
  const isAlone = turn.decision?.shared !== undefined
  const wish = { hint, isAlone, ...(relevance !== undefined && { relevance }) }
  const typingDelay = typingDelayFor(context.input.settings.delay, wish, context.self.seed)
  const draft = { text, type, at, model, rehearsal, ...(askedAt !== undefined && { askedAt }) }
  return { self: { ...context.self, seed: typingDelay.seed }, turn: { ...turn, draft, dueAt: at + typingDelay.ms } }
}

/** L1: who asks the bot without its being judged is not kept waiting. */
export const hintOf = ({ decision, batch }: Turn): DelayHint =>
  decision?.hint ?? (batch.some(isPressing) ? 'fast' : 'normal')

/** L3: somebody spoke meanwhile; whether it may answer the batch, or adds to it, is read off who spoke and to whom. */
export function overheard(context: GroupContext, message: MessageRef): Change {
  const turn = { ...turnOf(context), ...(isAskers(context, message) && continuedBy(context, message)) }
  const asked = turn.batch.some(({ sender }) => sender === message.sender)
  const replies = message.replyTo !== undefined && turn.batch.some(({ id }) => id === message.replyTo)
  const isPeers = message.kind === 'peer'
  const mayAnswer = isPeers || replies || !asked
  const after = {
    ...(isPeers ? withoutFloor(turn) : turn),
    ...(isStop(context, message) && { calledOff: 'runStopped' as const }),
    ...(turn.rejudged && (mayAnswer || isAskers(context, message)) && overtaken(turn.rejudged)),
  }
  return { turn: { ...after, moved: turn.moved + 1, answered: turn.answered || mayAnswer } }
}

const overtaken = (rejudged: NonNullable<Turn['rejudged']>): Pick<Turn, 'rejudged'> => ({
  rejudged: { ...rejudged, overtaken: true },
})

const maxRejudgements = 2

/** What was said while the draft was judged may have answered, too, or another bot is posting just now. */
export const isOvertaken = (context: GroupContext, at: number): boolean =>
  turnOf(context).rejudged?.overtaken === true || isFloorTaken(context, at)

/** A talk that goes on at every judgement is left alone: only who asked has the reply then. */
export const isJudgedOut = (context: GroupContext): boolean => (turnOf(context).rejudged?.times ?? 0) >= maxRejudgements

/** The draft is judged again, by what has been said until now. */
export function rejudgementBegun(context: GroupContext): Change {
  const turn = turnOf(context)
  return { turn: { ...turn, rejudged: { times: (turn.rejudged?.times ?? 0) + 1 } } }
}

export function rejudgementKept(context: GroupContext): Change {
  const turn = turnOf(context)
  return { turn: { ...turn, rejudged: { times: 1, ...turn.rejudged, sent: true } } }
}

/** It is of somebody whom the reply is for, and is not said to somebody else. */
function isAskers(context: GroupContext, message: MessageRef): boolean {
  const { kind, sender, addressedToOther, continuesOtherExchange, closing } = message
  if (kind !== 'person' || addressedToOther || (continuesOtherExchange && !closing)) return false
  const { batch } = turnOf(context)
  const targets = targetsOf(context)
  return batch.some((ref) => ref.sender === sender && (isRequest(ref) || targets.includes(ref.id)))
}

const continuedBy = (context: GroupContext, message: MessageRef): Pick<Turn, 'continued'> => ({
  continued: isAnsweredBySign(message) ? (turnOf(context).continued ?? 'closing') : 'more',
})

export const floorTaken = (context: GroupContext, { by, until }: FloorEvent): Change =>
  until === undefined ? {} : { turn: { ...turnOf(context), floor: { by, until } } }

/** Nothing is awaited any more of words that were heard before their post was done. */
export function floorFreed(context: GroupContext, { by, until }: FloorEvent): Change {
  const turn = turnOf(context)
  if (turn.floor?.by !== by) return {}
  if (until === undefined) return { turn: withoutFloor(turn) }
  return { turn: { ...turn, floor: { by, until: Math.min(turn.floor.until, until) } } }
}

export const withoutFloor = ({ floor: _, ...turn }: Turn): Turn => turn

/** What is written anew, or not at all, is judged anew. */
export function withoutDraft(before: Turn): Turn {
  const { draft: _, dueAt: __, decision: ___, continued: ____, rejudged: _____, ...turn } = withoutFloor(before)
  return turn
}

export const superseded = (context: GroupContext): Change => ({
  turn: { ...withoutDraft(turnOf(context)), restart: 'due', moved: 0, answered: false },
})

export const shortened = (context: GroupContext, text: string): Change => {
  const turn = turnOf(context)
  return turn.draft ? { turn: { ...turn, draft: { ...turn.draft, text, type: 'short' } } } : {}
}

/** T5: what was said before is pointed at instead of said again. */
export const reacting = (context: GroupContext): Change => {
  const turn = turnOf(context)
  return turn.draft ? { turn: { ...turn, draft: { ...turn.draft, text: pointing, type: 'reaction' } } } : {}
}

const pointing = '👆'
