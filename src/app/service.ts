// A service that runs, and how it is started.
import type { Engine } from './host.ts'
import type { Hears } from '../feed/calls.ts'
import type { RunParts } from '../jobs/hosted-group.ts'
import type { Schedule } from '../jobs/schedule/schedule.ts'
import type { TracedStep } from '../room/steps.ts'
import type { RunTape } from '../store/run-tape.ts'

export interface Service {
  url: string
  rehearsal: boolean
  /** Where bots have tools: what they work with. */
  runs?: RunParts
  tape: Pick<RunTape, 'facts'>
  schedule: Pick<Schedule, 'rows'>
  stop(): Promise<void>
}

export interface StartOptions {
  stately?: boolean
  /** What is said wakes nobody: the schedule alone runs. */
  isIdle?: boolean
  /** Of one talk in a terminal. */
  isVisit?: boolean
  /** Where a cluster keeps the rooms. Absent: this process does, in its store. */
  engine?: Engine
  /** Told every step of a bot, after its commit. */
  watch?: (step: TracedStep) => void
  /** Told what a bot's model writes, as it comes: what becomes of it is not known then. */
  hears?: Hears
}
