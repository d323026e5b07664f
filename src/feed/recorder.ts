// Turns a committed step into the record that the tape keeps and the feed carries.
import type { MessageRef, Verdict } from '../../machines/group.types.ts'
import type { BoardRow, StepRecord } from './contract.ts'
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

/** The record and its JSON, made once for the tape, the ring and every reader. */
export interface Recorded {
  record: StepRecord
  json: string
}

export function recordStep(
  step: CommittedStep,
  { bot, group }: { bot: string; group: string },
  verdicts: Verdict[],
): Recorded {
  const { key, seq, at, event, snapshot, took, timers } = step
  const record: StepRecord = {
    key,
    bot,
    group,
    seq,
    at,
    event: eventOf(event),
    took,
    verdicts,
    ...standingOf(snapshot, timers, at),
  }
  return { record, json: JSON.stringify(record) }
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

/** The last verdict that says why a bot spoke or did not: not that a message came, nor that a turn began or closed. */
export function lastWord(verdicts: readonly Verdict[]): BoardRow['last'] {
  const verdict = verdicts.findLast(
    ({ gate, outcome }) =>
      gate !== 'own' && gate !== 'buffer' && (gate !== 'dispatch' || outcome === 'drop' || outcome === 'restart'),
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
