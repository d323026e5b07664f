// What goes into a durable transaction of the host, and what comes out of it.
import type { AnyMachineSnapshot } from 'xstate'
import type { TapeRow, Told } from '../../store/tape.ts'
import type { TracedStep } from '../../room/steps.ts'
import type { JobRef } from './running-jobs.ts'

export interface Feed {
  key: string
  event: Record<string, unknown> & { type: string }
  dedupe?: string | undefined
  /** The timer or job that the event comes from: a stale generation is dropped. */
  timer?: { id: string; gen: number } | undefined
  job?: { id: string; gen: number } | undefined
  /** Set when its row could not be read: the actor is stopped. */
  broken?: Error | undefined
}

/** What is to be done once the transaction is durable. */
export interface Aftermath {
  /** When an actor that stepped has to wake for a timer, ms. */
  dues: number[]
  /** Timers of theirs that may go off earlier than that, with another commit: from `due` on. */
  slack: SlackTimer[]
  starts: { ref: JobRef; src: string; input: unknown }[]
  stops: { actor: number; id: string }[]
  steps: TracedStep[]
}

export interface SlackTimer {
  key: string
  id: string
  gen: number
  /** ms */
  due: number
}

/** `told`: what the actor's row before left for this one. */
export interface TapeWriter {
  row(step: TracedStep, told: Told | undefined): TapeRow
  /** The transaction was rolled back. */
  undone(): void
}

/** An actor's snapshot; undefined when there is none, or none that can be read. */
export type Look = (key: string) => AnyMachineSnapshot | undefined
