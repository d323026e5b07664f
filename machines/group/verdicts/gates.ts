// What intake, waits and the gates that cost nothing record: outcome, why, and the numbers compared (S4).
import { isFree, turnOf, victimOf } from '../changes.ts'
import { isRequestPending, nextJudgementAt, localRelevance } from '../conditions.ts'
import type { Gate } from '../settings.ts'
import type { GroupContext } from '../context.ts'
import type { MessageEvent, OperatorEvent, RefusedEvent, Verdict } from '../types.ts'
import { causeAlone, type WhyKey } from './why.ts'
import { pairRepliesOf, roomMessagesOf } from '../../rules/loop-brake.ts'
import { isPressing } from '../../rules/requests.ts'
import { timeOf } from '../../rules/time.ts'
import { vitalityOf } from '../../rules/window.ts'

export interface Args {
  context: GroupContext
  event: { type: string; at?: unknown }
}
export type Params = Omit<Verdict, 'at'>
export type Numbers = NonNullable<Verdict['numbers']>

// Intake: no turn is concerned yet.

export const flushBy =
  (why: WhyKey) =>
  ({ context, event }: Args): Params => ({
    turn: null,
    gate: 'buffer',
    outcome: 'flush',
    // Who speaks to the bot has paused (A10).
    why: context.queue.direct ? 'mentioned' : why,
    messages: context.queue.buffer.map(({ id }) => id),
    numbers: { size: context.queue.buffer.length, waitedMs: timeOf(event) - context.queue.bufferSince },
  })

export function gaveUp({ context }: Args): Params {
  const { maxPending } = context.input.settings.dispatch
  const victim = victimOf(context)
  const waiting = context.queue.pending.length + context.queue.buffer.length
  const messages = victim ? [victim.id] : []
  return {
    turn: null,
    gate: 'dispatch',
    outcome: 'drop',
    why: 'queueFull',
    messages,
    numbers: { waiting, maxPending },
  }
}

/** R2: what the bot said itself wakes nobody. */
export const isOwnWord = ({ event }: Args & { event: MessageEvent }): Params => ({
  ...unturned('own', 'ignored', 'ownMessage'),
  messages: [event.message.id],
})

/** Nothing of it reaches another gate. */
export const isNotServed = ({ event }: Args & { event: RefusedEvent }): Params => ({
  ...unturned('admission', 'ignored', event.cause.why),
  messages: [event.message.id],
  ...causeAlone(event.cause),
})

// Control.

export const operates = (outcome: string, why: WhyKey): Params => unturned('control', outcome, why)

export const wishes =
  (outcome: string, why: WhyKey) =>
  ({ event }: Args & { event: MessageEvent }): Params => ({
    ...unturned('control', outcome, why),
    messages: [event.message.id],
  })

export function policyChanges({ context, event }: Args & { event: OperatorEvent }): Params {
  const policy = 'policy' in event ? event.policy : null
  const why = policy ? 'policySet' : 'policyReset'
  return { ...unturned('control', 'policy', why), numbers: { policy: policy ?? context.input.settings.policy } }
}

// Dispatch.

/** A batch waits for the cooldown, for the interval between mentions, or until the bot looks again. */
export const waits =
  (gate: 'cooldown' | 'backoff', why: WhyKey, until: (context: GroupContext) => number) =>
  ({ context, event }: Args): Params => {
    const { queue, self } = context
    const numbers = {
      waitMs: Math.max(0, until(context) - timeOf(event)),
      ...(gate === 'backoff' && { skipsInARow: self.skipBackoff.skips }),
    }
    return { ...unturned(gate, 'wait', why), messages: queue.pending.map(({ id }) => id), numbers }
  }

export const cooldownEnd = ({ self, input }: GroupContext): number =>
  (self.lastEndAt ?? 0) + input.settings.dispatch.cooldownMs
const mentionCooldownEnd = ({ self, input }: GroupContext): number =>
  (self.lastEndAt ?? 0) + input.settings.mentionMinIntervalMs
export { nextJudgementAt }

/** What waits for the interval between mentions: a request, or what tools came to. */
export const holds = (args: Args): Params =>
  waits('cooldown', isRequestPending(args.context) ? 'requestTooSoon' : 'coolingDown', mentionCooldownEnd)(args)

export function turnStarts({ context, event }: Args): Params {
  const waited = context.self.lastEndAt === undefined ? {} : { sinceLastEndMs: timeOf(event) - context.self.lastEndAt }
  const { batch, flushes } = turnOf(context)
  const { state, ...figures } = activityOf(context)
  const why = batch.some(({ mentioned }) => mentioned)
    ? 'mentioned'
    : context.input.oneToOne
      ? 'oneToOne'
      : batch.some(isPressing)
        ? 'requested'
        : 'batchReady'
  const numbers = { size: batch.length, merged: flushes, ...waited, vitality: state, ...figures }
  return { ...ofTurn(context, 'dispatch', 'start', why), messages: batch.map(({ id }) => id), numbers }
}

export function turnRestarts({ context }: Args): Params {
  const { batch, flushes } = turnOf(context)
  const messages = batch.map(({ id }) => id)
  const numbers = { size: batch.length, merged: flushes }
  return { ...ofTurn(context, 'dispatch', 'restart', 'moreAsked'), messages, numbers }
}

/** T7: with the counts of the group after this turn. */
export function turnEnds({ context, event }: Args): Params {
  const { startedAt, tries } = turnOf(context)
  const at = timeOf(event)
  const replied = tries > 0 && context.budget.sends.at(-1) === at
  const { replies, skipsInARow, repeats } = context.self.stats
  const counts = Object.entries(replies).flatMap(([type, count]) => (count > 0 ? [`${count} ${type}`] : []))
  const numbers = {
    tookMs: at - startedAt,
    cooldownMs: isFree(context) ? 0 : context.input.settings.dispatch.cooldownMs,
    waiting: context.queue.pending.length + context.queue.buffer.length,
    skipsInARow: skipsInARow + 1,
    ...(counts.length > 0 && { replies: counts.join(', ') }),
    ...(repeats > 0 && { repeats }),
  }
  return { ...ofTurn(context, 'dispatch', 'end', replied ? 'replied' : 'silent'), numbers }
}

export const skipAt =
  (gate: Gate, why: WhyKey, numbers?: (context: GroupContext) => Numbers) =>
  ({ context }: Args): Params =>
    numbers ? { ...ofTurn(context, gate, 'skip', why), numbers: numbers(context) } : ofTurn(context, gate, 'skip', why)

export const loopNumbers = ({ room, input }: GroupContext): Numbers => ({
  botTurns: room.botMessages,
  maxBotTurns: input.settings.loop.maxBotTurns,
})

export const pairNumbers = (context: GroupContext): Numbers => ({
  replies: pairRepliesOf(turnOf(context).batch, context.room),
  maxPairTurns: context.input.settings.loop.maxPairTurns,
})

export const roomNumbers = (context: GroupContext): Numbers => ({
  roomTurns: roomMessagesOf(context.room),
  maxRoomTurns: context.input.settings.loop.maxRoomTurns,
})

/** V6: the words alone, against the least that leans with the group. */
export const relevanceNumbers = (context: GroupContext): Numbers => {
  const { relevance, least: floor } = localRelevance(context)
  return { relevance: Math.round(relevance * 100) / 100, floor, vitality: activityOf(context).state }
}

export function activityOf({ room, input }: GroupContext) {
  const { activity } = room
  const { messages, unique } = activity
  return { state: vitalityOf(activity, input.settings.vitality), messagesIn5m: messages, speakersIn5m: unique }
}

const unturned = (gate: Gate, outcome: string, why: WhyKey): Params => ({
  turn: null,
  gate,
  outcome,
  why,
  messages: [],
})

export const ofTurn = (context: GroupContext, gate: Gate, outcome: string, why: WhyKey): Params => ({
  turn: turnOf(context).n,
  gate,
  outcome,
  why,
  messages: [],
})
