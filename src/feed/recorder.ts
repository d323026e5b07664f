// Turns a committed step into the record that the feed carries, and the tape keeps in its own way.
import type { MessageRef, Verdict } from '../../machines/group.types.ts'
import { isFlush, isOwn, isTurnEnd, isTurnOpening } from '../../machines/rules/verdicts.ts'
import type { BoardRow, Standing, StepRecord } from './contract.ts'
import type { ToldStep } from './hub.ts'
import { type PendingTimer, standingOf } from './standing.ts'

/** A step as the host commits it. */
export interface CommittedStep {
  key: string
  seq: number
  at: number
  event: { type: string }
  snapshot: unknown
  took: string[]
  timers: readonly PendingTimer[]
}

/** The record and, for the tape, how the actor stands alone. */
export interface Recorded {
  record: StepRecord
  standing: Standing
}

export function recordStep(
  step: CommittedStep,
  { bot, group }: { bot: string; group: string },
  verdicts: Verdict[],
): Recorded {
  const { key, seq, at, event, snapshot, took, timers } = step
  const standing = standingOf(snapshot, timers, at)
  return { record: { key, bot, group, seq, at, event: eventOf(event), took, verdicts, ...standing }, standing }
}

export function boardRowOf(
  record: StepRecord,
  names: Pick<BoardRow, 'botName' | 'groupTitle'>,
  before: BoardRow['last'],
): BoardRow {
  const { key, bot, group, seq, at, active, vitality, timers, waiting, budget, verdicts } = record
  const { policy, policySet, muted } = record
  const last = lastWord(verdicts) ?? before
  const control = { ...(policy && { policy }), ...(policySet && { policySet }), ...(muted && { muted }) }
  const row = { key, bot, group, ...names, seq, at, active, vitality, timers, waiting, budget }
  return { ...row, ...control, ...(last && { last }) }
}

/** For the hub; `names` is asked when somebody looks. */
export const toldStep = (record: StepRecord, names: () => Pick<BoardRow, 'botName' | 'groupTitle'>): ToldStep => ({
  key: record.key,
  last: lastWord(record.verdicts),
  row: (last) => boardRowOf(record, names(), last),
  record,
})

/** The last verdict that says why a bot spoke or did not: not that a message came, nor that a turn began or closed. */
export function lastWord(verdicts: readonly Verdict[]): BoardRow['last'] {
  const verdict = verdicts.findLast(
    (each) => !isOwn(each) && !isFlush(each) && !isTurnOpening(each) && !isTurnEnd(each),
  )
  return verdict && { gate: verdict.gate, outcome: verdict.outcome, why: verdict.why, at: verdict.at }
}

// Of a message only what says who spoke and how; answers of models and texts of replies stay out.
function eventOf(event: { type: string; message?: MessageRef }): StepRecord['event'] {
  const { type, message } = event
  if (!message) return { type }
  const { id, sender, kind, mentioned } = message
  return { type, message: { id, sender, kind, mentioned } }
}
