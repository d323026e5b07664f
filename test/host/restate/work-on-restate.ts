// A bot at work on Restate, led as on the other hosts: a job's work is done while time stands still, and its answer comes later.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { type HostedKind, type Job, kindsOf } from '../../../src/host/host.ts'
import { makeRestateHost } from '../../../src/host/restate/restate-host.ts'
import type { RoomWork } from '../../../src/host/restate/room-contract.ts'
import { openStoredLog } from '../../../src/host/restate/stored-log.ts'
import type { Turn } from '../../../src/host/restate/turn.ts'
import { outcomeOf } from '../work/work-hosts.ts'
import { type Led, type Made, tookOf } from '../work/work-life.ts'
import { startAt } from '../work/work-script.ts'
import { restateServer } from './restate-server.ts'

interface Begun {
  of: string
  /** With its key and source it tells which one runs: as JSON. */
  input: string
  order: number
  isRunning: boolean
}

interface Due {
  at: number
  order: number
  go: () => void | Promise<void>
}

const longestQuietMs = 30_000
/** The number of no call that wakes a room. */
const noWake = -1

/** `isForgetful`: no chart stays in memory between two events. */
export const onRestate =
  ({ isForgetful = false } = {}) =>
  ({ db, hosted, record }: Made): Led => {
    let [now, order] = [startAt, 0]
    const jobs = new Map<string, Begun>()
    const wakes = new Map<string, { due: number; n: number }>()
    const due: Due[] = []
    const pending = new Set<Promise<unknown>>()
    const broken: unknown[] = []
    const tracked = <T>(work: Promise<T>): Promise<T> => {
      const each = work.catch((error: unknown) => void broken.push(error)).finally(() => pending.delete(each))
      pending.add(each)
      return work
    }
    const soon = async (isTrue: () => boolean): Promise<void> => {
      const end = performance.now() + longestQuietMs
      while (!isTrue()) {
        if (broken.length > 0) throw broken[0]
        if (performance.now() > end) throw new Error(`no rest: ${JSON.stringify([...jobs])}, ${pending.size} pending`)
        // oxlint-disable-next-line no-await-in-loop -- the server goes on meanwhile
        await wait(1)
      }
    }
    /** Work is begun in the order in which its turns asked for it. */
    const isNext = ({ order: own }: Begun): boolean =>
      [...jobs.values()].every((other) => other.isRunning || other.order >= own)

    const timed = (src: string, work: Job): Job => ({
      ...work,
      async run(input: never, context) {
        const [, its] =
          [...jobs].find(
            ([name, { isRunning, input: asked }]) =>
              !isRunning && asked === JSON.stringify(input) && name.startsWith(`${context.key} ${src} `),
          ) ?? []
        if (its) await soon(() => isNext(its))
        if (its) its.isRunning = true
        const begun = now
        const outcome = await tracked(outcomeOf(() => work.run(input, context)))
        context.signal.throwIfAborted()
        await new Promise<void>((resolve, reject) => {
          const entry: Due = {
            at: begun + tookOf(src, input),
            order: its?.order ?? 0,
            go() {
              if (its) its.isRunning = false
              resolve()
            },
          }
          due.push(entry)
          context.signal.addEventListener('abort', () => {
            if (due.includes(entry)) due.splice(due.indexOf(entry), 1)
            reject(new Error('aborted'))
          })
        })
        if ('error' in outcome) throw Object.assign(new Error('failed'), outcome.error)
        return outcome.output
      },
    })

    function toWake(room: string, all: readonly { due: number; n: number }[]): void {
      const wake = all.at(-1)
      if (wake) wakes.set(room, wake)
      else wakes.delete(room)
    }

    function underWay(room: string, { starts, room: { jobs: kept, wakes: all } }: Turn): void {
      toWake(room, all)
      const names = kept.map(nameOf)
      const inputs = new Map(starts.map(({ ref, src, input }) => [nameOf({ ...ref, src }), JSON.stringify(input)]))
      for (const [name, { of }] of jobs) if (of === room && !names.includes(name)) jobs.delete(name)
      for (const name of names) {
        if (jobs.has(name)) continue
        jobs.set(name, { of: room, input: inputs.get(name) ?? '', order: (order += 1), isRunning: false })
      }
    }

    const { kindOf } = kindsOf<HostedKind>(hosted)
    const host = makeRestateHost({
      name: `work-${randomUUID()}`,
      clock: { now: () => now, at: () => () => {} },
      hosted: {
        ...hosted,
        jobs: Object.fromEntries(Object.entries(hosted.jobs).map(([src, job]) => [src, timed(src, job)])),
      },
      ingress: [restateServer().ingress],
      endpoint: { port: 0, admin: restateServer().admin },
      keepsTime: true,
      around: (work): RoomWork => ({
        ...work,
        wakesAfter(state) {
          const after = work.wakesAfter(state)
          toWake(state.key, after.wakes)
          return after
        },
        durable(room, turn, ...rest) {
          underWay(room, turn)
          return work.durable(room, turn, ...rest)
        },
      }),
      log: openStoredLog({ db, kindOf, record, failed: (error) => void broken.push(error) }),
      halted: (key, error) => void broken.push(new Error(`${key} was stopped`, { cause: error })),
      ...(isForgetful && { hotActors: 1 }),
    })
    onTestFinished(() => host.stop())
    const started = tracked(host.start())
    const isQuiet = (): boolean => pending.size === 0 && [...jobs.values()].every(({ isRunning }) => isRunning)

    function next(by: number): Due | undefined {
      const timers = Array.from(wakes, ([room, { due: at, n }]): Due => ({
        at,
        order: 0,
        go: async () => void (await host.wake(room, n)),
      }))
      const [first] = [...due, ...timers].toSorted((a, b) => a.at - b.at || a.order - b.order)
      if (!first || first.at > by) return undefined
      if (due.includes(first)) due.splice(due.indexOf(first), 1)
      return first
    }

    return {
      host: {
        ...host,
        order: (...given) => tracked(started.then(() => host.order(...given))),
        /** A turn that is durable may not have written the room's state yet: this call comes after it. */
        async room(key) {
          await host.wake(key, noWake)
          return host.room(key)
        },
      },
      now: () => now,
      later: (at, work) => void due.push({ at, order: 0, go: work }),
      hear: (message) => void tracked(started.then(() => host.receive([message]))),
      async until(at) {
        await started
        for (;;) {
          // oxlint-disable-next-line no-await-in-loop -- time passes in order
          await soon(isQuiet)
          const first = next(at)
          if (!first) break
          now = Math.max(now, first.at)
          // oxlint-disable-next-line no-await-in-loop
          await first.go()
        }
        now = at
      },
    }
  }

const nameOf = ({ key, src, id, gen }: { key: string; src: string; id: string; gen: number }): string =>
  `${key} ${src} ${id} ${gen}`
