// What became of each message at one bot, folded from the bot's steps.
import type { Gate } from '../../machines/group.settings.ts'
import type { Verdict } from '../../machines/group.types.ts'
import type { StepRecord } from '../../src/feed/contract.ts'

/** waiting: in the buffer, in the queue or for the budget · working: its turn is under way · own: the bot said it itself. */
export type FateKind = 'answered' | 'skipped' | 'failed' | 'waiting' | 'working' | 'own'

export interface Fate {
  kind: FateKind
  /** The gate it stands at, or was stopped at. */
  gate: Gate
  why: string
  turn?: number
}

/** A message that is missing was context only: the bot's chart never met it. */
export function fatesOf(steps: readonly StepRecord[]): ReadonlyMap<string, Fate> {
  const fates = new Map<string, Fate>()
  const turns = new Map<number, string[]>()
  for (const { event, verdicts } of steps) {
    if (event.message && !fates.has(event.message.id)) {
      const own = event.message.kind === 'self'
      fates.set(event.message.id, { kind: own ? 'own' : 'waiting', gate: own ? 'own' : 'buffer', why: '' })
    }
    for (const verdict of verdicts) {
      const batch = batchOf(verdict, turns)
      for (const id of batch) {
        const fate = nextFate(fates.get(id), verdict)
        if (fate) fates.set(id, fate)
      }
    }
  }
  return fates
}

// A verdict of a gate may be about some of the turn's messages only.
function batchOf({ turn, gate, messages }: Verdict, turns: Map<number, string[]>): readonly string[] {
  if (turn === null) return messages
  if (messages.length > 0 && gate === 'dispatch') turns.set(turn, messages)
  if (messages.length > 0) return messages
  return turns.get(turn) ?? []
}

function nextFate(known: Fate | undefined, { turn, gate, outcome, why }: Verdict): Fate | undefined {
  const next = { gate, why, ...(turn !== null && { turn }) }
  if (gate === 'own') return { kind: 'own', ...next }
  if (gate === 'duplicate' || (gate === 'budget' && outcome === 'sign')) return known
  if (turn === null) return { kind: outcome === 'drop' ? 'skipped' : 'waiting', ...next }
  if (gate === 'dispatch' && outcome === 'end') return ended(known, why, turn)
  if (gate === 'send' && outcome === 'sent') return { kind: 'answered', ...next }
  if (outcome === 'skip' || outcome === 'drop') return { kind: 'skipped', ...next }
  if (outcome === 'hold') return { kind: 'waiting', ...next }
  if (outcome === 'failed') return { kind: 'failed', ...next }
  return { kind: 'working', ...next }
}

/** The verdict before the end says why a turn was silent. */
function ended(known: Fate | undefined, why: string, turn: number): Fate {
  if (why === 'replied') return { kind: 'answered', gate: 'send', why: known?.why ?? '', turn }
  if (known && known.kind !== 'working') return known
  return { kind: 'skipped', gate: known?.gate ?? 'dispatch', why: known?.why ?? why, turn }
}

/** Of a message at a bot whose steps are known from `since` on; undefined: nobody can say. */
export function fateOf(fate: Fate | undefined, at: number, since: number): FateKind | 'context' | undefined {
  if (fate) return fate.kind
  return at < since ? undefined : 'context'
}
