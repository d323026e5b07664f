// A host as the contract drives it: time is the test's, jobs answer as they are told, and everything durable is looked at.
import type { Host, Job } from '../../../src/host/host.ts'
import type { Rehearsed } from '../../../src/host/virtual/virtual-host.ts'
import type { InboundMessage } from '../../../src/room/message.ts'
import type { Kind, Receipt, RoomRules } from '../../../src/room/room.ts'
import type { Inbound, TracedStep } from '../../../src/room/steps.ts'

export interface WorldOptions {
  hosted: Kind & { kinds?: Record<string, Kind>; room?: RoomRules }
  answers: Record<string, (input: never, context: { key: string; at: number }) => Rehearsed>
  /** What becomes of a job that a crash cuts off; absent: it runs again. */
  afterCrash?: Record<string, Job['afterCrash']>
  /** Nothing of a chart stays in memory between two events. */
  isForgetful?: boolean
  /** Where the process is killed: at which commit, before it or after it. Other hosts forget instead. */
  crash?: Crash
}

export interface Crash {
  commit: number
  isDurable: boolean
}

export interface World {
  host: Host
  now(): number
  /** Time passes, timers go off and answers come. */
  until(at: number): Promise<void>
  /** Handed in again where the process was killed meanwhile. */
  receive(...messages: InboundMessage[]): Promise<Receipt[]>
  order(...orders: Inbound[]): Promise<Receipt[]>
  /** What became durable, in order. */
  steps: readonly TracedStep[]
  /** What was asked for, in order. */
  asked: readonly { at: number; key: string; src: string; input: unknown }[]
  /** Every time that a job ran, in order. */
  ran: readonly unknown[]
  /** Charts that were stopped, in order. */
  halted: readonly string[]
  /** Types of what waits for a chart. */
  waiting(key: string): readonly string[]
  /** Where the process can be killed at each of them: by now. */
  commits?(): number
  /** Where charts are kept in a store. */
  store?: Store
}

export interface Store {
  exec(sql: string): void
  /** A new process on the same store. */
  restart(hosted?: Partial<WorldOptions['hosted']>): Promise<void>
}

export type MakeWorld = (options: WorldOptions) => World
