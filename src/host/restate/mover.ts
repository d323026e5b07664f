// The object of rooms as `chime migrate` serves it: rooms arrive and leave, and nothing else goes on.
import { handlers, object, type ObjectContext, type ObjectSharedContext, serde, TerminalError } from './sdk.ts'
import type { MovedRoom } from '../moving/moved-room.ts'
import { readState } from './room-reading.ts'
import { chartSerde, type KeptChart, type KeptRoom, names, newRoom, type TurnRow } from './room-state.ts'
import { seenIn } from './seen-ids.ts'

/** What an object keeps of a room itself: its past stands elsewhere. */
export type Living = Pick<MovedRoom, 'charts' | 'jobs' | 'held' | 'seen'>

export interface Arriving {
  move: string
  /** Turns of the cluster's memory that tell of its past. */
  turn: number
  living: Living
}

/** A room as its object has it. */
export interface Standing {
  room: Pick<KeptRoom, 'turn' | 'arrived' | 'left'>
  living: Living
  /** Turns that the cluster's memory may not have. */
  rows: readonly TurnRow[]
}

/** What a service would do now is done later, by whoever serves the rooms then, ms. */
const laterMs = 30_000

/** Calls that wait for workers are not given up. */
const retryPolicy = { initialInterval: 50, maxInterval: 2_000, exponentiationFactor: 2, maxAttempts: 1_000_000 }

/** Something of it goes on by itself. */
export const isPending = ({ charts, jobs, held }: Living): boolean =>
  jobs.length + held.length > 0 || charts.some(({ timers }) => timers.length > 0)

export function makeMover(name: string) {
  /** Nothing of the room is touched: its next wake, an answer of a job. */
  const later = (method: string) => async (ctx: ObjectContext, parameter: unknown) =>
    void ctx.genericSend({
      service: name,
      method,
      key: ctx.key,
      parameter,
      inputSerde: serde.json as never,
      delay: laterMs,
    })
  const refuse = async (ctx: ObjectContext): Promise<void> => {
    throw new TerminalError(`the room ${ctx.key} is moving house: hand it in again when that is done`)
  }

  return object({
    name,
    options: { retryPolicy, journalRetention: 0 },
    handlers: {
      /** The same arrival a second time is harmless. */
      async arrive(ctx: ObjectContext, { move, turn, living }: Arriving): Promise<void> {
        const before = await ctx.get<KeptRoom>(names.room)
        if (before?.arrived === move && before.left === undefined) return
        if (before && before.left === undefined)
          throw new TerminalError(`the room ${ctx.key} has lived in this cluster already: move into an empty one`)
        ctx.clearAll()
        const { charts, jobs, held, seen } = living
        const ids = seenIn(new Map(), 0)
        for (const [id, bots] of seen) ids.put(id, bots.split(' '))
        const { changed, bucket } = ids.changes()
        for (const chart of charts) ctx.set(names.chart(chart.key), chart satisfies KeptChart, chartSerde)
        for (const [n, each] of changed) ctx.set(names.seen(n), each)
        if (held.length > 0) ctx.set(names.held, held)
        const room: KeptRoom = { ...newRoom, turn, charts: charts.map(({ key }) => key), jobs, bucket, arrived: move }
        ctx.set(names.room, { ...room, isHolding: held.length > 0, ...(isPending(living) && { isResting: true }) })
      },
      /** From now on the room takes nothing here; it is told as often as one asks. */
      async leave(ctx: ObjectContext, { move }: { move: string }): Promise<Standing | null> {
        const state = await readState(ctx, true)
        if (state.room.turn === 0) return null
        const why = state.room.stuck?.error ?? state.unreadable[0]?.error
        if (why !== undefined)
          throw new TerminalError(
            `the room ${ctx.key} is stuck (${why}): start a worker, reset the room, then run it again`,
          )
        if (state.room.left !== undefined && state.room.left !== move)
          throw new TerminalError(`the room ${ctx.key} has moved to another store already`)
        if (state.room.left === undefined) ctx.set(names.room, { ...state.room, left: move } satisfies KeptRoom)
        return standing(state)
      },
      /** The move is given up. */
      async stay(ctx: ObjectContext, { move }: { move: string }): Promise<void> {
        const room = await ctx.get<KeptRoom>(names.room)
        if (room?.left !== move) return
        const { left: _, ...rest } = room
        ctx.set(names.room, rest)
      },
      stand: handlers.object.shared(async (ctx: ObjectSharedContext): Promise<Standing | null> => {
        const state = await readState(ctx, true)
        return state.room.turn === 0 ? null : standing(state)
      }),
      hear: refuse,
      order: refuse,
      resume: refuse,
      timer: later('timer'),
      settle: later('settle'),
      flush: later('flush'),
      reset: refuse,
      begin: later('begin'),
      look: handlers.object.shared(async (): Promise<null> => null),
      /** Nothing is written down of it: whoever serves the rooms then does it as if it came then. */
      work: handlers.object.shared(async (ctx: ObjectSharedContext): Promise<void> => {
        throw new Error(`the room ${ctx.key} is moving house`)
      }),
    },
  })
}

function standing({ room, charts, seen, held, rows }: Awaited<ReturnType<typeof readState>>): Standing {
  return {
    room: {
      turn: room.turn,
      ...(room.arrived !== undefined && { arrived: room.arrived }),
      ...(room.left !== undefined && { left: room.left }),
    },
    living: {
      charts: [...charts.values()].map(({ key, version, body, seq, at, timers }) => ({
        key,
        version,
        body,
        seq,
        at,
        timers,
      })),
      jobs: room.jobs.map(({ key, id, gen, src, input, cost = null }) => ({ key, id, gen, src, input, cost })),
      held: held.map(({ key, event }) => ({ key, event })),
      seen: seen.all(),
    },
    rows,
  }
}
