// A room as a virtual object of Restate: one key, one writer; every turn is kept whole before anything of it is done.
import { jobEnded } from '../../room/feeds.ts'
import type { RoomNote } from '../../room/notes.ts'
import type { Incoming, Receipt } from '../../room/room.ts'
import type { Heard, Known, Look, Ordered, RoomWork, Settled, Work } from './room-contract.ts'
import { handlers, object, type ObjectContext, type ObjectSharedContext, serde, TerminalError } from './sdk.ts'
import { readRows, readState, type ReadState } from './room-reading.ts'
import {
  packedSerde,
  chartSerde,
  type KeptJob,
  type KeptRoom,
  names,
  type RoomState,
  type TurnRow,
} from './room-state.ts'
import { writeRow, writeTurn } from './room-writing.ts'
import { holdAll, type NotPlanned, planned, type Reset, type ResetDone, setFree, whyUnreadable } from './stuck-room.ts'
import { rowOf, unkeptIn, waitingAs } from './turn-row.ts'
import type { Start, Turn } from './turn.ts'

/** What a turn is given beside what reaches its charts. */
interface Beside {
  wakesFor?: number
  notes?: readonly RoomNote[]
}

/**
 * A call waits as long as no worker can be reached; one that has failed for about six days pauses, and its room with it,
 * until `chime cluster reset`. A turn that cannot be planned, or a state that cannot be read, does not come to that. In the
 * first five seconds it is tried ten times: no timer is to be later.
 */
const retryPolicy = {
  initialInterval: 50,
  maxInterval: 5_000,
  exponentiationFactor: 1.5,
  onMaxAttempts: 'pause',
} as const

const turnSerde = packedSerde<Turn | NotPlanned>()

/** So long rows may wait for the next turn, which tells of those that the memory has by then, ms. */
const flushAfterMs = 10_000

/** A call of a model may take long: nobody takes its silence for death. */
const longWork = { inactivityTimeout: { minutes: 30 }, abortTimeout: { minutes: 30 } }

/** `name`: of the objects in Restate. */
export function makeRoomObject(name: string, work: RoomWork, maxAttempts = 100_000) {
  const send = (ctx: ObjectContext | ObjectSharedContext, method: string, parameter: unknown, delay?: number) =>
    ctx.genericSend<unknown>({
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
    { wakesFor, notes }: Beside = {},
  ): Promise<readonly Receipt[]> {
    const mayBeKnown = incoming.some((each) => 'message' in each || each.dedupe !== undefined)
    const read = await readState(ctx, mayBeKnown)
    if (read.room.left !== undefined) throw new TerminalError(hasLeft(ctx.key))
    const why = read.room.stuck?.error ?? whyUnreadable(read)
    if (why !== undefined) return stuck(ctx, read, incoming, why)
    const woken = read.room.wakes.find(({ n }) => n === wakesFor)
    if (wakesFor !== undefined && !woken) return []
    const state = { ...read, room: { ...read.room, wakes: read.room.wakes.filter((each) => each !== woken) } }
    if (woken && !isDue(state, woken.due)) return sleepOn(ctx, state)
    await work.catchUp({ key: ctx.key, turn: state.room.turn, rows: state.rows })
    const made = await ctx.run(
      'turn',
      () => planned(() => ({ ...work.plan(state, incoming), unkept: unkeptIn(incoming, work.keeps) })),
      { serde: turnSerde },
    )
    if ('error' in made) return stuck(ctx, read, incoming, made.error)
    const row = rowOf(made, incoming, notes)
    await work.durable(ctx.key, made, incoming, row)
    for (const stop of made.stops) {
      // Others may be done by the same call.
      const isAlone = stop.call !== undefined && !made.room.jobs.some(({ call }) => call === stop.call)
      if (isAlone) ctx.cancel(stop.call as never)
      work.stopped(stop)
    }
    const started = new Map<Start, string>()
    const groups = work.together(made.starts)
    const calls = groups.map((starts) => send(ctx, 'work', { starts, turn: made.room.turn } satisfies Work))
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
    writeTurn(ctx, made)
    const rows = work.sharesRows ? keepRows(ctx, state.room, made.kept, row) : {}
    ctx.set(names.room, { ...made.room, jobs, ...rows } satisfies KeptRoom)
    return made.receipts
  }

  async function stuck(ctx: ObjectContext, read: ReadState, incoming: readonly Incoming[], error: string) {
    work.stuck(ctx.key, error)
    const unkept = incoming.length > 0 ? await ctx.run('unkept', () => unkeptIn(incoming, work.keeps)) : []
    return holdAll(ctx, read, waitingAs(incoming, unkept), error)
  }

  /** What it was woken for is gone or has been put off. */
  function sleepOn(ctx: ObjectContext, state: RoomState): readonly Receipt[] {
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

  /** So long a call is on its way that asks the memory. */
  function keepRows(ctx: ObjectContext, before: KeptRoom, kept: number, row: TurnRow): Partial<KeptRoom> {
    const { rows, lost } = writeRow(ctx, before, kept, row)
    if (!before.isFlushing) send(ctx, 'flush', null, flushAfterMs)
    if (lost > 0) work.lost(ctx.key, lost)
    return { rows, isFlushing: true, lostRows: (before.lostRows ?? 0) + lost }
  }

  return object({
    name,
    options: {
      retryPolicy: { ...retryPolicy, maxAttempts },
      journalRetention: 0,
      idempotencyRetention: { minutes: 2 },
    },
    handlers: {
      hear: (ctx: ObjectContext, { messages }: Heard) =>
        turn(
          ctx,
          messages.map((message) => ({ message })),
        ),
      order: (ctx: ObjectContext, { orders, notes = [] }: Ordered) => turn(ctx, orders, { notes }),
      timer: (ctx: ObjectContext, n: number) => turn(ctx, [], { wakesFor: n }),
      async settle(ctx: ObjectContext, settled: readonly Settled[]) {
        const receipts = await turn(
          ctx,
          settled.map(({ ref, outcome }) => jobEnded(ref, outcome)),
        )
        for (const { ref } of settled) work.settled(ref)
        return receipts
      },
      async flush(ctx: ObjectContext) {
        const read = await readState(ctx)
        const { room, rows } = read
        // Rows that cannot be read wait with the room; it calls again once it is reset.
        if (whyUnreadable(read) !== undefined) return
        const kept = await ctx.run('kept', () => work.ship(ctx.key, rows))
        for (const n of room.rows) if (n <= kept) ctx.clear(names.row(n))
        const left = room.rows.filter((n) => n > kept)
        if (left.length > 0) send(ctx, 'flush', null, flushAfterMs)
        ctx.set(names.room, { ...room, rows: left, isFlushing: left.length > 0 } satisfies KeptRoom)
      },
      /** A room that has come from another house goes on; a second time is harmless. */
      async begin(ctx: ObjectContext): Promise<void> {
        const { room, held } = await readState(ctx)
        if (!room.isResting || room.left !== undefined) return
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
          const call = await send(ctx, 'work', { starts: group, turn: room.turn } satisfies Work).invocationId
          for (const start of group) calls.set(waiting[starts.indexOf(start)] as KeptJob, call)
        }
        const jobs = room.jobs.map((job) => ({ ...job, ...(calls.has(job) && { call: calls.get(job) as string }) }))
        const { isResting: _, ...others } = room
        ctx.set(names.room, { ...others, jobs, isHolding: false } satisfies KeptRoom)
        await turn(ctx, held)
      },
      /** What waited for a stopped chart reaches it anew. */
      async resume(ctx: ObjectContext, { key, known }: { key: string; known?: Known }) {
        const state = await readState(ctx)
        const chart = state.charts.get(key)
        if (!chart || state.room.stuck || whyUnreadable(state) !== undefined) return []
        const { stopped: _, ...rest } = chart
        const fresh = known && (await ctx.run('fresh', () => work.fresh(key, known)))
        ctx.set(names.chart(key), { ...rest, ...(fresh && { ...fresh, timers: [] }) }, chartSerde)
        if (fresh) ctx.set(names.room, { ...state.room, jobs: state.room.jobs.filter((job) => job.key !== key) })
        const waits = state.held.filter((each) => each.key === key)
        const others = state.held.filter((each) => each.key !== key)
        ctx.set(names.held, others)
        return turn(ctx, waits)
      },
      /** A stuck room tries again, with all that waits for it. Returns how much is held still, and why. */
      async reset(ctx: ObjectContext, how: Reset): Promise<ResetDone> {
        let read = await readState(ctx, true)
        const why = read.room.stuck ? undefined : whyUnreadable(read)
        if (why !== undefined) {
          await stuck(ctx, read, [], why)
          read = await readState(ctx, true)
        }
        const newest = (): Promise<number> => ctx.run('newest', () => work.newest(ctx.key))
        const waited = await setFree(ctx, read, how, newest)
        const receipts: Receipt[] = []
        // oxlint-disable-next-line no-await-in-loop -- in order; once one of them is held, so are the others
        for (const incoming of waited.length > 0 ? waited : [[]]) receipts.push(...(await turn(ctx, incoming)))
        const held = receipts.filter((receipt) => receipt === 'quarantined').length
        const { room } = await readState(ctx)
        const error = room.stuck?.error
        return { taken: receipts.length - held, held, ...(error !== undefined && { error }) }
      },
      look: handlers.object.shared(async (ctx: ObjectSharedContext): Promise<Look | null> => {
        const { room, charts, held, rows } = await readState(ctx)
        if (room.turn === 0 && !room.stuck) return null
        return { room, charts: [...charts.values()], held, rows }
      }),
      work: handlers.object.shared(longWork, async (ctx: ObjectSharedContext, given: Work): Promise<void> => {
        const rows = await readRows(ctx)
        const called = new AbortController()
        let settled: readonly Settled[]
        try {
          settled = await work.work(given, {
            once: (what, make) => ctx.run(what, make),
            rows,
            signal: AbortSignal.any([called.signal, ctx.request().attemptCompletedSignal]),
          })
        } finally {
          called.abort()
        }
        if (settled.length > 0) send(ctx, 'settle', settled)
      }),
    },
  })
}

/** By then, which is the time of a wake: what is due later has a wake of its own. */
const isDue = ({ charts }: RoomState, by: number): boolean =>
  [...charts.values()].some(
    ({ timers: [first], stopped }) => stopped === undefined && first !== undefined && first.due <= by,
  )

const hasLeft = (room: string): string =>
  `the room ${room} has moved out of this cluster and takes nothing here: start the service that has it now`
