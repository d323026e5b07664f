// What a room's object keeps, read for a turn: what cannot be read is named, and nothing is thrown.
import type { ToChart } from '../../room/room.ts'
import { textOf } from '../../room/thrown.ts'
import {
  chartSerde,
  type KeptChart,
  type KeptRoom,
  names,
  newRoom,
  packedSerde,
  type RoomState,
  type TurnRow,
} from './room-state.ts'
import { type ObjectContext, type ObjectSharedContext, serde } from './sdk.ts'
import { type Bucket, mostBuckets, seenIn } from './seen-ids.ts'

type Context = ObjectContext | ObjectSharedContext

/** As the names of its state say; the room's own record is never among them: it is kept aside at once. */
export interface Unreadable {
  name: string
  error: string
}

export interface ReadState extends RoomState {
  unreadable: readonly Unreadable[]
}

/** `mayBeKnown`: something may have come before. */
export async function readState(ctx: Context, mayBeKnown = false): Promise<ReadState> {
  const { read, unreadable } = readerOf(ctx)
  const room = (await read<KeptRoom>(names.room)) ?? newRoom
  const charts = new Map<string, KeptChart>()
  const buckets = new Map<number, Bucket>()
  // oxlint-disable no-await-in-loop -- in the order of the journal
  for (const key of room.charts) {
    const chart = await read(names.chart(key), chartSerde.deserialize)
    if (chart) charts.set(key, chart)
  }
  for (let n = Math.max(0, room.bucket - mostBuckets + 1); mayBeKnown && n <= room.bucket; n += 1) {
    const bucket = await read<Bucket>(names.seen(n))
    if (bucket) buckets.set(n, bucket)
  }
  // oxlint-enable no-await-in-loop
  const held = room.isHolding ? ((await read<ToChart[]>(names.held)) ?? []) : []
  const rows = await rowsOf(room, read)
  return { key: ctx.key, room, charts, seen: seenIn(buckets, room.bucket), held, rows, unreadable }
}

/** The rows alone, as far as they can be read. */
export async function readRows(ctx: Context): Promise<TurnRow[]> {
  const { read } = readerOf(ctx)
  return rowsOf((await read<KeptRoom>(names.room)) ?? newRoom, read)
}

function readerOf(ctx: Context) {
  const unreadable: Unreadable[] = []
  return {
    unreadable,
    async read<T>(name: string, parse?: (bytes: Uint8Array) => T): Promise<T | undefined> {
      const bytes = await ctx.get<Uint8Array>(name, serde.binary)
      try {
        if (!bytes) return undefined
        return parse ? parse(bytes) : (JSON.parse(decoder.decode(bytes)) as T)
      } catch (error) {
        unreadable.push({ name, error: textOf(error) })
        return undefined
      }
    },
  }
}

async function rowsOf(room: KeptRoom, read: ReturnType<typeof readerOf>['read']): Promise<TurnRow[]> {
  const rows: TurnRow[] = []
  for (const n of room.rows) {
    // oxlint-disable-next-line no-await-in-loop -- in the order of the journal
    const row = await read(names.row(n), rowSerde.deserialize)
    if (row) rows.push(row)
  }
  return rows
}

export const rowSerde = packedSerde<TurnRow>()

const decoder = new TextDecoder()
