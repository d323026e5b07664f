// What a timer that is due and a job that has ended feed into their chart.
import type { JobRef } from './actor.ts'
import type { ToChart } from './room.ts'
import { jobDone, jobFailed } from './step.ts'
import type { PendingTimer } from './steps.ts'

export type Outcome = { output: unknown } | { error: unknown }

export const timerFired = (key: string, { id, gen, event }: Omit<PendingTimer, 'due'>): ToChart => ({
  key,
  event: { type: id, ...event },
  timer: { id, gen },
})

export const jobEnded = ({ key, id, gen }: JobRef, outcome: Outcome): ToChart => ({
  key,
  event: 'output' in outcome ? jobDone(id, outcome.output, 0) : jobFailed(id, outcome.error, 0),
  job: { id, gen },
})
