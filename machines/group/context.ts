// What the group chart remembers, and every change of it as a pure function.
import type { Decision } from './children.ts'
import type { GroupInput, GroupPolicy } from './settings.ts'
import type { GroupContext, MessageRef, Turn } from './types.ts'
import { bookSend } from '../rules/budget.ts'
import { freshBackOff } from '../rules/back-off.ts'
import { afterRequest } from '../rules/callers.ts'
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
  seed: input.seed,
  activity: emptyWindow,
  buffer: [],
  bufferSince: 0,
  bufferLast: 0,
  pending: [],
  flushes: 0,
  ledger: { sends: [], calls: [] },
  turns: 0,
  botTurns: 0,
  ownTurns: 0,
  pairTurns: [],
  callers: [],
  memory: freshWatch,
  backOff: freshBackOff,
  control: {},
  stats: { replies: { reaction: 0, short: 0, normal: 0, long: 0 }, skipsInARow: 0, repeats: 0 },
})

/** V2: every message of others enters the window before any gate. */
export const heard = (context: GroupContext, { sender, ts }: MessageRef, at: number): Change => {
  const limits = context.input.settings.vitality
  const { memory } = context
  return {
    activity: enterWindow(context.activity, sender, clampTime(ts, at, limits), at, limits),
    memory: { ...memory, heard: memory.heard + 1 },
  }
}

export const slid = (context: GroupContext, at: number): Change => ({
  activity: slideWindow(context.activity, at, context.input.settings.vitality),
})

/** B1: the message waits in the buffer. */
export function buffered(context: GroupContext, message: MessageRef, at: number): Change {
  const ref = { ...message, ts: clampTime(message.ts, at, context.input.settings.vitality) }
  return {
    buffer: [...context.buffer, ref],
    bufferSince: context.buffer.length === 0 ? at : context.bufferSince,
    bufferLast: at,
    callers: afterRequest(context.callers, message, at, context.input.settings.loop.maxMentions),
    ledger: noteAsking(context.ledger, message, at, context.input.settings),
    ...loop.afterMessage(context, message),
  }
}

/** The buffer as one batch, merged with what waits already (B2, D2). */
export const flushed = (context: GroupContext): Change => ({
  pending: mergeByTime(context.pending, context.buffer),
  buffer: [],
  flushes: context.flushes + 1,
})

/** The message that a full queue gives up (D6). */
export const victimOf = ({ pending, buffer }: GroupContext): MessageRef | undefined => giveUp([...pending, ...buffer])

export function relieved(context: GroupContext): Change {
  const victim = victimOf(context)
  const others = (ref: MessageRef): boolean => ref !== victim
  return { pending: context.pending.filter(others), buffer: context.buffer.filter(others) }
}

/** D1, D2: everything pending becomes the batch of a new turn. */
export function turnOpened(context: GroupContext, at: number): Change {
  const { batch, ...rest } = unhandled(context)
  // What a peer said since is not in the batch, and may be the answer: the draft is judged again (L3).
  const since = rest.left.buffer ?? context.buffer
  const turn: Turn = {
    n: context.turns + 1,
    startedAt: at,
    batch,
    flushes: rest.merged,
    moved: 0,
    answered: since.some(({ kind }) => kind === 'peer'),
    tries: 0,
  }
  return { ...slid(context, at), ...refreshed(batch), turn, turns: turn.n, ...rest.left }
}

/** Who asks makes up for judgements for nothing. */
const refreshed = (batch: readonly MessageRef[]): Change => (batch.some(isPressing) ? { backOff: freshBackOff } : {})

/** A judgement was for nothing: the next one waits longer, unless the model found the talk relevant. */
export function judgedForNothing(context: GroupContext, relevance: number | undefined, at: number): Change {
  const { backOff, input } = context
  const strong = relevance !== undefined && relevance >= input.settings.decision.strongRelevance
  const asked = turnOf(context).batch.some(isPressing)
  return { backOff: strong || asked ? freshBackOff : { skips: backOff.skips + 1, since: at } }
}

/** What a turn takes: everything pending, and with a request what still waits in the buffer, too (B2). */
export function unhandled({ pending, buffer, flushes }: GroupContext, isRestart = false) {
  const all = buffer.length > 0 && (isRestart || pending.some(isPressing))
  const left: Change = { pending: [], flushes: 0, ...(all && { buffer: [] }) }
  return { batch: all ? mergeByTime(pending, buffer) : pending, merged: all ? flushes + 1 : flushes, left }
}

/** L5: the turn starts over with everything unhandled; its draft is gone already. */
export function turnRestarted(context: GroupContext, at: number): Change {
  const turn = turnOf(context)
  const { batch, merged, left } = unhandled(context, true)
  const more = { batch: mergeByTime(turn.batch, batch), flushes: turn.flushes + merged }
  return { ...slid(context, at), turn: { ...turn, ...more, restart: 'done' }, ...left }
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
  const { ledger, input, stats } = context
  const { draft, batch } = turnOf(context)
  const type = draft?.type ?? 'short'
  const asker = answeredOf(batch)
  return {
    ledger: bookToPersons(bookSend(ledger, input.settings, at), batch, at, { messages: 1, tokens: 0 }, input.settings),
    lastSpokeAt: at,
    memory: afterAnswer(context),
    backOff: freshBackOff,
    ...loop.afterReply(context, batch),
    ...(asker && { answered: { sender: asker.sender, at } }),
    stats: { ...stats, replies: { ...stats.replies, [type]: stats.replies[type] + 1 }, skipsInARow: -1 },
  }
}

export const repeated = ({ stats }: GroupContext): Change => ({ stats: { ...stats, repeats: stats.repeats + 1 } })

/** D3, D4: however a turn ended, the lock is free; its end starts the cooldown, unless it was for free. */
export function turnClosed(context: GroupContext, at: number): Change {
  const { stats } = context
  const ended = isFree(context) ? {} : { lastEndAt: at }
  return { turn: undefined, ...ended, stats: { ...stats, skipsInARow: stats.skipsInARow + 1 } }
}

/** No model was asked, nothing was said and no sign given: the turn was no dispatch (D3). */
export const isFree = (context: GroupContext): boolean =>
  turnOf(context).called === undefined && turnOf(context).signed === undefined

/** A person asked the bot to keep quiet, or to speak freely again. */
export function hushed({ control }: GroupContext, isHushed: boolean): Change {
  const { hushed: _, ...kept } = control
  return { control: isHushed ? { ...kept, hushed: true } : kept }
}

export function policySet({ control }: GroupContext, policy: GroupPolicy | null): Change {
  const { policy: _, ...kept } = control
  return { control: policy === null ? kept : { ...kept, policy } }
}

/** The message that a reply to the batch answers: the last that addresses the bot, else the last that may concern it. */
export const answeredOf = (batch: readonly MessageRef[]): MessageRef | undefined =>
  batch.findLast(isRequest) ??
  batch.findLast(isPressing) ??
  batch.findLast(({ elsewhere, goesOn }) => !elsewhere && !goesOn) ??
  batch.at(-1)

/** The turn under way. Throws outside of one: the chart never asks there. */
export function turnOf({ turn }: GroupContext): Turn {
  if (!turn) throw new Error('no turn is under way')
  return turn
}
