// A play that is made for virtual time, on a real Restate server: time is led as there, and every turn goes through the server.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { HostedKind, Job } from '../../../src/host/host.ts'
import { makeRestateHost } from '../../../src/host/restate/restate-host.ts'
import type { RoomWork } from '../../../src/host/restate/room-contract.ts'
import type { Start, Turn } from '../../../src/host/restate/turn.ts'
import type { VirtualHostOptions } from '../../../src/host/virtual/virtual-host.ts'
import type { PlayHost } from '../../../src/lab/virtual/play-host.ts'
import type { InboundMessage } from '../../../src/room/message.ts'
import type { Kind } from '../../../src/room/room.ts'
import { memoryLog } from './memory-log.ts'
import { restateServer } from './restate-server.ts'

interface Due {
  at: number
  order: number
  go(): void | Promise<unknown>
}

/** A job between its turn and its answer. */
interface Begun {
  room: string
  order: number
  isRunning: boolean
}

/** A turn that does not come to rest in this time is a bug of the host. */
const longestQuietMs = 20_000
/** Behind all timers and answers of the moment. */
const last = 2 ** 52

export function ledPlay({ hosted, jobs, startAt = 0 }: VirtualHostOptions) {
  let [now, order, turns] = [startAt, 0, 0]
  let started: Promise<void> | undefined
  const due: Due[] = []
  const wakes = new Map<string, { due: number; n: number }>()
  const begun = new Map<string, Begun>()
  const starts = new WeakMap<object, Start>()
  /** Messages of this moment. */
  const arriving: InboundMessage[] = []
  const broken: unknown[] = []

  async function soon(isTrue: () => boolean): Promise<void> {
    const end = performance.now() + longestQuietMs
    while (!isTrue()) {
      if (broken.length > 0) throw broken[0]
      if (performance.now() > end) throw new Error(`no rest: ${JSON.stringify([...begun])}`)
      // oxlint-disable-next-line no-await-in-loop -- the server goes on meanwhile
      await wait(1)
    }
  }

  /** Work is begun in the order in which its turns asked for it. */
  const isNext = (own: Begun): boolean =>
    [...begun.values()].every((other) => other.isRunning || other.order >= own.order)

  const jobOf = (src: string, rehearse: VirtualHostOptions['jobs'][string]): Job => ({
    afterCrash: 'rerun',
    async run(input: never, { key, signal }) {
      const { ref } = starts.get(input) as Start
      const own = begun.get(nameOf({ ...ref, src }))
      if (!own) throw new Error(`${key} has left ${src}`)
      await soon(() => isNext(own))
      own.isRunning = true
      const { outcome, afterMs } = await rehearse(input, { key, at: now })
      const { promise, resolve, reject } = Promise.withResolvers<unknown>()
      const answer: Due = {
        at: now + afterMs,
        order: own.order,
        async go() {
          own.isRunning = false
          if ('output' in outcome) resolve(outcome.output)
          else reject(Object.assign(new Error('rehearsed'), outcome.error))
          await soon(() => !begun.has(nameOf({ ...ref, src })))
        },
      }
      due.push(answer)
      signal.addEventListener('abort', () => {
        if (due.includes(answer)) due.splice(due.indexOf(answer), 1)
        reject(new Error('aborted'))
      })
      return promise
    },
  })

  function underWay(room: string, { room: { jobs: kept, wakes: all } }: Turn): void {
    turns += 1
    toWake(room, all)
    const names = kept.map(nameOf)
    for (const [name, { room: of }] of begun) if (of === room && !names.includes(name)) begun.delete(name)
    for (const name of names) if (!begun.has(name)) begun.set(name, { room, order: (order += 1), isRunning: false })
  }

  function toWake(room: string, all: readonly { due: number; n: number }[]): void {
    const wake = all.at(-1)
    if (wake) wakes.set(room, wake)
    else wakes.delete(room)
  }

  const around = (work: RoomWork): RoomWork => ({
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
    work(given, context) {
      for (const start of given.starts) starts.set(start.input as object, start)
      return work.work(given, context)
    },
  })

  const stamped = (kind: Kind): HostedKind => ({ version: '1', migrations: {}, ...kind })
  const host = makeRestateHost({
    name: `play-${randomUUID()}`,
    clock: { now: () => now, at: () => () => {} },
    hosted: {
      ...stamped(hosted),
      jobs: Object.fromEntries(Object.entries(jobs).map(([src, job]) => [src, jobOf(src, job)])),
      kinds: Object.fromEntries(Object.entries(hosted.kinds ?? {}).map(([kind, of]) => [kind, stamped(of)])),
      ...(hosted.room && { room: hosted.room }),
    },
    ingress: [restateServer().ingress],
    endpoint: { port: 0, admin: restateServer().admin },
    keepsTime: true,
    around,
    log: memoryLog(),
    halted: (key, error) => void broken.push(new Error(`${key} was stopped`, { cause: error })),
    listenerFailed: (error) => void broken.push(error),
  })

  /** What is due first, timers before answers. */
  function next(by: number): Due | undefined {
    const timers = Array.from(wakes, ([room, { due: at, n }]): Due => ({ at, order: 0, go: () => host.wake(room, n) }))
    const [first] = [...due, ...timers].toSorted((a, b) => a.at - b.at || a.order - b.order)
    if (!first || first.at > by) return undefined
    if (due.includes(first)) due.splice(due.indexOf(first), 1)
    return first
  }

  async function settle(): Promise<void> {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (let message = arriving.shift(); message; message = arriving.shift()) await host.receive([message])
    await soon(() => [...begun.values()].every(({ isRunning }) => isRunning))
  }

  async function passUntil(at: number): Promise<void> {
    await (started ??= host.start())
    await settle()
    for (let first = next(at); first; first = next(at)) {
      now = Math.max(now, first.at)
      // oxlint-disable no-await-in-loop -- time passes in order
      await first.go()
      await settle()
      // oxlint-enable no-await-in-loop
    }
    if (at < Infinity) now = Math.max(now, at)
  }

  const play: PlayHost = {
    now: () => now,
    later: (at, work) => void due.push({ at, order: last + (order += 1), go: work }),
    hear(message) {
      arriving.push(message)
      return 'accepted'
    },
    snapshot: host.snapshot,
    subscribe: host.subscribe,
    passUntil,
    passOut: () => passUntil(Infinity),
    tell: () => notLed('tell'),
    runUntil: () => notLed('runUntil'),
    runOut: () => notLed('runOut'),
    nextDue: () => notLed('nextDue'),
  }
  return { play, stop: host.stop, turns: () => turns }
}

function notLed(what: string): never {
  throw new Error(`a play on Restate is led by passUntil and passOut: ${what} cannot wait for a server`)
}

const nameOf = ({ key, src, id, gen }: { key: string; src: string; id: string; gen: number }): string =>
  `${key} ${src} ${id} ${gen}`
