// How the bot behaved in a play: did it speak when addressed, what did it cost, and what did its gates keep from it.
import type { Part } from './cast.ts'
import type { TurnOutcome, TurnOutcomes } from './turn-outcomes.ts'
import type { LabelledLine } from './labels.ts'
import { messageKey } from '../virtual/trace.ts'
import type { Played } from './play.ts'
import { count } from '../counting.ts'
import { makeScore, note } from './score.ts'

/** The recorded answer to a message without reply links: within so long, ms. */
const answerWithinMs = 2 * 60_000
const lateMs = 2 * 60_000

export type Conduct = ReturnType<typeof conductOf>

export function conductOf(part: Part, { heard, outcomes, counts }: Played, hasAnswers: boolean) {
  const { others, decisions, rejudgements, compositions, calls, replies, tokens, skips } = counts
  return {
    heard: heard.length,
    spoke: speech(part, heard, outcomes),
    cost: { others, decisions, rejudgements, compositions, calls, replies, tokens, skips, errors: outcomes.errors },
    wanted: wantedCalls(part, heard, outcomes, hasAnswers),
  }
}

function speech(part: Part, heard: readonly LabelledLine[], outcomes: TurnOutcomes) {
  const lines = new Map(heard.map((line) => [messageKey(line), line]))
  const isGold = (key: string): boolean => {
    const line = lines.get(key)
    return line?.counts === true && line.addressee.some(part.is)
  }
  const turns = makeScore()
  for (const { messages, replied, ended } of outcomes.turns()) {
    if (ended && messages.some((key) => lines.get(key)?.counts)) note(turns, replied, messages.some(isGold))
  }
  const messages = makeScore()
  const silenced: Record<string, Record<string, number>> = {}
  let unfinished = 0
  for (const [key, { counts, sender }] of lines) {
    if (!counts || part.is(sender)) continue
    const outcome = outcomes.of(key)
    const { turn, stop } = outcome
    const gold = isGold(key)
    if (!isOver(outcome)) {
      if (gold) unfinished += 1
    } else if (gold) {
      note(messages, turn?.replied ?? false, true)
      if (!turn?.replied) count((silenced[stop?.gate ?? 'unknown'] ??= {}), stop?.reason ?? 'unknown')
      // What it says to a batch with a message for it is no answer to the others.
    } else if (turn?.replied && !turn.messages.some(isGold)) note(messages, true, false)
  }
  return { turns, messages, unfinished, silenced }
}

/** What this person answered in the recording: how much of it came to be judged, and which gate kept the rest. */
function wantedCalls(part: Part, heard: readonly LabelledLine[], outcomes: TurnOutcomes, hasAnswers: boolean) {
  const wanted = { answered: 0, judged: 0, judgedLate: 0, spokenTo: 0, unfinished: 0 }
  const stopped: Record<string, number> = {}
  for (const { key, ts } of hasAnswers ? linked(part, heard) : guessed(part, heard)) {
    const outcome = outcomes.of(key)
    const { turn, stop } = outcome
    if (!isOver(outcome)) {
      wanted.unfinished += 1
      continue
    }
    wanted.answered += 1
    if (turn?.replied) wanted.spokenTo += 1
    if (turn?.judgedAt === undefined) count(stopped, stop?.gate ?? 'unknown')
    else {
      wanted.judged += 1
      if (turn.judgedAt - ts > lateMs) wanted.judgedLate += 1
    }
  }
  return { ...wanted, stopped }
}

interface Answered {
  key: string
  ts: number
}

function linked(part: Part, heard: readonly LabelledLine[]): Answered[] {
  const answered = new Set<string>()
  for (const { group, sender, answers } of heard) {
    if (part.is(sender)) for (const id of answers) answered.add(messageKey({ group, id }))
  }
  return heard.flatMap((line) => {
    const key = messageKey(line)
    return answered.has(key) && !part.is(line.sender) ? [{ key, ts: line.ts }] : []
  })
}

// The last message of somebody else before a line of its own.
function guessed(part: Part, heard: readonly LabelledLine[]): Answered[] {
  const last = new Map<string, Answered>()
  const answered = new Map<string, Answered>()
  for (const line of heard) {
    const before = last.get(line.group)
    if (!part.is(line.sender)) last.set(line.group, { key: messageKey(line), ts: line.ts })
    else if (before && line.ts - before.ts <= answerWithinMs) answered.set(before.key, before)
  }
  return [...answered.values()]
}

const isOver = ({ turn, stop }: TurnOutcome): boolean => (turn ? turn.ended : stop !== undefined)
