// What the memory region asks, counts and records about the note.
import type { Failure, NoteInput, NoteOutput } from './children.ts'
import { causeOf } from './failures.ts'
import { since } from './conditions.ts'
import { noteCostOf } from './ledger.ts'
import type { GroupContext } from './context.ts'
import type { Verdict } from './types.ts'
import type { WhyKey } from './verdicts/why.ts'
import { bookCall } from '../rules/budget.ts'
import { freshWatch, isNoteDue, keepsNote, mostNoteTalk, noteOutput, noteReservation } from '../rules/note.ts'

type Change = Partial<GroupContext>
interface Args {
  context: GroupContext
  event: { type: string }
}
type Params = Omit<Verdict, 'at'>

/** Enough was said, or it may rest on words taken back, and nothing more urgent is under way. */
export const isDue = ({ room, turn, input }: GroupContext): boolean =>
  !turn && isNoteDue(room.note, input) && keepsNote(input)

/** What is not kept for requests suffices. */
export const canBePaid = ({ input, budget }: GroupContext, at: number): boolean =>
  noteReservation(input, budget, at) !== undefined

export function noteInput({ input, budget }: GroupContext): NoteInput {
  const { noteTokens, modelTimeoutMs } = input.settings.memory
  return {
    noteTokens,
    maxTokens: budget.reservedForNote?.tokens ?? 0,
    maxOutputTokens: noteOutput(input),
    maxTalkTokens: mostNoteTalk,
    timeoutMs: modelTimeoutMs,
  }
}

export const noteReserved = ({ input, budget }: GroupContext, at: number): Change => ({
  budget: { ...budget, reservedForNote: { at, tokens: noteReservation(input, budget, at) ?? 0 } },
})

export const noteSettled = ({ input, budget }: GroupContext, tokens: number, at: number): Change => {
  const { reservedForNote: _, ...rest } = budget
  return { budget: { ...bookCall(rest, input.settings, at, tokens), ...reservedOf(budget) } }
}

/** A turn's own reservation outlives the note's. */
const reservedOf = ({ reserved }: GroupContext['budget']) => (reserved ? { reserved } : {})

/** Lines heard during the call are not in the note. */
export const watchStarted = ({ room }: GroupContext, { changed }: NoteOutput): Change => ({
  room: { ...room, note: { ...freshWatch, idle: changed ? 0 : room.note.idle + 1 } },
})

export const noteOutdated = ({ room }: GroupContext): Change => ({
  room: { ...room, note: { ...room.note, outdated: true } },
})

/** The next try waits for further lines, too: a model that is away is not asked again and again about the same ones. */
export const noteFailed = ({ room, input }: GroupContext, at: number): Change => ({
  room: {
    ...room,
    note: { heard: Math.floor(input.settings.memory.renewAfter / 2), idle: room.note.idle, failedAt: at },
  },
})

export const backoffEnd = ({ room, input }: GroupContext): number =>
  (room.note.failedAt ?? -Infinity) + input.settings.memory.backoffMs

export const isNoteLate = ({ budget, input }: GroupContext, at: number): boolean =>
  since(at, budget.reservedForNote?.at) >= input.settings.memory.modelTimeoutMs

// Verdicts.

export const noteRenewed = ({ context, event }: Args & { event: { output: NoteOutput } }): Params => {
  const { changed, text, tokens } = event.output
  const why = changed ? 'noteRenewed' : 'nothingToNote'
  const numbers = { heard: context.room.note.heard, chars: text.length }
  return { ...ofMemory(changed ? 'renewed' : 'unchanged', why, tokens), numbers }
}

export function noteFails({ context, event }: Args & { event: { error?: unknown } }): Params {
  const error = event.error as Failure | undefined
  const { why, ...cause } = error ? causeOf(error) : ({ why: 'timeout' } as const)
  return { ...ofMemory('failed', why, noteCostOf(context, event)), ...cause }
}

export const noteStops = ({ context, event }: Args): Params =>
  ofMemory('dropped', 'noteOutdated', noteCostOf(context, event))

const ofMemory = (outcome: string, why: WhyKey, tokens: number): Params => ({
  turn: null,
  gate: 'memory',
  outcome,
  why,
  messages: [],
  tokens,
})
