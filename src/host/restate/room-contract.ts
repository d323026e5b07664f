// What a room's object is called with, and what it has a worker do.
import type { JobRef } from '../../room/actor.ts'
import type { Outcome } from '../../room/feeds.ts'
import type { InboundMessage } from '../../room/message.ts'
import type { RoomNote } from '../../room/notes.ts'
import type { Incoming, ToChart } from '../../room/room.ts'
import type { Inbound } from '../../room/steps.ts'
import type { KeptChart, KeptRoom, RoomState, TurnRow } from './room-state.ts'
import type { Start, Stop, Turn } from './turn.ts'

/** Jobs that are done in one call, and the turn that began them: whoever does them reads up to there. */
export interface Work {
  starts: readonly Start[]
  turn: number
}

export interface Settled {
  ref: JobRef
  outcome: Outcome
}

export interface Heard {
  messages: readonly InboundMessage[]
}

export interface Ordered {
  orders: readonly Inbound[]
  notes?: readonly RoomNote[]
}

/** What a room shows. */
export interface Look {
  room: KeptRoom
  charts: readonly KeptChart[]
  held: readonly ToChart[]
  rows: readonly TurnRow[]
}

/** What a worker does with a room's turns. */
export interface RoomWork {
  /**
   * Reads up on what other workers did in the room, as far as that is not known here. Rejects while a part of it is missing and
   * the memory that has it is away: another worker may know it. `isNeeded`: for as long as that lasts, not for some seconds.
   */
  catchUp(state: Pick<RoomState, 'key' | 'rows'> & { turn: number }, isNeeded?: boolean): void | Promise<void>
  /** Rows of turns are kept in the room until the cluster's memory has them; false: this worker's store is all there is. */
  sharesRows: boolean
  /** Rows that waited too long for the cluster's memory are kept no more: the room goes on, and its past has a gap. */
  lost(room: string, rows: number): void
  /** Hands rows over; resolves with the turn up to which the memory has them now. */
  ship(room: string, rows: readonly TurnRow[]): Promise<number>
  /** The words of a message may be kept. */
  keeps(message: InboundMessage): boolean
  /** Plans the turn; nothing is done yet. */
  plan(state: RoomState, incoming: readonly Incoming[]): Turn
  /** The turn is durable: whoever keeps or hears of it is told; a second time is harmless. */
  durable(room: string, turn: Turn, incoming: readonly Incoming[], row: TurnRow): void | Promise<void>
  /** The calls on their way that wake the room, with what it needs. */
  wakesAfter(state: RoomState): Pick<KeptRoom, 'wakes' | 'lastWake'>
  /** ms until then, by this worker's clock; undefined: somebody else wakes the room. */
  until(due: number): number | undefined
  /** Which of these are done in one call. */
  together(starts: readonly Start[]): readonly (readonly Start[])[]
  /** Runs jobs; called again after a crash. Resolves with what their charts are told; nothing of those that were called off. */
  work(work: Work, context: WorkContext): Promise<readonly Settled[]>
  /** Those that run in this process are aborted at once. */
  stopped(stop: Stop): void
  /** What a job held may go: its outcome is durable. */
  settled(ref: JobRef): void
  /** The room takes no turns: what reaches it waits. Told again with every call that it does not take. */
  stuck(room: string, error: string): void
  /** The last turn that is known of a room, here or in the cluster's memory. */
  newest(room: string): Promise<number>
  /** A chart begun anew with what is known of it laid over. */
  fresh(key: string, known: Known): Pick<KeptChart, 'version' | 'body'>
}

export interface Known {
  value?: object
  context?: object
}

export interface WorkContext {
  /** Keeps a value that is made once, also over crashes. */
  once<T>(what: string, make: () => Promise<T>): Promise<T>
  /** Rows of the room's last turns, as it keeps them itself. */
  rows: readonly TurnRow[]
  /** Aborts when the chart has left the job. */
  signal: AbortSignal
}
