// Jobs under way in this process: started after their commit, aborted when the chart leaves their state.
import type { Job } from '../host.ts'

export interface JobRef {
  actor: number
  key: string
  id: string
  gen: number
}

export type Outcome = { output: unknown } | { error: unknown }

export function runningJobs(ended: (job: JobRef, outcome: Outcome) => void) {
  const running = new Map<string, { gen: number; abort: AbortController; done: Promise<void> }>()
  const nameOf = (actor: number, id: string): string => `${actor} ${id}`

  async function run(job: JobRef, work: Job, input: unknown, signal: AbortSignal): Promise<Outcome> {
    try {
      return { output: (await work.run(input as never, { key: job.key, signal })) ?? null }
    } catch (error) {
      return { error: failureOf(error) }
    }
  }

  async function finish(name: string, job: JobRef, outcome: Promise<Outcome>, signal: AbortSignal): Promise<void> {
    const settled = await outcome
    if (running.get(name)?.gen === job.gen) running.delete(name)
    if (!signal.aborted) ended(job, settled)
  }

  return {
    start(job: JobRef, work: Job, input: unknown): void {
      const abort = new AbortController()
      const name = nameOf(job.actor, job.id)
      running.get(name)?.abort.abort()
      const done = finish(name, job, run(job, work, input, abort.signal), abort.signal)
      running.set(name, { gen: job.gen, abort, done })
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
      await Promise.allSettled(all.map(({ done }) => done))
    },
    count: () => running.size,
  }
}

/** An error as plain JSON that survives the tape. */
export function failureOf(error: unknown): Record<string, unknown> {
  const { kind, tokens, numbers } = (error ?? {}) as { kind?: unknown; tokens?: unknown; numbers?: unknown }
  const message = error instanceof Error ? error.message : String(error)
  const priced = typeof tokens === 'number' ? { tokens } : {}
  const counted = typeof numbers === 'object' ? { numbers } : {}
  return { kind: typeof kind === 'string' ? kind : 'failed', message, ...priced, ...counted }
}
