// A room whose turns cannot be planned: what reaches it waits in its state, in order, until it is reset.
import type { Incoming, Receipt } from '../../room/room.ts'
import { textOf } from '../../room/thrown.ts'
import { isStoreProblem } from '../../store/database.ts'
import type { ReadState } from './room-reading.ts'
import { type KeptRoom, names, newRoom } from './room-state.ts'
import { type ObjectContext, serde } from './sdk.ts'
import type { Turn } from './turn.ts'

/** Why no turn could be planned. */
export interface NotPlanned {
  error: string
}

export interface Reset {
  /** Forgets what cannot be read, and the first of what waits: that on which the room became stuck. */
  skip?: boolean
}

/** How many of what waited were taken, how many wait still, and why. */
export interface ResetDone {
  taken: number
  held: number
  error?: string
}

/** The second try has nothing in memory that the first one left. */
const mostTries = 2

/** Throws what may pass by itself: the store's trouble, and the end of the process. */
export function planned(plan: () => Turn): Turn | NotPlanned {
  for (let tries = 1; ; tries += 1) {
    try {
      return plan()
    } catch (error) {
      if (mayPass(error)) throw error
      if (tries === mostTries) return { error: textOf(error) }
    }
  }
}

const mayPass = (error: unknown): boolean =>
  isStoreProblem(error) || (error as { code?: unknown } | undefined)?.code === 'ERR_INVALID_STATE'

/** undefined: all that the room keeps can be read. */
export const whyUnreadable = ({ unreadable: [first] }: ReadState): string | undefined =>
  first && `what it keeps as "${first.name}" cannot be read: ${first.error}`

/** One call's worth waits under one name. */
export async function holdAll(
  ctx: ObjectContext,
  { room, unreadable }: ReadState,
  incoming: readonly Incoming[],
  error: string,
): Promise<readonly Receipt[]> {
  const { stuck = { error, waits: [], next: 1 } } = room
  const isLost = unreadable.some(({ name }) => name === names.room)
  // Whoever looks into it later finds the bytes.
  if (isLost) ctx.set(names.lost, (await ctx.get(names.room, serde.binary)) ?? new Uint8Array(), serde.binary)
  const waits = incoming.length > 0 ? [...stuck.waits, stuck.next] : stuck.waits
  if (incoming.length > 0) ctx.set(names.waits(stuck.next), incoming)
  ctx.set(names.room, {
    ...room,
    stuck: { ...stuck, waits, next: stuck.next + 1, ...((isLost || stuck.isLost) && { isLost: true }) },
  } satisfies KeptRoom)
  return incoming.map(() => 'quarantined')
}

/**
 * The room as it may go on, and what waited for it, call by call. Its calls for timers and rows may be lost with an invocation that was
 * killed: they are made anew. `newest`: the last turn that is known of it.
 */
export async function setFree(
  ctx: ObjectContext,
  read: ReadState,
  { skip = false }: Reset,
  newest: () => Promise<number>,
): Promise<Incoming[][]> {
  const { room, unreadable } = read
  const { stuck } = room
  if (skip) for (const { name } of unreadable) ctx.clear(name)
  const dropped = new Set(skip ? unreadable.map(({ name }) => name) : [])
  const kept = stuck?.isLost ? await rebuilt(ctx, newest) : room
  const calls: Incoming[][] = []
  for (const [n, wait] of (stuck?.waits ?? []).entries()) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of the journal
    const waiting = (await ctx.get<Incoming[]>(names.waits(wait))) ?? []
    ctx.clear(names.waits(wait))
    if (!(skip && n === 0)) calls.push(waiting)
  }
  const { stuck: _, ...rest } = kept
  ctx.set(names.room, {
    ...rest,
    charts: kept.charts.filter((key) => !dropped.has(names.chart(key))),
    rows: kept.rows.filter((n) => !dropped.has(names.row(n))),
    wakes: [],
    isFlushing: false,
  } satisfies KeptRoom)
  return calls
}

/** From the names of its state; jobs that were under way are not known, and their charts give them up in time. */
async function rebuilt(ctx: ObjectContext, newest: () => Promise<number>): Promise<KeptRoom> {
  const all = await ctx.stateKeys()
  const named = (start: string): string[] =>
    all.flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : [])).toSorted()
  const rows = named(names.row(''))
    .map(Number)
    .toSorted((a, b) => a - b)
  const turn = Math.max(await newest(), rows.at(-1) ?? 0)
  const bucket = Math.max(0, ...named(names.seen('')).map(Number))
  return { ...newRoom, turn, charts: named(names.chart('')), bucket, rows, isHolding: all.includes(names.held) }
}
