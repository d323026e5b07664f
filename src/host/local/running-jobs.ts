// Jobs under way in this process: started after their commit, aborted when the chart leaves their state.
import { setTimeout as wait } from 'node:timers/promises'
import type { Job } from '../host.ts'
import { contained, messageOf } from './faults.ts'

export interface JobRef {
  actor: number
  key: string
  id: string
  gen: number
}

const longestGoodbyeMs = 3_000

export type Outcome = { output: unknown } | { error: unknown }

/** `ended` gets what the job held: to be let go once the outcome is committed. */
export function runningJobs(ended: (job: JobRef, outcome: Outcome, release: () => void) => void) {
  const running = new Map<string, { gen: number; abort: AbortController; done: Promise<void> }>()
  const nameOf = (actor: number, id: string): string => `${actor} ${id}`

  async function run(name: string, job: JobRef, work: Job, input: unknown, signal: AbortSignal): Promise<void> {
    const releases: (() => void)[] = []
    const release = (): void => {
      for (const each of releases.splice(0)) contained(each)
    }
    let outcome: Outcome
    try {
      const onSettled = (each: () => void): void => void releases.push(each)
      outcome = { output: (await work.run(input as never, { key: job.key, signal, onSettled })) ?? null }
    } catch (error) {
      outcome = { error: failureOf(error) }
    }
    if (running.get(name)?.gen === job.gen) running.delete(name)
    if (signal.aborted) release()
    else ended(job, outcome, release)
  }

  return {
    start(job: JobRef, work: Job, input: unknown): void {
      const abort = new AbortController()
      const name = nameOf(job.actor, job.id)
      running.get(name)?.abort.abort()
      // Set before it runs: a job may end before this function does.
      const entry = { gen: job.gen, abort, done: Promise.resolve() }
      running.set(name, entry)
      entry.done = run(name, job, work, input, abort.signal)
    },
    stop(actor: number, id: string): void {
      const name = nameOf(actor, id)
      running.get(name)?.abort.abort()
      running.delete(name)
    },
    /** Aborts everything; what was under way is taken up again at the next start. */
    async stopAll(): Promise<void> {
      const all = [...running.values()]
      running.clear()
      for (const { abort } of all) abort.abort()
      // One that does not heed its signal must not keep the service from stopping.
      const goodbyes = Promise.allSettled(all.map(({ done }) => done))
      await Promise.race([goodbyes, wait(longestGoodbyeMs, undefined, { ref: false })])
    },
    count: () => running.size,
  }
}

/** An error as plain JSON that survives the tape. */
export function failureOf(error: unknown): Record<string, unknown> {
  try {
    const { kind, tokens, numbers } = (error ?? {}) as { kind?: unknown; tokens?: unknown; numbers?: unknown }
    const priced = typeof tokens === 'number' ? { tokens } : {}
    const counted = typeof numbers === 'object' ? { numbers } : {}
    return { kind: typeof kind === 'string' ? kind : 'failed', message: messageOf(error), ...priced, ...counted }
  } catch {
    return { kind: 'failed', message: messageOf(error) }
  }
}
