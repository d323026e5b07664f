// Turns a committed step into the record that the feed carries, and the tape keeps in its own way.
import type { AnyMachineSnapshot } from 'xstate'
import type { MessageRef, Verdict } from '../../machines/group/types.ts'
import { causeAlone } from '../../machines/group/verdicts/why.ts'
import { isFlush, isModelCall, isOwn, isTurnEnd, isTurnOpening } from '../../machines/group/verdicts/kinds.ts'
import type { BoardRow, Standing, StepRecord, VerdictShown } from './contract.ts'
import type { Known, PublishedStep } from './hub.ts'
import type { Chart } from '../../machines/graph.ts'
import { botKey, childKey, isBot } from '../room/key.ts'
import { type PendingTimer, standingOf, statesOf } from './standing.ts'

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
  invokedBy: InvokedBy = () => undefined,
): Recorded {
  const { key, seq, at, event, snapshot, took, timers } = step
  const standing = isBot(key) ? standingOf(snapshot, timers, at) : statesOf(snapshot as AnyMachineSnapshot, timers)
  const invoked = invokedBy(key, standing.active)
  const record = { key, bot, group, seq, at, event: eventOf(event), took, verdicts, ...standing }
  return { record: { ...record, ...(invoked && { invoked }) }, standing }
}

/** Keys of the charts that are invoked in these states; undefined: none is. */
export type InvokedBy = (key: string, active: readonly string[]) => string[] | undefined

/** Where a machine of the kind is, what a state invokes is a chart. */
export function makeInvokedBy(charts: readonly Chart[], isKind: (src: string) => boolean): InvokedBy {
  const byState = new Map<string, Chart['nodes'][number]['invokes']>()
  for (const { id, invokes } of charts.flatMap(({ nodes }) => nodes)) {
    const found = invokes.filter(({ src }) => isKind(src))
    if (found.length > 0) byState.set(id, found)
  }
  return (key, active) => {
    if (byState.size === 0) return undefined
    const found = active.flatMap((id) => byState.get(id) ?? [])
    return found.length === 0 ? undefined : found.map(({ id, src }) => childKey(key, src, id))
  }
}

export function boardRowOf(
  record: StepRecord,
  names: Pick<BoardRow, 'botName' | 'groupTitle'>,
  before: Known,
): BoardRow {
  const { key, bot, group, seq, at, active, vitality, timers, waiting, budget, verdicts } = record
  const { policy, policySet, muted, paused, invoked } = record
  const { last = before.last, call = before.call } = knownOf(verdicts)
  const control = {
    ...(policy && { policy }),
    ...(policySet && { policySet }),
    ...(muted && { muted }),
    ...(paused && { paused }),
    ...(invoked && { invoked }),
  }
  const row = { key, bot, group, ...names, seq, at, active, vitality, timers, waiting, budget }
  return { ...row, ...control, ...(last && { last }), ...(call && { call }) }
}

/** For the hub; `names` is asked when somebody looks. What a bot's chart invokes has no row of its own. */
export const publishedStep = (
  record: StepRecord,
  names: () => Pick<BoardRow, 'botName' | 'groupTitle'>,
): PublishedStep => ({
  key: botKey(record.key),
  known: knownOf(record.verdicts),
  ...(isBot(record.key) && { row: (known) => boardRowOf(record, names(), known) }),
  record,
})

/** What a row keeps of verdicts, oldest first. */
export function knownOf(verdicts: readonly Verdict[]): Known {
  const [last, call] = [lastWord(verdicts), verdicts.findLast(isModelCall)]
  return { ...(last && { last: shown(last) }), ...(call && { call: shown(call) }) }
}

/** The last verdict that says why a bot spoke or did not: not that a message came, nor that a turn began or closed. */
function lastWord(verdicts: readonly Verdict[]): Verdict | undefined {
  return verdicts.findLast((each) => !isOwn(each) && !isFlush(each) && !isTurnOpening(each) && !isTurnEnd(each))
}

const shown = (verdict: Verdict): VerdictShown => {
  const { gate, outcome, at } = verdict
  return { gate, outcome, at, ...causeAlone(verdict) }
}

// Of a message only what says who spoke and how; answers of models and texts of replies stay out.
function eventOf(event: { type: string; message?: MessageRef }): StepRecord['event'] {
  const { type, message } = event
  if (!message) return { type }
  const { id, sender, kind, mentioned } = message
  return { type, message: { id, sender, kind, mentioned } }
}
