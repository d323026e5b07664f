// A room as a virtual object of Restate: one key, one writer; every turn is kept whole before anything of it is done.
import type { JobRef } from '../../room/actor.ts'
import { jobEnded, type Outcome } from '../../room/feeds.ts'
import type { InboundMessage } from '../../room/message.ts'
import type { Incoming, Receipt, ToChart } from '../../room/room.ts'
import type { Inbound } from '../../room/steps.ts'
import { handlers, object, type ObjectContext, type ObjectSharedContext, serde, TerminalError } from './sdk.ts'
import {
  packedSerde,
  chartSerde,
  type KeptChart,
  type KeptJob,
  type KeptRoom,
  names,
  newRoom,
  type RoomState,
  type TurnRow,
} from './room-state.ts'
import { type Bucket, mostBuckets, seenIn } from './seen-ids.ts'
import type { Start, Stop, Turn } from './turn.ts'

/** Jobs that are done in one call, and the turn that began them: whoever does them reads up to there. */
export interface Work {
  starts: readonly Start[]
  turn: number
}

export interface Settled {
  ref: JobRef
  outcome: Outcome
}

export interface Heard {
  messages: readonly InboundMessage[]
}

export interface Ordered {
  orders: readonly Inbound[]
}

/** What a room shows. */
export interface Look {
  room: KeptRoom
  charts: readonly KeptChart[]
  held: readonly ToChart[]
  rows: readonly TurnRow[]
}

/** What a worker does with a room's turns. */
export interface RoomWork {
  /** Reads up on what other workers did in the room, as far as that is not known here. */
  catchUp(state: Pick<RoomState, 'key' | 'rows'> & { turn: number }): void | Promise<void>
  /** Rows of turns are kept in the room until the cluster's memory has them; false: this worker's store is all there is. */
  sharesRows: boolean
  /** Hands rows over; resolves with the turn up to which the memory has them now. */
  ship(room: string, rows: readonly TurnRow[]): Promise<number>
  /** Plans the turn; nothing is done yet. */
  plan(state: RoomState, incoming: readonly Incoming[]): Turn
  /** The turn is durable: whoever keeps or hears of it is told; a second time is harmless. */
  durable(room: string, turn: Turn, incoming: readonly Incoming[], row: TurnRow): void | Promise<void>
  /** The calls on their way that wake the room, with what it needs. */
  wakesAfter(state: RoomState): Pick<KeptRoom, 'wakes' | 'lastWake'>
  /** ms until then, by this worker's clock; undefined: somebody else wakes the room. */
  until(due: number): number | undefined
  /** Which of these are done in one call. */
  together(starts: readonly Start[]): readonly (readonly Start[])[]
  /** Runs jobs; called again after a crash. Resolves with what their charts are told; nothing of those that were called off. */
  work(work: Work, context: WorkContext): Promise<readonly Settled[]>
  /** Those that run in this process are aborted at once. */
  stopped(stop: Stop): void
  /** What a job held may go: its outcome is durable. */
  settled(ref: JobRef): void
  /** A chart begun anew with what is known of it laid over. */
  fresh(key: string, known: Known): Pick<KeptChart, 'version' | 'body'>
}

export interface Known {
  value?: object
  context?: object
}

export interface WorkContext {
  /** Keeps a value that is made once, also over crashes. */
  once<T>(name: string, make: () => T | Promise<T>): Promise<T>
  /** Rows of the room's last turns, as it keeps them itself. */
  rows: readonly TurnRow[]
  /** Aborts when the chart has left the job. */
  signal: AbortSignal
}

/** A turn that cannot be planned is tried so often, and its room is shown as stuck then. */
const retryPolicy = { initialInterval: 50, maxInterval: 5_000, exponentiationFactor: 2 }

const [turnSerde, rowSerde] = [packedSerde<Turn>(), packedSerde<TurnRow>()]

/** So long rows may wait for the next turn, which tells of those that the memory has by then, ms. */
const flushAfterMs = 10_000

/** A call of a model may take long: nobody takes its silence for death. */
const longWork = { inactivityTimeout: { minutes: 30 }, abortTimeout: { minutes: 30 } }

/** `name`: of the objects in Restate. */
export function makeRoomObject(name: string, work: RoomWork) {
  const send = <T>(ctx: ObjectContext | ObjectSharedContext, method: string, parameter: T, delay?: number) =>
    ctx.genericSend<T>({
      service: name,
      method,
      key: ctx.key,
      parameter,
      inputSerde: serde.json as never,
      ...(delay !== undefined && { delay }),
    })

  async function turn(
    ctx: ObjectContext,
    incoming: readonly Incoming[],
    wakesFor?: number,
  ): Promise<readonly Receipt[]> {
    const mayBeKnown = incoming.some((each) => 'message' in each || each.dedupe !== undefined)
    const read = await readState(ctx, mayBeKnown)
    if (read.room.left !== undefined) throw new TerminalError(hasLeft(ctx.key))
    const woken = read.room.wakes.find(({ n }) => n === wakesFor)
    if (wakesFor !== undefined && !woken) return []
    const state = { ...read, room: { ...read.room, wakes: read.room.wakes.filter((each) => each !== woken) } }
    if (woken && !isDue(state, woken.due)) return rest(ctx, state)
    await work.catchUp({ key: ctx.key, turn: state.room.turn, rows: state.rows })
    const made = await ctx.run('turn', () => work.plan(state, incoming), { serde: turnSerde })
    const row = rowOf(made, incoming)
    await work.durable(ctx.key, made, incoming, row)
    for (const stop of made.stops) {
      // Others may be done by the same call.
      const isAlone = stop.call !== undefined && !made.room.jobs.some(({ call }) => call === stop.call)
      if (isAlone) ctx.cancel(stop.call as never)
      work.stopped(stop)
    }
    const started = new Map<Start, string>()
    const groups = work.together(made.starts)
    const calls = groups.map((starts) => send<Work>(ctx, 'work', { starts, turn: made.room.turn }))
    for (const [n, call] of calls.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- in the order of the journal
      const id = await call.invocationId
      for (const start of groups[n] ?? []) started.set(start, id)
    }
    sendWake(ctx, state.room, made.room)
    const jobs = made.room.jobs.map((job) => {
      const start = made.starts.find(({ ref }) => ref.key === job.key && ref.id === job.id && ref.gen === job.gen)
      const call = start && started.get(start)
      return call === undefined ? job : { ...job, call }
    })
    write(ctx, made)
    const rows = work.sharesRows ? keepRows(ctx, state.room, made.kept, row) : {}
    ctx.set(names.room, { ...made.room, jobs, ...rows } satisfies KeptRoom)
    return made.receipts
  }

  /** What it was woken for is gone or has been put off. */
  function rest(ctx: ObjectContext, state: RoomState): readonly Receipt[] {
    const room = { ...state.room, ...work.wakesAfter(state) }
    sendWake(ctx, state.room, room)
    ctx.set(names.room, room)
    return []
  }

  function sendWake(ctx: ObjectContext, before: KeptRoom, { wakes, lastWake }: KeptRoom): void {
    const wake = lastWake === before.lastWake ? undefined : wakes.at(-1)
    const delay = wake && work.until(wake.due)
    if (wake && delay !== undefined) send(ctx, 'timer', wake.n, delay)
  }

  /** Those that the memory is not known to have; so long a call is on its way that asks it. */
  function keepRows(
    ctx: ObjectContext,
    before: KeptRoom,
    kept: number,
    row: TurnRow,
  ): Pick<KeptRoom, 'rows' | 'isFlushing'> {
    for (const n of before.rows) if (n <= kept) ctx.clear(names.row(n))
    ctx.set(names.row(row.turn), row, rowSerde)
    if (!before.isFlushing) send(ctx, 'flush', null, flushAfterMs)
    return { rows: [...before.rows.filter((n) => n > kept), row.turn], isFlushing: true }
  }

  return object({
    name,
    options: { retryPolicy, journalRetention: 0 },
    handlers: {
      hear: (ctx: ObjectContext, { messages }: Heard) =>
        turn(
          ctx,
          messages.map((message) => ({ message })),
        ),
      order: (ctx: ObjectContext, { orders }: Ordered) => turn(ctx, orders),
      timer: (ctx: ObjectContext, n: number) => turn(ctx, [], n),
      async settle(ctx: ObjectContext, settled: readonly Settled[]) {
        const receipts = await turn(
          ctx,
          settled.map(({ ref, outcome }) => jobEnded(ref, outcome)),
        )
        for (const { ref } of settled) work.settled(ref)
        return receipts
      },
      async flush(ctx: ObjectContext) {
        const { room, rows } = await readState(ctx)
        const kept = await ctx.run('kept', () => work.ship(ctx.key, rows))
        for (const n of room.rows) if (n <= kept) ctx.clear(names.row(n))
        const left = room.rows.filter((n) => n > kept)
        if (left.length > 0) send(ctx, 'flush', null, flushAfterMs)
        ctx.set(names.room, { ...room, rows: left, isFlushing: left.length > 0 } satisfies KeptRoom)
      },
      /** A room that has come from another house goes on; a second time is harmless. */
      async begin(ctx: ObjectContext): Promise<void> {
        const room = await ctx.get<KeptRoom>(names.room)
        if (!room?.isResting || room.left !== undefined) return
        const calls = new Map<KeptJob, string>()
        const waiting = room.jobs.filter(({ call }) => call === undefined)
        const starts = waiting.map(({ key, id, gen, src, input, cost = null }): Start => ({
          ref: { key, id, gen },
          src,
          input,
          cost,
        }))
        for (const group of work.together(starts)) {
          // oxlint-disable-next-line no-await-in-loop -- in the order of the journal
          const call = await send<Work>(ctx, 'work', { starts: group, turn: room.turn }).invocationId
          for (const start of group) calls.set(waiting[starts.indexOf(start)] as KeptJob, call)
        }
        const jobs = room.jobs.map((job) => ({ ...job, ...(calls.has(job) && { call: calls.get(job) as string }) }))
        const waits = await heldIn(ctx, room)
        const { isResting: _, ...others } = room
        ctx.set(names.room, { ...others, jobs, isHolding: false } satisfies KeptRoom)
        await turn(ctx, waits)
      },
      /** What waited for a stopped chart reaches it anew. */
      async resume(ctx: ObjectContext, { key, known }: { key: string; known?: Known }) {
        const state = await readState(ctx)
        const chart = state.charts.get(key)
        if (!chart) return []
        const { stopped: _, ...rest } = chart
        const fresh = known && (await ctx.run('fresh', () => work.fresh(key, known)))
        ctx.set(names.chart(key), { ...rest, ...(fresh && { ...fresh, timers: [] }) } as KeptChart, chartSerde)
        if (fresh) ctx.set(names.room, { ...state.room, jobs: state.room.jobs.filter((job) => job.key !== key) })
        const waits = state.held.filter((each) => each.key === key)
        const others = state.held.filter((each) => each.key !== key)
        ctx.set(names.held, others)
        return turn(ctx, waits)
      },
      look: handlers.object.shared(async (ctx: ObjectSharedContext): Promise<Look | null> => {
        const room = await ctx.get<KeptRoom>(names.room)
        if (!room) return null
        const charts: KeptChart[] = []
        // oxlint-disable-next-line no-await-in-loop -- in the order of the journal
        for (const key of room.charts) charts.push(...((await chartIn(ctx, key)) ?? []))
        return { room, charts, held: await heldIn(ctx, room), rows: await rowsIn(ctx, room) }
      }),
      work: handlers.object.shared(longWork, async (ctx: ObjectSharedContext, given: Work): Promise<void> => {
        const room = (await ctx.get<KeptRoom>(names.room)) ?? newRoom
        if (room.left !== undefined) return
        const rows = await rowsIn(ctx, room)
        const called = new AbortController()
        let settled: readonly Settled[]
        try {
          settled = await work.work(given, {
            once: (name, make) => ctx.run(name, make) as never,
            rows,
            signal: called.signal,
          })
        } finally {
          called.abort()
        }
        if (settled.length > 0) send(ctx, 'settle', settled)
      }),
    },
  })
}

const hasLeft = (room: string): string =>
  `the room ${room} has moved out of this cluster and takes nothing here: start the service that has it now`

/** By then, which is the time of a wake: what is due later has a wake of its own. */
const isDue = ({ charts }: RoomState, by: number): boolean =>
  [...charts.values()].some(
    ({ timers: [first], stopped }) => stopped === undefined && first !== undefined && first.due <= by,
  )

const chartIn = async (ctx: ObjectContext | ObjectSharedContext, key: string): Promise<[KeptChart] | undefined> => {
  const chart = await ctx.get<KeptChart>(names.chart(key), chartSerde)
  return chart ? [chart] : undefined
}

/** `mayBeKnown`: something may have come before. */
export async function readState(ctx: ObjectContext | ObjectSharedContext, mayBeKnown = false): Promise<RoomState> {
  const room = (await ctx.get<KeptRoom>(names.room)) ?? newRoom
  const charts = new Map<string, KeptChart>()
  for (const key of room.charts) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of the journal
    for (const chart of (await chartIn(ctx, key)) ?? []) charts.set(key, chart)
  }
  const buckets = new Map<number, Bucket>()
  for (let n = Math.max(0, room.bucket - mostBuckets + 1); mayBeKnown && n <= room.bucket; n += 1) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of the journal
    const bucket = await ctx.get<Bucket>(names.seen(n))
    if (bucket) buckets.set(n, bucket)
  }
  const held = await heldIn(ctx, room)
  return { key: ctx.key, room, charts, seen: seenIn(buckets, room.bucket), held, rows: await rowsIn(ctx, room) }
}

const heldIn = async (ctx: ObjectContext | ObjectSharedContext, { isHolding }: KeptRoom): Promise<ToChart[]> =>
  isHolding ? ((await ctx.get<ToChart[]>(names.held)) ?? []) : []

async function rowsIn(ctx: ObjectContext | ObjectSharedContext, room: KeptRoom): Promise<TurnRow[]> {
  const rows: TurnRow[] = []
  for (const n of room.rows) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of the journal
    const row = await ctx.get<TurnRow>(names.row(n), rowSerde)
    if (row) rows.push(row)
  }
  return rows
}

const rowOf = ({ room: { turn }, steps }: Turn, incoming: readonly Incoming[]): TurnRow => ({
  turn,
  messages: incoming.flatMap((each) => ('message' in each ? [each.message] : [])),
  steps,
})

function write(ctx: ObjectContext, turn: Turn): void {
  for (const chart of turn.charts) ctx.set(names.chart(chart.key), chart, chartSerde)
  for (const [n, bucket] of turn.seen) ctx.set(names.seen(n), bucket)
  for (const n of turn.outlived) ctx.clear(names.seen(n))
  if (turn.held) ctx.set(names.held, turn.held)
}
