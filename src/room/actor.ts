// A chart of a room between two steps, and the work it has under way.
import type { AnyMachineSnapshot } from 'xstate'
import type { PendingTimer } from './steps.ts'

/** A chart as it stands: what a host keeps of it. */
export interface Actor {
  key: string
  /** Events it took: the generation of what its last step started. */
  seq: number
  /** Time of the last one, ms. */
  at: number
  snapshot: AnyMachineSnapshot
  /** The first one due first. */
  timers: readonly PendingTimer[]
}

/** A timer or a job of a chart: one of an earlier generation counts no more. */
export interface Generation {
  id: string
  gen: number
}

export interface JobRef extends Generation {
  key: string
}
