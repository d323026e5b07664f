// A room as it moves from house to house: the same whichever store it comes from.
import type { PendingTimer } from '../../room/steps.ts'
import type { TalkRow } from '../../store/kept-lines.ts'

export interface MovedRoom {
  key: string
  /** In the order in which they began. */
  charts: readonly MovedChart[]
  jobs: readonly MovedJob[]
  /** Events that wait for charts that cannot take them, oldest first. */
  held: readonly MovedEvent[]
  /** Ids of messages and the bots that they have reached, with spaces between; oldest first. */
  seen: readonly (readonly [id: string, bots: string])[]
  /** In the order in which they came. */
  lines: readonly TalkRow[]
  /** In the order in which they were written. */
  entries: readonly MovedEntry[]
  rest: Rest
}

export interface MovedChart {
  key: string
  version: string
  /** Its snapshot as JSON; empty: none could be made. */
  body: string
  seq: number
  /** ms */
  at: number
  timers: readonly PendingTimer[]
}

export interface MovedJob {
  key: string
  id: string
  gen: number
  src: string
  input: unknown
  /** Tokens that it may have cost by now; null: nobody knows. */
  cost: number | null
}

export interface MovedEvent {
  key: string
  event: { type: string }
}

/** A row of the tape of a chart; its words stand in it in full. */
export interface MovedEntry {
  key: string
  seq: number
  at: number
  kind: string
  body: string
  led: string | null
}

/** Rows of other tables, by the name of the table. */
export type Rest = Readonly<Record<string, readonly Record<string, unknown>[]>>

/** What of a room's past goes into one turn of the cluster's memory, for the stores of workers. */
export interface MovedPart {
  charts: readonly MovedChart[]
  lines: readonly TalkRow[]
  entries: readonly MovedEntry[]
  rest: Rest
}
