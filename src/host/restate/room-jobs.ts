// Jobs of rooms that run in this process, each behind a call of Restate that waits for its end.
import type { Outcome } from '../../room/feeds.ts'
import { roomOf } from '../../room/key.ts'
import { type Hosted, isInterrupted } from '../host.ts'
import { interruption } from '../local/stored-jobs.ts'
import { type JobRef, runningJobs } from '../running-jobs.ts'
import type { RoomWork, Settled, Work, WorkContext } from './room-contract.ts'
import type { Start, Stop } from './turn.ts'

/** What a job held goes after so long, also where nobody tells that its outcome was taken. */
const longestHoldMs = 30_000

/** `catchUp`: reads up to the turn that began them. */
export function makeRoomJobs(hosted: Pick<Hosted, 'jobs'>, catchUp: RoomWork['catchUp']) {
  /** Of jobs that run here, by name: the tries of their calls that wait for their end. */
  const waiting = new Map<string, Set<(outcome: Outcome | undefined) => void>>()
  /** What ended jobs hold until their outcome is durable. */
  const held = new Map<string, () => void>()
  const jobs = runningJobs(
    (job, outcome, release) => {
      hold(nameOf(job), release)
      tell(nameOf(job), outcome)
    },
    (job) => waiting.has(nameOf(job)),
  )

  async function work({ starts, turn }: Work, { once, signal, rows }: WorkContext): Promise<readonly Settled[]> {
    const [first] = starts
    const isNeeded = starts.some(({ src }) => hosted.jobs[src]?.readsPast)
    if (first) await catchUp({ key: roomOf(first.ref.key), turn, rows }, isNeeded)
    signal.throwIfAborted()
    const isOnce = starts.some(({ src, input }) => isInterrupted(hosted.jobs[src], input))
    const wasCutOff = ({ src, input, cost }: Start): boolean =>
      cost !== undefined && isInterrupted(hosted.jobs[src], input)
    const mayRun = !isOnce || (await isFirst(once))
    // Entered in either case: a second try has to go the way of the first.
    return once('run', async () => {
      const settled = await Promise.all(
        starts.map(async (start) =>
          mayRun && !wasCutOff(start) ? run(start, signal) : { error: interruption(start.cost ?? null) },
        ),
      )
      // Nothing of a try that is over is kept: that its jobs came to nothing would be no word of theirs.
      signal.throwIfAborted()
      return starts.flatMap(({ ref }, n) => {
        const outcome = settled[n]
        return outcome ? [{ ref, outcome }] : []
      })
    })
  }

  /** undefined: its chart has left it. */
  async function run({ ref, src, input }: Start, signal: AbortSignal): Promise<Outcome | undefined> {
    const job = hosted.jobs[src]
    if (!job) return { error: { kind: 'failed', message: `no job is provided for "${src}"` } }
    if (signal.aborted) return undefined
    const given: JobRef = { actor: 0, ...ref }
    const name = nameOf(given)
    const { promise, resolve } = Promise.withResolvers<Outcome | undefined>()
    const others = waiting.get(name)
    // Of a try that was cut off the next one may come before its end is noticed, or even before it: it is one job to both.
    if (others) others.add(resolve)
    else {
      waiting.set(name, new Set([resolve]))
      jobs.start(given, job, input)
    }
    signal.addEventListener('abort', () => {
      const tries = waiting.get(name)
      if (!tries?.delete(resolve)) return
      resolve(undefined)
      if (tries.size === 0) stopped(ref)
    })
    return promise
  }

  function stopped(ref: Stop): void {
    jobs.stop(ref)
    tell(nameOf(ref), undefined)
  }

  function tell(name: string, outcome: Outcome | undefined): void {
    const tries = waiting.get(name) ?? []
    waiting.delete(name)
    for (const resolve of tries) resolve(outcome)
  }

  /** Until the turn that takes the outcome is durable; where another worker takes it, not for ever. */
  function hold(name: string, release: () => void): void {
    held.get(name)?.()
    held.set(name, release)
    setTimeout(() => letGo(name), longestHoldMs).unref()
  }

  function letGo(name: string): void {
    held.get(name)?.()
    held.delete(name)
  }

  return {
    jobs,
    work,
    stopped,
    settled: (ref: Settled['ref']): void => letGo(nameOf(ref)),
    /** Those of a kind that says so share one call. */
    together(starts: readonly Start[]): Start[][] {
      const groups = Map.groupBy(starts, (start) => (hosted.jobs[start.src]?.isShared ? start.src : start))
      return [...groups.values()]
    },
  }
}

const nameOf = ({ key, id, gen }: { key: string; id: string; gen: number }): string => `${key} ${id} ${gen}`

/** Whether no earlier try of the job has begun it: a crash may have cut that off anywhere. */
async function isFirst(once: WorkContext['once']): Promise<boolean> {
  let isOwn = false
  await once('begin', async () => (isOwn = true))
  return isOwn
}
