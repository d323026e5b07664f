// What goes into a durable transaction of the host, and what comes out of it.
import type { TapeRow, DeltaBase } from '../../store/tape.ts'
import type { InboundMessage } from '../../room/message.ts'
import type { TracedStep } from '../../room/steps.ts'
import type { JobRef } from '../running-jobs.ts'

/** What is to be done once the transaction is durable. */
export interface Aftermath {
  /** When an actor that stepped has to wake for a timer, ms. */
  dues: number[]
  /** Timers of theirs that may go off earlier than that, with another commit: from `due` on. */
  slack: SlackTimer[]
  starts: { ref: JobRef; src: string; input: unknown }[]
  stops: { actor: number; key: string; id: string }[]
  steps: TracedStep[]
  /** Messages that bots had already: for them they are dropped. */
  dropped: { message: InboundMessage; bots: readonly string[] }[]
}

export interface SlackTimer {
  key: string
  id: string
  gen: number
  /** ms */
  due: number
}

/** `deltaBase`: what the actor's row before left for this one. */
export interface TapeWriter {
  row(step: TracedStep, deltaBase: DeltaBase | undefined): TapeRow
  /** The transaction was rolled back. */
  undone(): void
}
