// What every host promises: events go in once, commit before effect, and nothing that was accepted is lost.
import type { AnyStateMachine } from 'xstate'
import type { TransitionNames } from '../room/step.ts'

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

/** A machine as a host runs it. */
export interface Hosted {
  machine: AnyStateMachine
  /** Stamped on every snapshot: timer ids and state names belong to it. */
  version: string
  /** From an older version to a current snapshot; a version that is missing here stops the actor with a clear error. */
  migrations: Record<string, (persisted: unknown) => unknown>
  inputOf(key: string): unknown
  jobs: Record<string, Job>
  /** When given, every step tells the transitions it took by these names. */
  transitions?: TransitionNames
  /** By the name of a delay: so much later its timer may go off, ms, where that saves a transaction. */
  slack?: Readonly<Record<string, number>>
}

/** accepted: committed · duplicate: seen before · held: the actor is stopped, the event waits in the store. */
export type Receipt = 'accepted' | 'duplicate' | 'held'

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
