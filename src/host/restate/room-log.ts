// Where turns of rooms are told: a worker's own store, and the memory that a cluster shares.
import type { PlannedStep, TracedStep } from '../../room/steps.ts'
import type { TurnRow } from './room-state.ts'

/** Where the worker keeps what rooms said and did, to be searched and shown. */
export interface RoomLog {
  /** A turn is durable. A second time is harmless. Returns its steps with the ids of their charts there. */
  write(room: string, row: TurnRow, steps: readonly PlannedStep[]): readonly TracedStep[]
  /** Of a worker that is one of several; absent: its store is all there is. */
  shared?: SharedLog
}

/** The memory of a cluster, and what of it stands in this worker's store. */
export interface SharedLog {
  /** Up to which turn this worker's store tells all of a room. */
  known(room: string): number
  /** The rows of a room's turns after one, as the memory has them; rejects while it is away. */
  after(room: string, turn: number): Promise<readonly TurnRow[]>
  /** Up to which turn the memory has a room's rows, as far as this worker knows. */
  kept(room: string): number
  /** Hands rows over, which may have been handed over before; resolves once it is known what becomes of them. */
  ship(room: string, rows: readonly TurnRow[]): Promise<void>
}
