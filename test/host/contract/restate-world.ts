// The host on a real Restate server: the test keeps the time, and everything else goes through the server.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock, Job, JobContext } from '../../../src/host/host.ts'
import { makeRestateHost, type RestateHost, type RestateHostOptions } from '../../../src/host/restate/restate-host.ts'
import type { RoomWork } from '../../../src/host/restate/room-contract.ts'
import type { Turn } from '../../../src/host/restate/turn.ts'
import { roomOf } from '../../../src/room/key.ts'
import type { Kind, ToChart } from '../../../src/room/room.ts'
import type { TracedStep } from '../../../src/room/steps.ts'
import { restateServer } from '../restate/restate-server.ts'
import { memoryLog } from '../restate/memory-log.ts'
import type { World, WorldOptions } from './world.ts'

/** A turn that does not come to rest in this time is a bug of the host. */
const longestQuietMs = 20_000

/** The number of no call that wakes a room. */
const noWake = -1

interface Answer {
  at: number
  order: number
  job: string
  give: () => void
}

/** With the end of its process at any moment. */
export interface RestateWorld extends World {
  host: RestateHost
  /** Of its rooms' objects in Restate. */
  name: string
  kill(): Promise<void>
}

type More = Partial<
  Pick<RestateHostOptions, 'around' | 'stuck' | 'mostTries' | 'name' | 'keeps'> & {
    log: Partial<RestateHostOptions['log']>
  }
>

export const restateWorld = (
  { hosted, answers, afterCrash = {}, isForgetful = false, crash }: WorldOptions,
  more: More = {},
): RestateWorld => {
  const { name = `room-${randomUUID()}` } = more
  let now = 0
  const clock: Clock = { now: () => now, at: () => () => {} }
  const log = { ...memoryLog(), ...more.log }
  const steps: TracedStep[] = []
  const asked: { at: number; key: string; src: string; input: unknown }[] = []
  const ran: unknown[] = []
  const halted: string[] = []
  const wakes = new Map<string, { due: number; n: number }>()
  /** Jobs between their step and the turn that takes their answer. */
  const jobs = new Map<string, { of: string; order: number; isRunning: boolean }>()
  /** When the answers come, by what was asked: the world outside knows of no crash. */
  const coming = new Map<string, number>()
  const due: Answer[] = []
  const held = new Map<string, readonly ToChart[]>()
  const counted = new Map<string, number>()
  let isStopped = false
  let order = 0
  let turns = 0
  let port = 0
  let life = begin()

  function begin() {
    let isAlive = true
    const kill = (): never => {
      isAlive = false
      void host.stop()
      // As a store that is closed says it: nothing is wrong with the room.
      throw Object.assign(new Error('killed'), { code: 'ERR_INVALID_STATE' })
    }
    /** Where the process ends, at the turn that is to be its last. */
    const around = (own: RoomWork): RoomWork => killedIn(more.around?.(own) ?? own)
    const killedIn = (work: RoomWork): RoomWork => ({
      ...work,
      plan(state, incoming) {
        const isLast = turns + 1 === crash?.commit
        if (!isAlive) kill()
        if (isLast && !crash?.isDurable) {
          turns += 1
          kill()
        }
        return work.plan(state, incoming)
      },
      wakesAfter(state) {
        const after = work.wakesAfter(state)
        toWake(state.key, after.wakes)
        return after
      },
      async durable(room, turn, incoming, row) {
        if (!isAlive) kill()
        if (turn.room.turn > (counted.get(room) ?? 0)) {
          counted.set(room, turn.room.turn)
          turns += 1
          if (turns === crash?.commit) kill()
        }
        toWake(room, turn.room.wakes)
        if (turn.held) held.set(room, turn.held)
        underWay(room, turn)
        await work.durable(room, turn, incoming, row)
      },
    })
    const jobOf = (src: string): Job => ({
      afterCrash: afterCrash[src] ?? 'rerun',
      run: (input: never, { key, signal }: JobContext) =>
        new Promise((resolve, reject) => {
          if (!isAlive) return
          ran.push(input)
          const [begun = '', its] =
            [...jobs].find(([job, at]) => !at.isRunning && job.startsWith(`${key} ${src} `)) ?? []
          if (its) its.isRunning = true
          const id = `${key} ${src} ${JSON.stringify(input)}`
          if (!coming.has(id)) asked.push({ at: now, key, src, input })
          const { outcome, afterMs } = answers[src]?.(input, { key, at: now }) ?? { outcome: {}, afterMs: 0 }
          const at = coming.get(id) ?? now + afterMs
          coming.set(id, at)
          const entry = {
            at,
            order: its?.order ?? 0,
            job: begun,
            give() {
              if (!isAlive) return
              if ('output' in outcome) resolve(outcome.output)
              else reject(Object.assign(new Error('scripted'), 'error' in outcome ? outcome.error : {}))
            },
          }
          due.push(entry)
          signal.addEventListener('abort', () => {
            if (isAlive) coming.delete(id)
            if (due.includes(entry)) due.splice(due.indexOf(entry), 1)
            reject(new Error('aborted'))
          })
        }),
    })
    const stamped = <K extends Kind>(kind: K) => ({ version: '1', migrations: {}, ...kind })
    const host = makeRestateHost({
      name,
      clock,
      hosted: {
        ...stamped(hosted),
        jobs: Object.fromEntries(Object.keys(answers).map((src) => [src, jobOf(src)])),
        kinds: Object.fromEntries(Object.entries(hosted.kinds ?? {}).map(([kind, of]) => [kind, stamped(of)])),
        ...(hosted.room && { room: hosted.room }),
      },
      ingress: [restateServer().ingress],
      endpoint: { port, admin: restateServer().admin },
      keepsTime: true,
      ...(more.stuck && { stuck: more.stuck }),
      ...(more.keeps && { keeps: more.keeps }),
      ...(more.mostTries !== undefined && { mostTries: more.mostTries }),
      around,
      log: {
        ...log,
        write(room, row, planned) {
          const fresh = log.write(room, row, planned)
          steps.push(...fresh)
          for (const { key, event } of fresh) if (/^xstate\.(done|error)\./.test(event.type)) forget(key)
          return fresh
        },
      },
      halted: (key) => void halted.push(key),
      ...(isForgetful && { hotActors: 1 }),
    })
    return {
      host,
      started: host.start().then(() => (port = host.port())),
      isAlive: () => isAlive,
      end: () => void (isAlive = false),
    }
  }

  function toWake(room: string, all: readonly { due: number; n: number }[]): void {
    const wake = all.at(-1)
    if (wake) wakes.set(room, wake)
    else wakes.delete(room)
  }

  function forget(key: string): void {
    for (const id of coming.keys()) if (id.startsWith(`${key} `)) coming.delete(id)
  }

  /** Jobs that a turn began are waited for until they run, those that it ended are forgotten. */
  function underWay(room: string, { room: { jobs: kept } }: Turn): void {
    const names = kept.map(nameOf)
    for (const [job, { of }] of jobs) if (of === room && !names.includes(job)) jobs.delete(job)
    for (const job of names) if (!jobs.has(job)) jobs.set(job, { of: room, order: (order += 1), isRunning: false })
  }

  async function quiet(): Promise<void> {
    const end = performance.now() + longestQuietMs
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one process after the other
      if (!life.isAlive()) await revive()
      if ([...jobs.values()].every(({ isRunning }) => isRunning)) return
      if (performance.now() > end) throw new Error(`no rest: ${JSON.stringify([...jobs])}`)
      // oxlint-disable-next-line no-await-in-loop -- the server goes on meanwhile
      await wait(1)
    }
  }

  async function revive(): Promise<void> {
    await life.host.stop()
    due.length = 0
    for (const job of jobs.values()) job.isRunning = false
    life = begin()
    await life.started
  }

  /** Waits also for a process that ends meanwhile: Restate calls the next one. */
  async function called<T>(work: () => Promise<T>): Promise<T> {
    await life.started
    const result = work()
    const over = result.then(
      () => true,
      () => true,
    )
    // oxlint-disable-next-line no-await-in-loop -- one process after the other
    while (!(await Promise.race([over, wait(5, false)]))) if (!life.isAlive()) await revive()
    if (!life.isAlive()) await revive()
    await quiet()
    return result
  }

  function next(by: number): (() => Promise<void>) | undefined {
    const [answer] = due.toSorted((a, b) => a.at - b.at || a.order - b.order)
    const [timer] = [...wakes].toSorted(([, a], [, b]) => a.due - b.due)
    const at = Math.min(answer?.at ?? Infinity, timer?.[1].due ?? Infinity)
    if (at > by) return undefined
    now = Math.max(now, at)
    if (timer && timer[1].due === at) {
      const [room, { n }] = timer
      return async () => void (await called(() => life.host.wake(room, n)))
    }
    return async () => {
      due.splice(due.indexOf(answer as Answer), 1)
      const job = jobs.get(answer?.job ?? '')
      if (job) job.isRunning = false
      answer?.give()
      await called(async () => {})
      // Behind the turn that takes the answer: what it leaves is there then.
      if (job) await called(() => life.host.wake(job.of, 0))
    }
  }

  return {
    name,
    get host() {
      const { stop, room, wake } = life.host
      return {
        ...life.host,
        stop: () => ((isStopped = true), stop()),
        /** A turn that is durable may not have written the room's state yet: this call comes after it. */
        async room(key: string) {
          await wake(key, noWake)
          return room(key)
        },
      }
    },
    now: () => now,
    async until(at) {
      if (isStopped) return
      await called(async () => {})
      for (let step = next(at); step; step = next(at)) {
        // oxlint-disable-next-line no-await-in-loop -- time passes in order
        await step()
      }
      now = Math.max(now, at)
    },
    receive: (...messages) => called(() => life.host.receive(messages)),
    order: (...orders) => called(() => life.host.order(orders)),
    steps,
    asked,
    ran,
    halted,
    waiting: (key) => (held.get(roomOf(key)) ?? []).flatMap((each) => (each.key === key ? [each.event.type] : [])),
    commits: () => turns,
    async kill() {
      life.end()
      await called(async () => {})
    },
  }
}

const nameOf = ({ key, src, gen }: { key: string; src: string; gen: number }): string => `${key} ${src} ${gen}`
