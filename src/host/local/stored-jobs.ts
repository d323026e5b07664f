// The jobs that stand in the store when the host starts: cut off by a crash, to be done again, or never begun.
import type { Failure } from '../../../machines/group/children.ts'
import type { JobRow } from '../../store/actors.ts'
import { type Hosted, isInterrupted } from '../host.ts'
import { jobEnded } from '../../room/feeds.ts'
import type { ToChart } from '../../room/room.ts'
import type { JobRef } from '../running-jobs.ts'
import { readEvent } from './stored-feeds.ts'

interface StoredJobs {
  /** What their charts are told of those that were cut off. */
  interrupted: ToChart[]
  again: { ref: JobRef; src: string; input: unknown }[]
}

const stoppedDuringCall = {
  kind: 'interrupted',
  why: 'interrupted',
  message: 'the service stopped during the call',
} satisfies Failure
const stoppedBeforeCall = {
  kind: 'interrupted',
  why: 'interruptedBefore',
  message: 'the service stopped before the call was made',
  tokens: 0,
} satisfies Failure

/** `isEarly`: asked for by this process, before the host started. */
export function takeUp(
  rows: readonly JobRow[],
  hosted: Pick<Hosted, 'jobs'>,
  { isEarly, areMarksWhole }: { isEarly: (job: JobRow) => boolean; areMarksWhole: boolean },
): StoredJobs {
  const interrupted: ToChart[] = []
  const again: StoredJobs['again'] = []
  for (const row of rows) {
    const { actor, key, id, gen, src } = row
    const job = { id, gen }
    const { event, broken } = readEvent(row.input)
    if (broken) interrupted.push({ key, event, broken, job })
    else if (isInterrupted(hosted.jobs[src], event) && !isEarly(row)) {
      interrupted.push(jobEnded({ key, ...job }, { error: interruption(areMarksWhole ? row.begun : null) }))
    } else again.push({ ref: { actor, key, ...job }, src, input: event })
  }
  return { interrupted, again }
}

/** `cost`: what the call may have cost by then; null: nobody knows. */
export function interruption(cost: number | null): Failure {
  if (cost === 0) return stoppedBeforeCall
  return { ...stoppedDuringCall, ...(cost !== null && { tokens: cost }) }
}
