// What every host promises: events go in once, commit before effect, and nothing that was accepted is lost.
import type { Actor } from '../room/actor.ts'
import { kindOfKey } from '../room/key.ts'
import type { InboundMessage } from '../room/message.ts'
import type { Kind, Receipt, RoomRules } from '../room/room.ts'
import { readable } from '../room/thrown.ts'
import type { Inbound, TracedStep } from '../room/steps.ts'
import type { Whose } from './subscribers.ts'

/** Rooms with their charts, wherever they are kept. */
export interface Host {
  /**
   * Messages of channels, all in one transaction. Resolves once they are durable; rejects where nothing of it was kept:
   * hand them in again. `alongside` writes in the same transaction where the host's store is the caller's, else before it.
   */
  receive(messages: readonly InboundMessage[], alongside?: () => void): Promise<Receipt[]>
  /** Events for single charts, in the same way. */
  order(orders: readonly Inbound[], alongside?: () => void): Promise<Receipt[]>
  /** Takes up everything that was pending. */
  start(): void | Promise<void>
  /** Nothing goes off any more. */
  stop(): Promise<void>
  /** The charts of a room as they stand; undefined: nothing has reached it. */
  room(key: string): Promise<readonly ChartView[] | undefined>
  /** Where something happened last, the latest first: the rooms of at most so many charts. */
  rooms(most?: number): Promise<readonly RoomRef[]>
  figures(): HostFigures
  /**
   * Tells of every step after its commit; `all`: of those that other workers of a cluster took, too. Returns the cancellation.
   */
  subscribe(listener: (step: TracedStep) => void, whose?: Whose): () => void
}

/** A chart as it stands, without a snapshot where that cannot be read. */
export type ChartView = Omit<Actor, 'snapshot'> & Partial<Pick<Actor, 'snapshot'>>

export interface RoomRef {
  key: string
  /** Keys of its charts, as far as they were asked for. */
  charts: readonly string[]
}

export interface HostFigures {
  /** Charts in memory. */
  hot: number
  /** Under way. */
  jobs: number
  /** Charts that cannot go on. */
  halted: number
  /** Writes that the store refused since the last one that it took. */
  storeFailures: number
  /** When a timer is due, ms. */
  nextDue?: number
}

/** One actor's job: the work behind a child that the chart invokes. */
export interface Job {
  /** Rejections become `xstate.error.actor.<id>`; its `kind`, `tokens` and `numbers` are kept. */
  run(input: never, context: JobContext): Promise<unknown>
  /**
   * After a crash: `rerun` asks again (the work carries a key that makes it once), `interrupt` tells the chart. It may depend on
   * the input; where that cannot be told, the chart is.
   */
  afterCrash: AfterCrash | ((input: never) => AfterCrash)
  /** Those that one turn of a room begins share what they ask: they run in one process. */
  isShared?: true
  /** It reads what its room said and did: with a part of that missing it does not run. */
  readsPast?: true
}

type AfterCrash = 'rerun' | 'interrupt'

/** Whether a crash interrupts it: what it may have cost by then is written down, and told to its chart. */
export const isInterrupted = (job: Pick<Job, 'afterCrash'> | undefined, input: unknown): boolean => {
  const { afterCrash } = job ?? {}
  const how =
    typeof afterCrash === 'function' ? (readable(() => afterCrash(input as never)) ?? 'interrupt') : afterCrash
  return how === 'interrupt'
}

export interface JobContext {
  key: string
  signal: AbortSignal
  /** Called once the outcome is committed, or the job called off: what it held may go then. */
  onSettled: (release: () => void) => void
  /**
   * Writes down how many tokens the job may have cost by now, before a request of it leaves: a crash charges that. Throws
   * where it cannot be written, and where the chart has left the job.
   */
  mayCost: (tokens: number) => void
}

/** A machine of one kind as a host runs it. */
export interface HostedKind extends Kind {
  /** Stamped on every snapshot: timer ids and state names belong to it. */
  version: string
  /** From an older version to a current snapshot; a version that is missing here stops the chart with a clear error. */
  migrations: Record<string, (persisted: unknown) => unknown>
}

/** The bots' machine, and what else runs in their rooms. */
export interface Hosted extends HostedKind {
  jobs: Record<string, Job>
  /** By the name of a delay: so much later its timer may go off, ms, where that saves a transaction. */
  slack?: Readonly<Record<string, number>>
  /**
   * Machines of other kinds, by the first word of their charts' keys. A chart that invokes `agent` where `#agent` is one has
   * it as a chart of its own, with the invoke's input, in place of a job.
   */
  kinds?: Readonly<Record<string, HostedKind>>
  room?: RoomRules
}

export const kindsOf = <K extends Kind>(hosted: K & { kinds?: Readonly<Record<string, K>> }) => ({
  kindOf: (key: string): K => (key.startsWith('#') ? hosted.kinds?.[kindOfKey(key)] : undefined) ?? hosted,
  isKind: (src: string | undefined): boolean => hosted.kinds?.[`#${src}`] !== undefined,
})

export interface Clock {
  /** ms, never falling. */
  now(): number
  /** Calls back at `due` or soon after; returns the cancellation. */
  at(due: number, wake: () => void): () => void
}

/** One that also tells the time as people and other machines have it. */
export interface WallClock extends Clock {
  /** ms; it may be set at any moment. */
  wall(): number
  /** How far `now` is ahead of it, ms; 0 while they agree to the second. */
  ahead(): number
}
