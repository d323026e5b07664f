// What the memory region asks, counts and records about the note.
import type { Failure, NoteInput, NoteOutput } from './children.ts'
import { causeOf } from './failures.ts'
import { since } from './conditions.ts'
import { noteCostOf } from './ledger.ts'
import type { GroupContext, Verdict } from './types.ts'
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
export const isDue = ({ memory, turn, input }: GroupContext): boolean =>
  !turn && isNoteDue(memory, input) && keepsNote(input)

/** What is not kept for requests suffices. */
export const canBePaid = ({ input, ledger }: GroupContext, at: number): boolean =>
  noteReservation(input, ledger, at) !== undefined

export function noteInput({ input, ledger }: GroupContext): NoteInput {
  const { noteTokens, modelTimeoutMs } = input.settings.memory
  return {
    noteTokens,
    maxTokens: ledger.heldForNote?.tokens ?? 0,
    maxOutputTokens: noteOutput(input),
    maxTalkTokens: mostNoteTalk,
    timeoutMs: modelTimeoutMs,
  }
}

export const noteHeld = ({ input, ledger }: GroupContext, at: number): Change => ({
  ledger: { ...ledger, heldForNote: { at, tokens: noteReservation(input, ledger, at) ?? 0 } },
})

export const noteSettled = ({ input, ledger }: GroupContext, tokens: number, at: number): Change => {
  const { heldForNote: _, ...rest } = ledger
  return { ledger: { ...bookCall(rest, input.settings, at, tokens), ...heldOf(ledger) } }
}

/** A turn's own hold outlives the note's. */
const heldOf = ({ held }: GroupContext['ledger']) => (held ? { held } : {})

/** Lines heard during the call are not in the note. */
export const watchStarted = ({ memory }: GroupContext, { changed }: NoteOutput): Change => ({
  memory: { ...freshWatch, idle: changed ? 0 : memory.idle + 1 },
})

export const noteOutdated = ({ memory }: GroupContext): Change => ({ memory: { ...memory, outdated: true } })
/** The next try waits for further lines, too: a model that is away is not asked again and again about the same ones. */
export const noteFailed = ({ memory, input }: GroupContext, at: number): Change => ({
  memory: { heard: Math.floor(input.settings.memory.renewAfter / 2), idle: memory.idle, failedAt: at },
})

export const backoffEnd = ({ memory, input }: GroupContext): number =>
  (memory.failedAt ?? -Infinity) + input.settings.memory.backoffMs

export const isNoteLate = ({ ledger, input }: GroupContext, at: number): boolean =>
  since(at, ledger.heldForNote?.at) >= input.settings.memory.modelTimeoutMs

// Verdicts.

export const noteRenewed = ({ context, event }: Args & { event: { output: NoteOutput } }): Params => {
  const { changed, text, tokens } = event.output
  const why = changed ? 'noteRenewed' : 'nothingToNote'
  const numbers = { heard: context.memory.heard, chars: text.length }
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
