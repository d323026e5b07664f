// What goes into a room's charts, and what a step of one leads to.
import type { AnyMachineSnapshot, EventObject } from 'xstate'
import type { Verdict } from '../../machines/group/types.ts'

export interface Inbound {
  key: string
  event: Omit<EventObject, 'at'> & Record<string, unknown>
  /** The message's id: a second one with the same id is dropped (R10). */
  dedupe?: string
}

/** One committed step, for logs, feeds and traces. */
export interface Step {
  key: string
  actor: number
  seq: number
  at: number
  event: EventObject & { at: number }
  /** The snapshot after the step. */
  snapshot: unknown
  records: { name: string; params: unknown }[]
  /** Jobs that the step started. */
  started: { id: string; src: string; input: unknown }[]
}

/** A step with all that a later look at it needs. */
export interface TracedStep extends Step {
  /** Ids of the transitions taken, in order. */
  took: string[]
  /** The timers that run after the step, the first one due first. */
  timers: readonly PendingTimer[]
}

/** As it is planned: what the host's rows call its chart is not known yet. */
export interface PlannedStep extends Omit<TracedStep, 'actor'> {
  snapshot: AnyMachineSnapshot
}

export interface PendingTimer {
  id: string
  /** The step that started it: a timer of an earlier one must not fire. */
  gen: number
  /** ms */
  due: number
  /** What it feeds in; absent: an event whose type is the id, as those of xstate's delays are. */
  event?: object
}

/** Told the steps of charts with such keys alone. */
export const stepsOf =
  (isMeant: (key: string) => boolean, listener: (step: TracedStep) => void) =>
  (step: TracedStep): void => {
    if (isMeant(step.key)) listener(step)
  }

/** The verdicts among a step's records, stamped with its time. */
export const verdictsOf = ({ records, at }: Pick<Step, 'records' | 'at'>): Verdict[] =>
  records.flatMap(({ name, params }) => (name === 'recordVerdict' ? [{ ...(params as Omit<Verdict, 'at'>), at }] : []))
