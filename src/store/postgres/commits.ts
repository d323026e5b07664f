// Commits of rooms as they wait for Postgres: in the order in which they came, each once, in bounded memory.
import { packRow, type PackedRow, type RoomRow } from './rows.ts'

export interface WaitingCommit {
  readonly room: string
  readonly seq: number
  readonly rows: readonly PackedRow[]
  /** UTF-16 units of all rows. */
  readonly size: number
  /** A correction needs the line that it corrects: such a commit begins a batch. */
  readonly isCorrecting: boolean
  /** undefined: it is durable; else why Postgres refuses it. */
  readonly outcome: Promise<string | undefined>
  readonly settle: (refusal: string | undefined) => void
}

/** Memory is full of rows that Postgres has not taken: nothing of what was handed over was taken up. */
export class BacklogFull extends Error {
  override name = 'BacklogFull'
}

export interface Limits {
  /** Rows, and UTF-16 units of their JSON, that may wait. */
  rows: number
  size: number
}

/** Of one batch. */
const most = { commits: 500, rows: 2_000, size: 1_000_000 }

export function waitingCommits(limits: Limits) {
  // From a room and a seq; a Map keeps the order in which they were put in.
  const waiting = new Map<string, WaitingCommit>()
  let [rowCount, size] = [0, 0]

  return {
    rows: () => rowCount,
    rooms: () => new Set([...waiting.values()].map(({ room }) => room)).size,
    isEmpty: () => waiting.size === 0,
    /** Those of one call. What waits already is not taken a second time. @throws {BacklogFull} */
    add(given: readonly RoomRow[]): WaitingCommit[] {
      const groups = Map.groupBy(given, ({ room, seq }) => keyOf(room, seq))
      const fresh = [...groups]
        .filter(([key]) => !waiting.has(key))
        .map(([key, rows]) => [key, commitOf(rows)] as const)
      const [moreRows, moreSize] = [sumOf(fresh, ({ rows }) => rows.length), sumOf(fresh, (commit) => commit.size)]
      const isFull = waiting.size > 0 && (rowCount + moreRows > limits.rows || size + moreSize > limits.size)
      if (isFull)
        throw new BacklogFull(`${rowCount} rows wait for Postgres, and no more are taken: hand them over again later`)
      for (const [key, commit] of fresh) waiting.set(key, commit)
      rowCount += moreRows
      size += moreSize
      return [...groups.keys()].flatMap((key) => waiting.get(key) ?? [])
    },
    /** The oldest ones, `mostCommits` at most; they wait on until they are settled. */
    first(mostCommits: number): WaitingCommit[] {
      const batch: WaitingCommit[] = []
      let [rows, units] = [0, 0]
      for (const commit of waiting.values()) {
        rows += commit.rows.length
        units += commit.size
        const isOver = batch.length >= Math.min(mostCommits, most.commits) || rows > most.rows || units > most.size
        if (batch.length > 0 && (isOver || commit.isCorrecting)) break
        batch.push(commit)
      }
      return batch
    },
    settle(commit: WaitingCommit, refusal?: string): void {
      if (!waiting.delete(keyOf(commit.room, commit.seq))) return
      rowCount -= commit.rows.length
      size -= commit.size
      commit.settle(refusal)
    },
    /** Whoever waits is told; nothing of it was written for certain. */
    clear(reason: string): void {
      for (const commit of waiting.values()) commit.settle(reason)
      waiting.clear()
      rowCount = size = 0
    },
  }
}

function commitOf(given: readonly RoomRow[]): WaitingCommit {
  const [{ room, seq } = { room: '', seq: 0 }] = given
  const rows = given.toSorted((a, b) => a.index - b.index).map(packRow)
  const { promise: outcome, resolve: settle } = Promise.withResolvers<string | undefined>()
  return {
    room,
    seq,
    rows,
    size: rows.reduce((sum, { json }) => sum + json.length, 0),
    isCorrecting: rows.some(({ table }) => table === 'corrections'),
    outcome,
    settle,
  }
}

const keyOf = (room: string, seq: number): string => `${seq} ${room}`

const sumOf = (fresh: readonly (readonly [string, WaitingCommit])[], of: (commit: WaitingCommit) => number): number =>
  fresh.reduce((sum, [, commit]) => sum + of(commit), 0)
