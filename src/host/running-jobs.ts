// Jobs under way in this process: started after their commit, aborted when the chart leaves their state.
import { setTimeout as wait } from 'node:timers/promises'
import { causeIn } from '../../machines/group/verdicts/why.ts'
import { isChild } from '../room/key.ts'
import { type Job, isInterrupted } from './host.ts'
import type { Outcome } from '../room/feeds.ts'
import { textOf } from '../room/thrown.ts'
import { contained } from './faults.ts'

export interface JobRef {
  actor: number
  key: string
  id: string
  gen: number
}

interface Cost {
  gen: number
  tokens: number
}

type CostsOfJobs = Map<string, Cost>

const longestGoodbyeMs = 3_000

/**
 * `ended` gets what the job held: to be let go once the outcome is committed. `mark` writes down what it may have cost;
 * false when it is over.
 */
export function runningJobs(
  ended: (job: JobRef, outcome: Outcome, release: () => void) => void,
  mark: (job: JobRef, tokens: number) => boolean,
) {
  const running = new Map<string, { gen: number; abort: AbortController; done: Promise<void> }>()
  const [costs, ofInvoked] = [new Map<string, CostsOfJobs>(), new Map<string, CostsOfJobs>()]
  const costsOf = (key: string): Map<string, CostsOfJobs> => (isChild(key) ? ofInvoked : costs)
  const nameOf = (key: string, id: string): string => `${key} ${id}`

  function mayCost(job: JobRef, tokens: number): void {
    if (running.get(nameOf(job.key, job.id))?.gen !== job.gen || !mark(job, tokens)) {
      throw new Error(`the chart has left ${job.id}`)
    }
    setCost(job, tokens)
  }

  function setCost({ key, id, gen }: JobRef, tokens: number): void {
    const all = costsOf(key)
    all.set(key, (all.get(key) ?? new Map<string, Cost>()).set(id, { gen, tokens }))
  }

  function forgetCost({ key, id, gen }: Pick<JobRef, 'key' | 'id'> & { gen?: number }): void {
    const all = costsOf(key)
    const ofChart = all.get(key)
    if (gen !== undefined && ofChart?.get(id)?.gen !== gen) return
    ofChart?.delete(id)
    if (ofChart?.size === 0) all.delete(key)
  }

  function forget({ key, id }: Pick<JobRef, 'key' | 'id'>): void {
    running.delete(nameOf(key, id))
    forgetCost({ key, id })
  }

  async function run(name: string, job: JobRef, work: Job, input: unknown, signal: AbortSignal): Promise<void> {
    const releases: (() => void)[] = []
    const release = (): void => {
      for (const each of releases.splice(0)) contained(each)
    }
    let outcome: Outcome
    try {
      const onSettled = (each: () => void): void => void releases.push(each)
      const context = { key: job.key, mayCost: (tokens: number) => mayCost(job, tokens) }
      outcome = { output: (await work.run(input as never, { ...context, signal, onSettled })) ?? null }
    } catch (error) {
      outcome = { error: failureOf(error) }
    }
    if (running.get(name)?.gen === job.gen) running.delete(name)
    // Until its outcome is committed, another event may end the call.
    releases.push(() => forgetCost(job))
    if (signal.aborted) release()
    else ended(job, outcome, release)
  }

  return {
    start(job: JobRef, work: Job, input: unknown): void {
      const abort = new AbortController()
      const name = nameOf(job.key, job.id)
      running.get(name)?.abort.abort()
      forget(job)
      if (isInterrupted(work, input)) setCost(job, 0)
      // Set before it runs: a job may end before this function does.
      const entry = { gen: job.gen, abort, done: Promise.resolve() }
      running.set(name, entry)
      entry.done = run(name, job, work, input, abort.signal)
    },
    stop(job: Pick<JobRef, 'key' | 'id'>): void {
      running.get(nameOf(job.key, job.id))?.abort.abort()
      forget(job)
    },
    /** Of those that are charged, by their charts; of charts that others invoke apart. */
    costs,
    costsOfInvoked: ofInvoked,
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
    const { kind, tokens } = (error ?? {}) as { kind?: unknown; tokens?: unknown }
    const priced = typeof tokens === 'number' ? { tokens } : {}
    const known = typeof kind === 'string' ? kind : 'failed'
    return { kind: known, message: textOf(error), ...causeIn(error), ...priced }
  } catch {
    return { kind: 'failed', message: textOf(error) }
  }
}
