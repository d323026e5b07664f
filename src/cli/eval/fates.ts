// What became of every message: the turn that took it, whether the model judged it, and the gate that stopped it.
import type { Verdict } from '../../../machines/group.types.ts'
import { isSkip } from '../replay/tally.ts'
import type { TraceLine } from '../virtual/trace.ts'
import { messageKey } from './labels.ts'
import { count } from './score.ts'

export interface TurnFate {
  /** Keys of the messages. */
  messages: string[]
  /** When the model's first answer came, ms: a decision, or the reply itself where none is asked for. */
  judgedAt?: number
  replied: boolean
  ended: boolean
  stop?: Stop
}

export interface Stop {
  gate: string
  reason: string
}

export type Fates = Pick<ReturnType<typeof makeFates>, 'of' | 'turns' | 'errors'>

export function makeFates() {
  const turns: TurnFate[] = []
  const open = new Map<string, TurnFate>()
  const taken = new Map<string, TurnFate>()
  const stops = new Map<string, Stop>()
  const errors: Record<string, number> = {}

  function takes(turn: TurnFate, keys: string[]): void {
    turn.messages = keys
    for (const key of keys) taken.set(key, turn)
  }

  function verdict(group: string, line: Verdict): void {
    const { gate, outcome, messages, at } = line
    const keys = messages.map((id) => messageKey({ group, id }))
    if (gate === 'dispatch' && outcome === 'start') {
      const begun: TurnFate = { messages: [], replied: false, ended: false }
      turns.push(begun)
      open.set(group, begun)
    }
    const turn = open.get(group)
    if (turn && gate === 'dispatch' && (outcome === 'start' || outcome === 'restart')) takes(turn, keys)
    if (turn && gate === 'dispatch' && outcome === 'end') turn.ended = true
    if (turn && (gate === 'decide' || gate === 'compose')) turn.judgedAt ??= at
    if (outcome === 'failed' && line.tokens !== undefined) count(errors, line.why)
    if (!isSkip(line)) return
    const stop = { gate, reason: reasonOf(line) }
    if (keys.length === 0 && turn) turn.stop = stop
    for (const key of keys) stops.set(key, stop)
  }

  return {
    see(line: TraceLine): void {
      if (line.kind === 'verdict') verdict(line.group, line)
      const turn = open.get(line.group)
      if (line.kind === 'send' && turn) turn.replied = true
    },
    turns,
    /** Failed calls by their cause. */
    errors,
    /** Nothing while it waits, as at the end of a play that was cut off. */
    of(key: string): { turn?: TurnFate; stop?: Stop } {
      const turn = taken.get(key)
      const stop = stops.get(key) ?? turn?.stop
      return { ...(turn && { turn }), ...(stop && { stop }) }
    },
  }
}

/** The same for the same cause: its key, without the figures, and for a spent budget which one. */
function reasonOf({ gate, why, numbers }: Verdict): string {
  if (gate !== 'budget' || numbers?.['window'] === undefined) return why
  return `${why}: ${numbers['window']} window, ${numbers['what']}, before ${numbers['path']}`
}
