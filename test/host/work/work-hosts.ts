// The embedded host and the one in virtual time, led alike: a job's work is done while time stands still, and its answer comes later.
import { makeLocalHost } from '../../../src/host/local/local-host.ts'
import { failureOf } from '../../../src/host/running-jobs.ts'
import type { Job } from '../../../src/host/host.ts'
import type { Outcome } from '../../../src/room/feeds.ts'
import { makeVirtualHost, type Rehearsed } from '../../../src/host/virtual/virtual-host.ts'
import { handClock } from '../hand-clock.ts'
import { settled } from '../local-life.ts'
import { startAt } from './work-script.ts'
import { type Led, type Made, tookOf } from './work-life.ts'

/** `isForgetful`: no chart stays in memory between two events. */
export const onLocal =
  ({ isForgetful = false } = {}) =>
  ({ db, hosted, record }: Made): Led => {
    const clock = handClock(startAt)
    const pending = new Set<Promise<unknown>>()
    const until = (at: number, signal: AbortSignal): Promise<void> =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')))
        clock.at(at, resolve)
      })
    const timed = (src: string, work: Job): Job => ({
      ...work,
      async run(input: never, context) {
        const begun = clock.now()
        const done = outcomeOf(() => work.run(input, context))
        pending.add(done)
        const outcome = await done
        pending.delete(done)
        context.signal.throwIfAborted()
        await until(begun + tookOf(src, input), context.signal)
        if ('error' in outcome) throw Object.assign(new Error('failed'), outcome.error)
        return outcome.output
      },
    })
    const host = makeLocalHost({
      db,
      clock,
      hosted: {
        ...hosted,
        jobs: Object.fromEntries(Object.entries(hosted.jobs).map(([src, job]) => [src, timed(src, job)])),
      },
      record,
      halted: (key, error) => {
        throw new Error(`${key} was stopped`, { cause: error })
      },
      ...(isForgetful && { hotActors: 1 }),
    })
    host.start()
    return {
      host,
      now: clock.now,
      later: (at, work) => void clock.at(at, work),
      hear: (message) => void host.commit([{ message }]),
      async until(at) {
        for (;;) {
          // oxlint-disable-next-line no-await-in-loop -- time passes in order
          await settled()
          // oxlint-disable-next-line no-await-in-loop
          while (pending.size > 0) await Promise.all(pending)
          // oxlint-disable-next-line no-await-in-loop
          await settled()
          if (pending.size > 0) continue
          const next = clock.next()
          if (next === undefined || next > at) break
          clock.advance(next)
        }
        clock.advance(at)
      },
    }
  }

export const onVirtual =
  ({ isForgetful = false } = {}) =>
  ({ hosted, record }: Made): Led => {
    const signal = new AbortController().signal
    const rehearsed =
      (src: string, work: Job) =>
      async (input: never, { key }: { key: string }): Promise<Rehearsed> => {
        const releases: (() => void)[] = []
        const onSettled = (release: () => void): void => void releases.push(release)
        const outcome = await outcomeOf(() => work.run(input, { key, signal, onSettled, mayCost: () => undefined }))
        for (const release of releases) release()
        return { outcome, afterMs: tookOf(src, input) }
      }
    const host = makeVirtualHost({
      hosted,
      jobs: Object.fromEntries(Object.entries(hosted.jobs).map(([src, job]) => [src, rehearsed(src, job)])),
      startAt,
      reload: isForgetful,
    })
    host.subscribe(record)
    return {
      host,
      now: host.now,
      later: host.later,
      hear: (message) => void host.hear(message),
      until: host.passUntil,
    }
  }

/** The step that began it is written down before it looks. */
export async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  await Promise.resolve()
  try {
    return { output: (await work()) ?? null }
  } catch (error) {
    return { error: failureOf(error) }
  }
}
