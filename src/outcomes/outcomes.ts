// What became of each message at one bot of a group, read off the bot's verdicts: the only place that says so.
import type { Gate } from '../../machines/group/settings.ts'
import type { Verdict } from '../../machines/group/types.ts'
import { type Cause, causeAlone } from '../../machines/group/verdicts/why.ts'
import {
  isCommand,
  isCommandAnswered,
  isCommandFailed,
  isFailure,
  isGivenUp,
  isHold,
  isNotServed,
  isToRun,
  isOwn,
  isRefusal,
  isSend,
  isSign,
  isTurnEnd,
  isTurnStart,
  isWithdrawn,
} from '../../machines/group/verdicts/kinds.ts'

/**
 * answered: the bot replied to it · readWith: it was in the batch of a reply to another message · skipped: a gate said no ·
 * failed: a call did · waiting: in the buffer, in the queue or for the budget · working: its turn is under way ·
 * own: the bot said it itself.
 */
export type OutcomeKind = 'answered' | 'readWith' | 'skipped' | 'failed' | 'waiting' | 'working' | 'own'

/** With the cause of the last verdict about it; none: no gate has spoken yet. */
export interface MessageOutcome extends Partial<Cause> {
  kind: OutcomeKind
  /** The gate it stands at, was stopped at, or that said the last word. */
  gate: Gate
  turn?: number
  /** Of `readWith`: id of the message that was answered. */
  with?: string
}

/** As much of a step as tells what became of messages. */
export interface OutcomeStep {
  event: { message?: { id: string; kind: string } }
  verdicts: readonly Verdict[]
}

/**
 * The outcomes by message id, of one bot in one group: `outcomesOf(steps).get(line.id)`. Give it the steps up to the moment
 * that is looked at. A message without an outcome was context only, or lies before the first step: ask `outcomeOf`.
 */
export function outcomesOf(steps: readonly OutcomeStep[]): ReadonlyMap<string, MessageOutcome> {
  const { heard, see, outcomes } = makeOutcomes()
  for (const { event, verdicts } of steps) {
    if (event.message) heard(event.message.id, event.message.kind === 'self')
    for (const verdict of verdicts) see(verdict)
  }
  return outcomes
}

/** The same for whoever follows a bot as it goes: messages and verdicts in the order of their steps. */
export function makeOutcomes() {
  const outcomes = new Map<string, MessageOutcome>()
  const batches = new Map<number, readonly string[]>()
  const replied = new Set<number>()

  /** A verdict of a gate may be about some of the turn's messages only. */
  const batchOf = ({ turn, messages }: Verdict): readonly string[] =>
    messages.length > 0 || turn === null ? messages : (batches.get(turn) ?? [])

  /** A reply may answer a message of an earlier batch; records of before do not say which one: then it was all of them. */
  function sent(verdict: Verdict, number: number): void {
    const { gate, turn, messages } = verdict
    replied.add(number)
    const next = { gate, ...causeAlone(verdict), turn: number }
    const batch = batches.get(turn ?? number) ?? []
    const answered = messages.length > 0 ? messages : batch
    const [first] = answered
    for (const id of batch) if (first !== undefined) outcomes.set(id, { kind: 'readWith', ...next, with: first })
    for (const id of answered) if (outcomes.get(id)?.kind !== 'own') outcomes.set(id, { kind: 'answered', ...next })
  }

  return {
    outcomes: outcomes as ReadonlyMap<string, MessageOutcome>,
    heard(id: string, isSelf: boolean): void {
      if (outcomes.has(id)) return
      outcomes.set(id, { kind: isSelf ? 'own' : 'waiting', gate: isSelf ? 'own' : 'buffer' })
    },
    see(verdict: Verdict): void {
      const { turn, messages } = verdict
      if (turn !== null && isTurnStart(verdict)) batches.set(turn, messages)
      if (turn !== null && isSend(verdict)) return sent(verdict, turn)
      // What was sent stays sent, whatever the turn's end says.
      if (turn !== null && replied.has(turn)) return
      for (const id of batchOf(verdict)) {
        const outcome = nextOutcome(outcomes.get(id), verdict)
        if (outcome) outcomes.set(id, outcome)
      }
    },
  }
}

function nextOutcome(known: MessageOutcome | undefined, verdict: Verdict): MessageOutcome | undefined {
  const { turn, gate } = verdict
  const next = { gate, ...causeAlone(verdict), ...(turn !== null && { turn }) }
  if (isOwn(verdict)) return { kind: 'own', ...next }
  if (isCommand(verdict)) return { kind: verdict.why === 'commandsFull' ? 'skipped' : 'working', ...next }
  if (isCommandAnswered(verdict)) return { kind: 'answered', ...next }
  if (isCommandFailed(verdict)) return { kind: 'failed', ...next }
  if (isWithdrawn(verdict)) return { kind: 'skipped', ...next }
  // What an operator or a person orders, and a message that came twice, hold up nothing.
  if (isSign(verdict) || (turn === null && idle.has(gate))) return known
  if (turn === null)
    return { kind: isGivenUp(verdict) || isNotServed(verdict) || isToRun(verdict) ? 'skipped' : 'waiting', ...next }
  if (isTurnEnd(verdict)) return ended(known, verdict, turn)
  if (isHold(verdict)) return { kind: 'waiting', ...next }
  if (isFailure(verdict)) return { kind: 'failed', ...next }
  if (isRefusal(verdict)) return { kind: 'skipped', ...next }
  return { kind: 'working', ...next }
}

const idle: ReadonlySet<Gate> = new Set(['duplicate', 'control', 'memory'])

/** The verdict before the end says why a turn was silent. */
function ended(known: MessageOutcome | undefined, end: Verdict, turn: number): MessageOutcome {
  if (known && known.kind !== 'working' && known.kind !== 'waiting') return known
  return { gate: 'dispatch', ...(known ?? causeAlone(end)), kind: 'skipped', turn }
}

/** Of a message at a bot whose steps are known from `since` on; undefined: nobody can say. */
export function outcomeOf(
  outcome: MessageOutcome | undefined,
  at: number,
  since: number,
): OutcomeKind | 'context' | undefined {
  if (outcome) return outcome.kind
  return at < since ? undefined : 'context'
}
