// What the group chart remembers, and every change of it as a pure function.
import type { Decision } from './children.ts'
import type { GroupInput, GroupPolicy } from './settings.ts'
import type { GroupContext, MessageQueue, OwnState, Turn } from './context.ts'
import { ofOneRight } from './run-rights.ts'
import type { MessageRef } from './types.ts'
import { bookSend } from '../rules/budget.ts'
import { freshSkipBackoff } from '../rules/skip-backoff.ts'
import { afterRequest } from '../rules/askers.ts'
import * as loop from '../rules/loop-brake.ts'
import { bookToPersons, noteAsking } from '../rules/person-share.ts'
import { afterAnswer, freshWatch } from '../rules/note.ts'
import { giveUp, mergeByTime } from '../rules/queue.ts'
import { isPressing, isRequest } from '../rules/requests.ts'
import { clampTime } from '../rules/time.ts'
import { emptyWindow, enterWindow, slideWindow } from '../rules/window.ts'

type Change = Partial<GroupContext>

export const firstContext = (input: GroupInput): GroupContext => ({
  input,
  queue: { buffer: [], bufferSince: 0, bufferLast: 0, pending: [], flushes: 0 },
  budget: { sends: [], calls: [] },
  room: { activity: emptyWindow, botMessages: 0, ownReplies: 0, pairReplies: [], askers: [], note: freshWatch },
  self: {
    seed: input.seed,
    turns: 0,
    skipBackoff: freshSkipBackoff,
    stats: { replies: { reaction: 0, short: 0, normal: 0, long: 0 }, skipsInARow: 0, repeats: 0 },
  },
})

/** V2: every message of others enters the window before any gate. */
export const heard = (context: GroupContext, { sender, ts }: MessageRef, at: number): Change => {
  const limits = context.input.settings.vitality
  const { room } = context
  const activity = enterWindow(room.activity, sender, clampTime(ts, at, limits), at, limits)
  return { room: { ...room, activity, note: { ...room.note, heard: room.note.heard + 1 } } }
}

export const slid = ({ room, input }: GroupContext, at: number): Pick<GroupContext, 'room'> => ({
  room: { ...room, activity: slideWindow(room.activity, at, input.settings.vitality) },
})

/** B1: the message waits in the buffer. */
export function buffered(context: GroupContext, message: MessageRef, at: number): Change {
  const { queue, room, budget, input } = context
  const ref = { ...message, ts: clampTime(message.ts, at, input.settings.vitality) }
  const bufferSince = queue.buffer.length === 0 ? at : queue.bufferSince
  const askers = afterRequest(room.askers, message, at, input.settings.loop.maxMentions)
  return {
    queue: { ...queue, buffer: [...queue.buffer, ref], bufferSince, bufferLast: at, ...directIn(context, message, at) },
    room: { ...room, askers, ...loop.afterMessage(room, message) },
    budget: noteAsking(budget, message, at, input.settings),
  }
}

/** A10: whose sentence is awaited: that of who spoke to the bot last. What others say does not lengthen the wait. */
function directIn(context: GroupContext, message: MessageRef, at: number): Pick<MessageQueue, 'direct'> {
  const { buffer, direct } = context.queue
  const begun = buffer.length > 0 ? direct : undefined
  if (!isDebounced(context, message) && begun?.sender !== message.sender) return { direct: begun }
  return { direct: { sender: message.sender, since: begun?.since ?? at, last: at } }
}

/** A person speaks to the bot, and may go on. */
export const isDebounced = ({ input }: GroupContext, { kind, mentioned }: MessageRef): boolean =>
  kind === 'person' && mentioned && (input.settings.direct.debounceMs ?? 0) > 0

/** The buffer as one batch, merged with what waits already (B2, D2). */
export const flushed = ({ queue }: GroupContext): Change => ({
  queue: {
    ...queue,
    pending: mergeByTime(queue.pending, queue.buffer),
    buffer: [],
    flushes: queue.flushes + 1,
    direct: undefined,
  },
})

/** The message that a full queue gives up (D6). */
export const victimOf = ({ queue }: GroupContext): MessageRef | undefined => giveUp([...queue.pending, ...queue.buffer])

export function relieved(context: GroupContext): Change {
  const victim = victimOf(context)
  const others = (ref: MessageRef): boolean => ref !== victim
  const { queue } = context
  return { queue: { ...queue, pending: queue.pending.filter(others), buffer: queue.buffer.filter(others) } }
}

/** D1, D2: everything pending becomes the batch of a new turn; where there are tools, what may use the same of them. */
export function turnOpened(context: GroupContext, at: number): Change {
  const { batch, flushes, left } = unhandled(context, at)
  const { self } = context
  const turn: Turn = {
    n: self.turns + 1,
    startedAt: at,
    batch,
    flushes,
    moved: 0,
    // What a peer said since is not in the batch, and may be the answer: the draft is judged again (L3).
    answered: left.buffer.some(({ kind }) => kind === 'peer'),
    tries: 0,
  }
  return { ...slid(context, at), turn, queue: left, self: { ...self, ...refreshed(batch), turns: turn.n } }
}

/** Who asks makes up for judgements for nothing. */
const refreshed = (batch: readonly MessageRef[]): Partial<OwnState> =>
  batch.some(isPressing) ? { skipBackoff: freshSkipBackoff } : {}

/** A judgement was for nothing: the next one waits longer, unless the model found the talk relevant. */
export function judgedForNothing(context: GroupContext, relevance: number | undefined, at: number): Change {
  const { self, input } = context
  const strong = relevance !== undefined && relevance >= input.settings.decision.strongRelevance
  const asked = turnOf(context).batch.some(isPressing)
  const skipBackoff = strong || asked ? freshSkipBackoff : { skips: self.skipBackoff.skips + 1, since: at }
  return { self: { ...self, skipBackoff } }
}

/** What a turn takes: everything pending, and with a request what still waits in the buffer, too (B2). */
export function unhandled(context: GroupContext, at: number, isRestart = false) {
  const { queue, turn } = context
  const { pending, buffer, flushes } = queue
  const all = buffer.length > 0 && (isRestart || pending.some(isPressing))
  const { batch, rest } = ofOneRight(context, all ? mergeByTime(pending, buffer) : pending, at, turn?.batch)
  const isRest = (ref: MessageRef): boolean => rest.includes(ref)
  const [waits, gathers] = [pending.filter(isRest), all ? buffer.filter(isRest) : buffer]
  const direct = gathers.length > 0 ? queue.direct : undefined
  const left: MessageQueue = { ...queue, pending: waits, flushes: Math.min(waits.length, 1), buffer: gathers, direct }
  return { batch, flushes: all ? flushes + 1 : flushes, left }
}

/** L5: the turn starts over with everything unhandled; its draft is gone already. */
export function turnRestarted(context: GroupContext, at: number): Change {
  const turn = turnOf(context)
  const { batch, flushes, left } = unhandled(context, at, true)
  const more = { batch: mergeByTime(turn.batch, batch), flushes: turn.flushes + flushes }
  return { ...slid(context, at), turn: { ...withoutWithdrawn(turn), ...more, restart: 'done' }, queue: left }
}

export const decided = (context: GroupContext, { tokens: _, ...decision }: Decision): Change => ({
  turn: { ...turnOf(context), decision },
})

export const dropped = (context: GroupContext): Change => ({ turn: { ...turnOf(context), dropped: true } })

export const tried = (context: GroupContext, at: number): Change => {
  const turn = turnOf(context)
  return { turn: { ...turn, tries: turn.tries + 1, triedAt: at } }
}

export function sent(context: GroupContext, at: number): Change {
  const { budget, room, self, input } = context
  const { draft, batch } = turnOf(context)
  const type = draft?.type ?? 'short'
  const replies = { ...self.stats.replies, [type]: self.stats.replies[type] + 1 }
  const asker = answeredOf(batch)
  const spent = { messages: 1, tokens: 0 }
  return {
    budget: bookToPersons(bookSend(budget, input.settings, at), batch, at, spent, input.settings),
    room: {
      ...room,
      ...loop.afterReply(room, batch),
      ...(asker && !asker.scheduled && { answered: { sender: asker.sender, at } }),
      note: afterAnswer(room.note),
    },
    self: {
      ...self,
      lastSpokeAt: at,
      skipBackoff: freshSkipBackoff,
      stats: { ...self.stats, replies, skipsInARow: -1 },
    },
  }
}

export const repeated = ({ self }: GroupContext): Change => ({
  self: { ...self, stats: { ...self.stats, repeats: self.stats.repeats + 1 } },
})

export const spoke = ({ self }: GroupContext, at: number): Change => ({ self: { ...self, lastSpokeAt: at } })

/** D3, D4: however a turn ended, the lock is free; its end starts the cooldown, unless it was for free. */
export function turnClosed(context: GroupContext, at: number): Change {
  const { self } = context
  const ended = isFree(context) ? {} : { lastEndAt: at }
  const stats = { ...self.stats, skipsInARow: self.stats.skipsInARow + 1 }
  return { turn: undefined, self: { ...self, ...ended, stats } }
}

/** No model was asked, nothing was said and no sign given: the turn was no dispatch (D3). */
export const isFree = (context: GroupContext): boolean =>
  turnOf(context).called === undefined && turnOf(context).signed === undefined

/** A person asked the bot to keep quiet, or to speak freely again. */
export function hushed({ self }: GroupContext, isHushed: boolean): Change {
  const { hushed: _, ...kept } = self
  return { self: isHushed ? { ...kept, hushed: true } : kept }
}

export function policySet({ self }: GroupContext, policy: GroupPolicy | null): Change {
  const { policy: _, ...kept } = self
  return { self: policy === null ? kept : { ...kept, policy } }
}

/** The message that a reply to the batch answers: the last that addresses the bot, else the last that may concern it. */
export const answeredOf = (batch: readonly MessageRef[]): MessageRef | undefined =>
  batch.findLast(isRequest) ??
  batch.findLast(isPressing) ??
  batch.findLast((ref) => !ref.addressedToOther && !ref.continuesOtherExchange) ??
  batch.at(-1)

/** They are in its batch no more. */
export const withoutWithdrawn = ({ withdrawn: _, ...turn }: Turn): Turn => turn

/** The turn under way. Throws outside of one: the chart never asks there. */
export function turnOf({ turn }: GroupContext): Turn {
  if (!turn) throw new Error('no turn is under way')
  return turn
}
