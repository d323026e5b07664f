// What a room's object keeps between two turns, by the names of its state.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Generation } from '../../room/actor.ts'
import type { MovedPart } from '../moving/moved-room.ts'
import type { ToChart } from '../../room/room.ts'
import type { InboundMessage } from '../../room/message.ts'
import type { RoomNote } from '../../room/notes.ts'
import type { PendingTimer, PlannedStep } from '../../room/steps.ts'
import type { Seen } from './seen-ids.ts'

/** The room itself: what every turn reads and writes. */
export interface KeptRoom {
  /** Turns it took. */
  turn: number
  /** Keys of its charts, in the order in which they began. */
  charts: readonly string[]
  jobs: readonly KeptJob[]
  /** Calls on their way that wake it for timers, each earlier than the one before it. */
  wakes: readonly Wake[]
  lastWake: number
  /** Of the bucket of ids that is being filled. */
  bucket: number
  /** Turns whose rows stand in the room's state: it is not known that the cluster's memory has them. */
  rows: readonly number[]
  /** Turns that had to wait too long: they are not in the cluster's memory. */
  lostRows?: number
  /** A call is on its way that hands them over. */
  isFlushing?: boolean
  /** Events wait for stopped charts. */
  isHolding?: boolean
  /** It takes no turns. */
  stuck?: Stuck
  /** The move that brought it here from another house. */
  arrived?: string
  /** It has arrived, and nothing of it goes on yet. */
  isResting?: boolean
  /** The move that took it away: it takes nothing any more. */
  left?: string
}

/** What reaches the room meanwhile waits under names of its own, by these numbers. */
export interface Stuck {
  error: string
  waits: readonly number[]
  next: number
  /** The room's record could not be read: this one stands in its place. */
  isLost?: boolean
}

export interface Wake {
  /** Counted. */
  n: number
  /** ms */
  due: number
}

/** What a turn leaves to be searched and shown: with it a worker follows a room that others have led. */
export interface TurnRow {
  turn: number
  messages: readonly InboundMessage[]
  steps: readonly TurnStep[]
  notes?: readonly RoomNote[]
  /** Who wrote what is not kept. */
  unkept?: readonly Unkept[]
  /** A part of what the room left behind in the house that it came from. */
  moved?: MovedPart
}

/** A message without its words. */
export type Unkept = Pick<InboundMessage, 'group' | 'sender' | 'contextOnly'>

/** A step, with its snapshot as JSON. */
export type TurnStep = Omit<PlannedStep, 'snapshot'> & { body: string }

/** A job under way. */
export interface KeptJob extends Generation {
  key: string
  src: string
  input?: unknown
  /** The call that runs it; absent: it was not made yet. */
  call?: string
  /** It was under way in another house: the tokens that it may have cost by then; null: nobody knows. */
  cost?: number | null
}

/** A chart as it stands. */
export interface KeptChart {
  key: string
  version: string
  /** Its snapshot as JSON; empty: none could be made. */
  body: string
  seq: number
  /** ms */
  at: number
  /** The first one due first. */
  timers: readonly PendingTimer[]
  /** Why it takes no events: they wait. */
  stopped?: string | undefined
}

/** All that a turn reads. */
export interface RoomState {
  key: string
  room: KeptRoom
  charts: ReadonlyMap<string, KeptChart>
  seen: Seen
  /** Of `room.rows`, in order. */
  rows: readonly TurnRow[]
  /** What waits for stopped charts. */
  held: readonly ToChart[]
}

export const newRoom: KeptRoom = { turn: 0, charts: [], jobs: [], wakes: [], lastWake: 0, bucket: 0, rows: [] }

/** Names of the object's state. */
export const names = {
  room: 'room',
  chart: (key: string) => `chart ${key}`,
  seen: (bucket: number | '') => `seen ${bucket}`,
  row: (turn: number | '') => `row ${turn}`,
  held: 'held',
  /** What reached a stuck room in one call. */
  waits: (n: number) => `waits ${n}`,
  /** A record of the room that could not be read. */
  lost: 'lost',
}

/** A chart as bytes: its body stands behind the rest as it is, for as a string in JSON it would be longer by half. */
export const chartSerde = packed<KeptChart>(
  ({ body, ...rest }) => `${JSON.stringify(rest)}\n${body}`,
  (text) => {
    const end = text.indexOf('\n')
    return { ...(JSON.parse(text.slice(0, end)) as Omit<KeptChart, 'body'>), body: text.slice(end + 1) }
  },
)

/** Anything as JSON. */
export const packedSerde = <T>() => packed<T>(JSON.stringify, (text) => JSON.parse(text) as T)

/** Compressed: what a room keeps travels to a worker with every call, and to every node that keeps a copy. */
function packed<T>(write: (value: T) => string, read: (text: string) => T) {
  return {
    contentType: 'application/octet-stream',
    serialize: (value: T): Uint8Array => zstdCompressSync(write(value), fast),
    deserialize: (bytes: Uint8Array): T => read(zstdDecompressSync(bytes).toString()),
  }
}

const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
