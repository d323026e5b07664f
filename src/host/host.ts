// What every host promises: events go in once, commit before effect, and nothing that was accepted is lost.
import type { Kind, RoomRules } from '../room/room.ts'

/** One actor's job: the work behind a child that the chart invokes. */
export interface Job {
  /** Rejections become `xstate.error.actor.<id>`; its `kind`, `tokens` and `numbers` are kept. */
  run(input: never, context: JobContext): Promise<unknown>
  /** After a crash: `rerun` asks again (the work carries a key that makes it once), `interrupt` tells the chart. */
  afterCrash: 'rerun' | 'interrupt'
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
  /** Machines of other kinds, by the first word of their charts' keys. */
  kinds?: Readonly<Record<string, HostedKind>>
  room?: RoomRules
}

export const kindsOf =
  <K extends Kind>(hosted: K & { kinds?: Readonly<Record<string, K>> }) =>
  (key: string): K =>
    (key.startsWith('#') ? hosted.kinds?.[key.slice(0, key.indexOf(' '))] : undefined) ?? hosted

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
