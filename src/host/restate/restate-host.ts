// The host on Restate: a room is a virtual object there, and this process one of the workers that take its turns.
import type { AnyMachineSnapshot } from 'xstate'
import { roomOf } from '../../room/key.ts'
import type { InboundMessage } from '../../room/message.ts'
import { roomFor } from '../../room/plan.ts'
import type { RoomNote } from '../../room/notes.ts'
import type { Receipt } from '../../room/room.ts'
import type { Inbound } from '../../room/steps.ts'
import { contained } from '../faults.ts'
import type { ChartView, Host, HostFigures, RoomRef } from '../host.ts'
import { makeSubscribers } from '../subscribers.ts'
import { type Endpoint, openEndpoint } from './endpoint.ts'
import { makeRoomCalls } from './room-calls.ts'
import { makeNodes } from './nodes.ts'
import type { Known, Look, RoomWork } from './room-contract.ts'
import type { RoomLog } from './room-log.ts'
import { makeRoomObject } from './room-object.ts'
import type { KeptChart } from './room-state.ts'
import type { Reset, ResetDone } from './stuck-room.ts'
import { makeRoomWork, type RoomWorkOptions } from './room-work.ts'

export interface RestateHostOptions extends Omit<RoomWorkOptions, 'tell' | 'hotActors' | 'halted' | 'avoid'> {
  /** The name of rooms in the cluster (`room`): several services on one cluster need one each. */
  name?: string
  /** Where calls into rooms go: URLs of nodes, the first that answers. */
  ingress: readonly string[]
  /** Where Restate finds this worker. */
  endpoint: Omit<Endpoint, 'services'>
  /** Further objects that this worker does the work of. */
  services?: Endpoint['services']
  log: RoomLog & Rooms
  /** When it stops, turns under way have so long to come to their end, ms. */
  graceMs?: number
  halted?: (key: string, error: Error) => void
  hotActors?: number
  /** Of a call, before it pauses. */
  mostTries?: number
  /** Stands between Restate and the worker's part of a turn: for tests. */
  around?: (work: RoomWork) => RoomWork
}

/** What is known of rooms without asking each of them. */
export interface Rooms {
  rooms(most?: number): Promise<readonly RoomRef[]>
  hasChart(key: string): boolean
}

export interface RestateHost extends Host {
  start(): Promise<void>
  /** Where this worker listens once it has started. */
  port(): number
  has(key: string): boolean
  /** As this worker saw it last. */
  snapshot(key: string): AnyMachineSnapshot | undefined
  /** The room looks for timers that are due: what Restate does by itself, where it keeps the time. */
  wake(room: string, n: number): Promise<unknown>
  /** Travels in the room's turns to the stores of all workers. */
  note(room: string, note: RoomNote): Promise<void>
  /** A room that has come from another house goes on. */
  begin(room: string): Promise<unknown>
  /** Reads up on what other workers did in a room until this turn. Rejects while that cannot be read. */
  follow(room: string, turn: number): Promise<void>
  /** A stopped chart goes on, with what waits for it; `known`: it begins anew, with that laid over its first snapshot. */
  resume(key: string, known?: Known): Promise<readonly Receipt[]>
  /** A room that takes no turns tries again, with all that waits for it. */
  reset(room: string, how?: Reset): Promise<ResetDone>
}

export function makeRestateHost(wanted: RestateHostOptions): RestateHost {
  const {
    name = 'room',
    ingress,
    endpoint,
    hotActors = 2_000,
    mostTries,
    halted = () => {},
    around = (own) => own,
    graceMs,
    ...options
  } = wanted
  const { log } = options
  const subscribers = makeSubscribers((work) => contained(work, options.listenerFailed))
  const rooms = makeRoomWork({
    ...options,
    hotActors,
    tell: subscribers.tell,
    halted,
    avoid: () => server?.leave(),
  })
  const services = [makeRoomObject(name, around(rooms.work), mostTries), ...(options.services ?? [])]
  const nodes = makeNodes(ingress)
  let failures = 0
  let server: Awaited<ReturnType<typeof openEndpoint>> | undefined

  async function call<T>(room: string, handler: string, parameter: unknown): Promise<T> {
    try {
      const answer = await nodes.call<T>({ service: name, key: room, handler, parameter })
      failures = 0
      return answer
    } catch (error) {
      failures += 1
      throw error
    }
  }

  const calls = makeRoomCalls((room, given) => call(room, 'messages' in given ? 'hear' : 'order', given))

  /** To each room what is for it, in order; the receipts in the order in which they were given. */
  async function give<T>(
    all: readonly T[],
    roomIn: (each: T) => string,
    givenBy: (some: readonly T[]) => Parameters<typeof calls.give>[1],
  ): Promise<Receipt[]> {
    const byRoom = Map.groupBy(all.keys(), (n) => roomIn(all[n] as T))
    const receipts: Receipt[] = []
    await Promise.all(
      Array.from(byRoom, async ([room, places]) => {
        const taken = await calls.give(room, givenBy(places.map((n) => all[n] as T)))
        for (const [i, n] of places.entries()) receipts[n] = taken[i] as Receipt
      }),
    )
    return receipts
  }

  function viewOf(chart: KeptChart): ChartView {
    const { key, seq, at, timers } = chart
    try {
      return { key, seq, at, timers, snapshot: rooms.load(chart) }
    } catch {
      return { key, seq, at, timers: [] }
    }
  }

  return {
    async receive(messages: readonly InboundMessage[], alongside?: () => void) {
      alongside?.()
      return give(
        messages,
        (message) => roomFor({ message }),
        (some) => ({ messages: some }),
      )
    },
    async order(orders: readonly Inbound[], alongside?: () => void) {
      alongside?.()
      return give(
        orders,
        ({ key }) => roomOf(key),
        (some) => ({ orders: some }),
      )
    },
    async start() {
      server = await openEndpoint({ ...endpoint, services })
    },
    port: () => Number(new URL(server?.address ?? 'http://x:0').port),
    async stop() {
      await rooms.jobs.stopAll()
      await server?.stop(graceMs)
    },
    async room(key) {
      const look = await call<Look | null>(key, 'look', null)
      return look && look.charts.length > 0 ? look.charts.map(viewOf) : undefined
    },
    rooms: log.rooms,
    has: log.hasChart,
    snapshot: rooms.snapshot,
    note: async (room, note) => void (await call(room, 'order', { orders: [], notes: [note] })),
    follow: async (room, turn) => rooms.work.catchUp({ key: room, turn, rows: [] }, true),
    begin: (room) => call(room, 'begin', null),
    wake: (room, n) => call(room, 'timer', n),
    reset: (room, how = {}) => call(room, 'reset', how),
    resume: (key, known) => call(roomOf(key), 'resume', { key, ...(known && { known }) }),
    figures(): HostFigures {
      return {
        hot: rooms.hot(),
        jobs: rooms.jobs.count(),
        halted: rooms.stopped(),
        storeFailures: failures + rooms.refused(),
        ...rooms.nextDue(),
      }
    },
    subscribe: subscribers.subscribe,
  }
}
