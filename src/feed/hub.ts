// The latest steps in a ring and the latest row of every actor: whoever listens keeps a cursor, and nothing else.
import { LRUCache } from 'lru-cache'
import type { BoardRow, FloorStep, StepRecord } from './contract.ts'

/** A step as readers are told of it: made when the first of them asks, for most steps nobody does. */
export interface PublishedStep {
  /** Of the row. */
  key: string
  /** What the step says of it. */
  known: Known
  /** The row with what is known, of this step or of earlier ones; absent: the row before stays, with what is known now. */
  row?(known: Known): BoardRow
  record: StepRecord
}

/** What a row tells of earlier steps too: why its actor spoke or did not, and how its model answered. */
export type Known = Pick<BoardRow, 'last' | 'call'>

/** A place in the ring: a step of an actor or of a room's floor, a message of a group by its id, rows that came without a step, or that a bot's line changed. */
export type Happening =
  | StepHappening
  | { room: string; floor: FloorStep }
  | { group: string; message: string }
  | { listed: readonly string[] }
  | { connections: true }

interface StepHappening {
  /** Of the row; the record has that of its chart. */
  key: string
  record: StepRecord
  /** Made for the first reader. */
  json?: string
}

/** Its JSON, made once for all who read it. */
export const jsonOf = (happening: StepHappening): string => (happening.json ??= JSON.stringify(happening.record))

/** What happened after a cursor. `missed`: so many fell out of the ring before they were read. */
export interface Read {
  happenings: Happening[]
  cursor: number
  missed: number
}

export interface HubOptions {
  /** Of the first happening; must be greater than any position that an earlier process told. */
  start: number
  size?: number
  /** Rows kept of actors that have stepped: those that have not for longest give way. */
  mostRows?: number
  /** Rows of actors that have not stepped since the start; asked once, for the first reader. */
  known?: () => Iterable<BoardRow>
}

export type Hub = ReturnType<typeof makeHub>

export function makeHub({ start, size = 4_096, mostRows = 10_000, known = () => [] }: HubOptions) {
  const ring: (Happening | undefined)[] = Array.from({ length: size })
  const stepped = new LRUCache<string, Row>({ max: mostRows })
  /** Those of `known`. */
  const idle = new Map<string, Row>()
  const waiting = new Set<() => void>()
  let position = start
  let seeded = false

  const rowOf = (key: string): Row | undefined => stepped.peek(key) ?? idle.get(key)
  const all = (): [key: string, row: Row | undefined][] =>
    [...stepped.rkeys(), ...idle.keys()].map((key) => [key, rowOf(key)])
  const isForeign = (cursor: number): boolean => cursor < start || cursor > position

  function append(happening: Happening): void {
    position += 1
    ring[position % size] = happening
    const woken = [...waiting]
    waiting.clear()
    for (const wake of woken) {
      try {
        wake()
      } catch {
        // A reader that cannot be woken harms itself alone.
      }
    }
  }

  function seed(): void {
    if (seeded) return
    const read = [...known()]
    // Not before: what could not be read this time is asked for again.
    seeded = true
    for (const row of read) {
      const live = stepped.peek(row.key)
      // What has stepped since is newer, but may not know why its actor last spoke or did not.
      if (!live) idle.set(row.key, { known: row, of: () => row, position: start })
      else live.known = merged(row, live.known)
    }
  }

  return {
    /** A committed step: its record for readers of its actor, its row for everybody. */
    step({ key, known: told, row, record }: PublishedStep): void {
      const before = rowOf(key)
      const of = row ?? before?.of
      if (of) stepped.set(key, { known: merged(before?.known, told), of, position: position + 1 })
      if (of) idle.delete(key)
      append({ key, record })
    },
    /** A committed step of a room's floor. */
    floor: (room: string, floor: FloorStep): void => append({ room, floor }),
    /** A stored message of a group. */
    said: (group: string, message: string): void => append({ group, message }),
    /** Rows of actors that stepped before anybody here followed them: what is known of an actor stays. */
    list(rows: readonly BoardRow[]): void {
      const fresh = rows.filter(({ key }) => !rowOf(key))
      for (const row of fresh) idle.set(row.key, { known: row, of: () => row, position: position + 1 })
      if (fresh.length > 0) append({ listed: fresh.map(({ key }) => key) })
    },
    /** A bot's line changed: readers are told how all of them stand. */
    connectionsChanged: (): void => append({ connections: true }),
    position: () => position,
    /** At most `most` happenings after the cursor. One that is not of this process starts over at the oldest. */
    read(cursor: number, most: number): Read {
      const foreign = isForeign(cursor)
      const oldest = Math.max(start, position - size)
      const from = foreign ? oldest : Math.max(cursor, oldest)
      const to = Math.min(position, from + most)
      const happenings = Array.from({ length: to - from }, (_, i) => ring[(from + 1 + i) % size] as Happening)
      return { happenings, cursor: to, missed: foreign ? Math.max(1, oldest - start) : from - cursor }
    },
    /** Keys of the actors that stepped after the cursor; all of them without one, or with one of another process. */
    changed(cursor?: number): string[] {
      seed()
      const since = cursor === undefined || isForeign(cursor) ? -Infinity : cursor
      return all().flatMap(([key, row]) => (row && row.position > since ? [key] : []))
    },
    row(key: string): BoardRow | undefined {
      const row = rowOf(key)
      return row && made(row)
    },
    board(): BoardRow[] {
      seed()
      return all().flatMap(([, row]) => (row ? [made(row)] : []))
    },
    /** The steps that are still in the ring, the newest first. */
    steps(): StepRecord[] {
      const held = Math.min(size, position - start)
      return Array.from({ length: held }, (_, i) => ring[(position - i) % size]).flatMap((one) =>
        one && 'record' in one ? [one.record] : [],
      )
    },
    /** Calls back once, at the next happening; returns the cancellation. */
    next(wake: () => void): () => void {
      waiting.add(wake)
      return () => void waiting.delete(wake)
    },
  }
}

/** The latest of an actor, made when somebody asks. */
interface Row {
  known: Known
  of: (known: Known) => BoardRow
  position: number
}

const made = ({ of, known }: Row): BoardRow => of(known)

function merged(before: Known = {}, { last = before.last, call = before.call }: Known): Known {
  return { ...(last && { last }), ...(call && { call }) }
}
