// When the note of a group is renewed, and what the call may take.
import type { GroupInput } from '../group/settings.ts'
import type { Ledger, NoteWatch } from '../group/context.ts'
import { tokenRoom } from './budget.ts'
import { unaskedNeed } from './reservation.ts'

export const freshWatch: NoteWatch = { heard: 0, idle: 0 }

// Estimates of a prompt run up to a quarter low on some tokenizers.
const margin = 1.25
/** Tokens of new talk in a renewal's prompt: at most, and the least that is worth a call. */
export const mostNoteTalk = 800
const leastNoteTalk = 200
/** A renewal that changed nothing doubles the lines until the next, so often. */
const mostDoublings = 3
/** Beside the note's own tokens in an answer. */
const answerSlack = 20

/** Enough was said, or an exchange of the bot's own is about to leave its prompts. */
export function isNoteDue({ heard, idle, answeredAt, outdated }: NoteWatch, { settings }: GroupInput): boolean {
  if (outdated) return true
  const { renewAfter } = settings.memory
  const isExchangeFar = answeredAt !== undefined && heard - answeredAt >= Math.ceil(renewAfter / 2)
  return isExchangeFar || heard >= renewAfter * 2 ** Math.min(idle, mostDoublings)
}

export const noteOutput = ({ settings }: GroupInput): number => settings.memory.noteTokens + answerSlack

/** Tokens held for a renewal; undefined: what is not kept for people's requests does not suffice. */
export function noteReservation(input: GroupInput, ledger: Ledger, at: number): number | undefined {
  // A whole turn stays affordable beside it, and what is kept for requests.
  const turn = unaskedNeed(input)
  const room = tokenRoom(ledger, input.settings, at, turn) - turn
  const least = needOf(input, leastNoteTalk)
  return room < least ? undefined : Math.min(room, needOf(input, mostNoteTalk))
}

/** Whether the windows ever leave room for a renewal: else no note is kept, and no prompt has room for one. */
export const keepsNote = (input: GroupInput): boolean => {
  const { enabled, noteTokens } = input.settings.memory
  return enabled && noteTokens > 0 && noteReservation(input, { sends: [], calls: [] }, 0) !== undefined
}

function needOf({ settings, overhead }: GroupInput, talk: number): number {
  const prompt = (overhead.note ?? 0) + settings.memory.noteTokens + talk
  return Math.ceil(prompt * margin) + settings.memory.noteTokens + answerSlack
}

/** The bot answered: what it said is worth keeping before it leaves the prompts. */
export const afterAnswer = (watch: NoteWatch): NoteWatch => ({ ...watch, answeredAt: watch.heard })
