// Many rooms on one worker of a real Restate server, each with a time of its own that a walk moves; all lose their worker at once.
import { randomUUID } from 'node:crypto'
import type { GroupInput } from '../../../machines/group/settings.ts'
import type { Hosted, Job } from '../../../src/host/host.ts'
import { makeRestateHost } from '../../../src/host/restate/restate-host.ts'
import type { RoomWork } from '../../../src/host/restate/room-contract.ts'
import type { Start } from '../../../src/host/restate/turn.ts'
import type { JobRef } from '../../../src/room/actor.ts'
import type { Outcome } from '../../../src/room/feeds.ts'
import { roomOf } from '../../../src/room/key.ts'
import type { TracedStep } from '../../../src/room/steps.ts'
import { behind } from './behind.ts'
import { memoryLog } from './memory-log.ts'
import { restateServer } from './restate-server.ts'

/** Where a try of a turn fails, once: nothing is planned yet, it is not written yet, it is written and nothing is done yet. */
export type Fault = 'unplanned' | 'unwritten' | 'undone'

interface Call {
  ref: JobRef
  src: string
  settle(outcome: Outcome): void
}

/** A room in which one bot walks. */
export interface WalkedRoom {
  key: string
  walker: string
  /** ms */
  now: number
  /** What arrives comes before timers that are due at this very ms. */
  isLate: boolean
  paused: boolean
  /** Of its next turn. */
  fault: Fault | undefined
  /** The call on its way that wakes it first. */
  wake: { due: number; n: number } | undefined
  /** Under way. */
  calls: Set<Call>
  /** Of the bot that walks, without the first one. */
  steps: TracedStep[]
  changed(): void
}

/** What is not there after so long does not come, ms. */
const longestMs = 20_000
/** Calls that wake a room while time passes in a step of its walk; more is an endless loop. */
const mostWakes = 200

interface Options {
  hosted: Omit<Hosted, 'jobs' | 'inputOf'>
  /** Less what the walk changes. */
  inputOf: (key: string) => GroupInput
}

export function walkedRooms({ hosted, inputOf }: Options) {
  const name = `paths-${randomUUID()}`
  const rooms = new Map<string, WalkedRoom>()
  const log = memoryLog()
  let [lives, port] = [0, 0]
  let life = begin()

  const roomIn = (key: string): WalkedRoom => {
    const room = rooms.get(key)
    if (!room) throw new Error(`nobody walks in ${key}`)
    return room
  }

  function begin() {
    lives += 1
    let isAlive = true
    let planning: WalkedRoom | undefined
    let stopped: RoomWork['stopped'] = () => {}
    /** Which job is given which input. */
    const starts = new WeakMap<object, Start>()

    const around = (work: RoomWork): RoomWork => {
      stopped = work.stopped
      return {
        ...work,
        catchUp(state) {
          failAt(roomIn(state.key), 'unplanned')
          return work.catchUp(state)
        },
        plan(state, incoming) {
          const room = (planning = roomIn(state.key))
          const plan = (given: typeof state) => work.plan(given, incoming)
          return room.isLate ? behind(room.now, state, plan) : plan(state)
        },
        wakesAfter(state) {
          const after = work.wakesAfter(state)
          roomIn(state.key).wake = after.wakes.at(-1)
          return after
        },
        async durable(key, turn, ...rest) {
          const room = roomIn(key)
          failAt(room, 'unwritten')
          await work.durable(key, turn, ...rest)
          failAt(room, 'undone')
          room.wake = turn.room.wakes.at(-1)
          room.changed()
        },
        work(given, context) {
          for (const start of given.starts) starts.set(start.input as object, start)
          return work.work(given, context)
        },
      }
    }

    const jobThat = (afterCrash: Job['afterCrash']): Job => ({
      afterCrash,
      run: (input: { maxTokens?: number }, { key, signal, mayCost }) =>
        new Promise((resolve, reject) => {
          if (!isAlive) return
          if (input.maxTokens !== undefined) mayCost(input.maxTokens)
          const room = roomIn(roomOf(key))
          const call: Call = {
            ...(starts.get(input) as Start),
            settle(outcome) {
              if ('output' in outcome) resolve(outcome.output)
              else reject(Object.assign(new Error('scripted'), outcome.error))
            },
          }
          room.calls.add(call)
          room.changed()
          signal.addEventListener('abort', () => {
            room.calls.delete(call)
            room.changed()
            reject(new Error('aborted'))
          })
        }),
    })
    const [ofModel, ofChannel] = [jobThat('interrupt'), jobThat('rerun')]

    const host = makeRestateHost({
      name,
      clock: { now: () => (planning as WalkedRoom).now, at: () => () => {} },
      hosted: {
        ...hosted,
        inputOf: (key) => ({ ...inputOf(key), paused: roomIn(roomOf(key)).paused }),
        jobs: { decide: ofModel, compose: ofModel, renewNote: ofModel, deliver: ofChannel, sign: ofChannel },
      },
      ingress: [restateServer().ingress],
      // Connections end all the time: no call may notice.
      endpoint: { port, admin: restateServer().admin, sessionMs: 500 },
      keepsTime: true,
      around,
      log: {
        ...log,
        write(key, row, planned) {
          const fresh = log.write(key, row, planned)
          const { steps, walker } = roomIn(key)
          steps.push(...fresh.filter((step) => step.key === walker && step.seq > 0))
          return fresh
        },
      },
      // Of every second worker no chart stays in memory between two events.
      ...(lives % 2 === 0 && { hotActors: 1 }),
    })
    return {
      host,
      start: () => host.start().then(() => (port = host.port())),
      stopped: (ref: JobRef) => stopped(ref),
      end() {
        isAlive = false
        for (const { calls } of rooms.values()) calls.clear()
        return host.stop()
      },
    }
  }

  return {
    start: () => life.start(),
    stop: () => life.end(),
    get host() {
      return life.host
    },
    /** A new one. */
    enter(key: string, walker: string): WalkedRoom {
      const fresh = { now: 0, isLate: false, paused: false, fault: undefined, wake: undefined, changed() {} }
      const room: WalkedRoom = { key, walker, ...fresh, calls: new Set(), steps: [] }
      rooms.set(key, room)
      return room
    },
    /** Its calls are called off, and what it did is forgotten. */
    leave(room: WalkedRoom): void {
      room.steps = []
      for (const { ref } of room.calls) life.stopped(ref)
    },
    /** Time passes, and timers fire. */
    async advance(room: WalkedRoom, to: number): Promise<void> {
      for (let n = 0; room.wake && room.wake.due <= to; n += 1) {
        if (n > mostWakes)
          throw new Error(`${room.key} wakes at ${room.wake.due} ms again and again: its timers do not fire`)
        room.now = Math.max(room.now, room.wake.due)
        // oxlint-disable-next-line no-await-in-loop -- time passes in order
        await life.host.wake(room.key, room.wake.n)
      }
      room.now = Math.max(room.now, to)
    },
    /**
     * Waits until the bot has taken so many steps and these of its calls are under way, where they are named; false: it does
     * not come to that.
     */
    async rested(room: WalkedRoom, steps: number, calls: readonly string[] | undefined): Promise<boolean> {
      const wanted = calls?.toSorted().join(' ')
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const late = setTimeout(resolve, longestMs, false)
      room.changed = () => {
        if (room.steps.length >= steps && (wanted === undefined || callsIn(room) === wanted)) resolve(true)
      }
      room.changed()
      const isResting = await promise
      clearTimeout(late)
      room.changed = () => {}
      return isResting
    },
    /** The worker ends with all that it has in memory, and another one comes in its place. */
    async kill(): Promise<void> {
      await life.end()
      life = begin()
      await life.start()
    },
  }
}

/** The try fails, once: Restate makes the call again. */
function failAt(room: WalkedRoom, fault: Fault): void {
  if (room.fault !== fault) return
  room.fault = undefined
  throw Object.assign(new Error('the disk is full'), { code: 'ERR_SQLITE_ERROR' })
}

/** Ids of those of the bot that walks. */
export const callsIn = ({ calls, walker }: WalkedRoom): string =>
  Array.from(calls, ({ ref }) => (ref.key === walker ? [ref.id] : []))
    .flat()
    .toSorted()
    .join(' ')
