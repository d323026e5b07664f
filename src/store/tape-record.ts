// What the tape keeps of a step: shared by those who write it, read it and draw it. Types alone.
import type { GroupPolicy, Vitality, WindowName } from '../../machines/group/settings.ts'
import type { Verdict } from '../../machines/group/types.ts'

/** A timer that runs: `name` is the delay's name in the chart, `due` its time, ms. */
export interface RunningTimer {
  id: string
  name: string
  due: number
}

/** One window of a budget as it stands. */
export interface BudgetFigure {
  window: WindowName
  durationMs: number
  messages: number
  maxMessages: number
  tokens: number
  maxTokens: number
}

/** How an actor stands after a step. */
export interface Standing {
  /** Ids of all active states, as in the chart: `group.turn.cooling.resting`. */
  active: string[]
  vitality: Vitality
  timers: RunningTimer[]
  messagesIn5m: number
  speakersIn5m: number
  waiting: number
  skipsInARow: number
  budget: BudgetFigure[]
  /** The policy in force; absent on tapes of before it was told. */
  policy?: GroupPolicy
  /** An operator set it for this group. */
  policySet?: true
  /** An operator muted it here. */
  muted?: true
  /** An operator paused the bot everywhere; on older tapes the active states say so. */
  paused?: true
  /** Keys of the charts that its states invoke: each has a tape and a feed as its own. Whoever reads a row adds it. */
  invoked?: readonly string[]
}

/** What a step led to. */
export interface Led {
  /** Ids of the transitions taken, in order: see transitionIds in machines/graph.ts. */
  took: string[]
  verdicts: Verdict[]
  /** Absent where it could not be read off the snapshot. */
  standing?: Standing | undefined
}

/** One row of an actor's tape. Never holds message texts, prompts or secrets. */
export interface TapeRecord extends Standing {
  seq: number
  at: number
  event: { type: string; message?: { id: string; sender: string; kind: string; mentioned: boolean } }
  took: string[]
  verdicts: Verdict[]
}
