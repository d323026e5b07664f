// A cursor over what all rooms leave, for whoever follows them from another worker.
import type { TalkRow } from '../kept-lines.ts'
import type { Found } from './connection.ts'
import { lineOf } from './read-talk.ts'
import { type Ask, type KeptVerdict, keptVerdict } from './read-tape.ts'
import type { EntryRow } from './rows.ts'

export interface CommitName {
  room: string
  seq: number
  /** When Postgres took it, by the clock of the worker that handed it over, ms. */
  at: number
}

/** What a room left in one commit. */
export interface KeptCommit extends CommitName {
  /** New lines of its talk. */
  lines: TalkRow[]
  /** Lines that say something else now: as they stand. */
  corrected: TalkRow[]
  entries: Omit<EntryRow, 'kind'>[]
  verdicts: KeptVerdict[]
}

export interface CommitsRead {
  /** Ask on from here. */
  cursor: number
  commits: KeptCommit[]
}

export const readCommits = (ask: Ask) => ({
  /**
   * The commits after a cursor, `most` at most, as Postgres took them: of one room in its order, and none that comes later
   * stands before one that was read. 0 is before all.
   */
  async after(cursor: number, most: number): Promise<CommitsRead> {
    const found = await ask('commitsAfter', [cursor, most])
    if (found.length === 0) return { cursor, commits: [] }
    const places = [found.map(({ room }) => String(room)), found.map(({ seq }) => Number(seq))] as const
    const [lines, corrected, entries, verdicts] = await Promise.all([
      ask('linesOfCommits', places).then(byCommit),
      ask('correctedByCommits', places).then(byCommit),
      ask('entriesOfCommits', places).then(byCommit),
      ask('verdictsOfCommits', places).then(byCommit),
    ])
    return {
      cursor: Number(found.at(-1)?.['n']),
      commits: found.map((commit) => ({
        ...nameOf(commit),
        lines: lines(commit).map(lineOf),
        corrected: corrected(commit).map(lineOf),
        entries: entries(commit).map(entryOf),
        verdicts: verdicts(commit).map((row) => keptVerdict(row, 'n')),
      })),
    }
  },
  /** The newest turns of a room after one, `most` at most, the oldest first; each as JSON. */
  turnsAfter: async (room: string, seq: number, most: number): Promise<string[]> =>
    (await ask('turnsAfter', [room, seq, most])).map(({ body }) => String(body)).toReversed(),
  /** Which commits they are, without what they left: for whoever reads rooms by their turns. */
  async namesAfter(cursor: number, most: number): Promise<{ cursor: number; commits: CommitName[] }> {
    const found = await ask('commitsAfter', [cursor, most])
    return { cursor: Number(found.at(-1)?.['n'] ?? cursor), commits: found.map(nameOf) }
  },
  /** Behind everything that is there now. */
  async newestCursor(): Promise<number> {
    const [row] = await ask('newestCommit', [])
    return Number(row?.['n'] ?? 0)
  },
  /** Up to which seq rooms are durable; a room of which nothing is there has none. */
  durable: async (rooms: readonly string[]): Promise<Map<string, number>> =>
    new Map((await ask('commitOf', [rooms])).map(({ room, seq }) => [String(room), Number(seq)])),
})

function byCommit(rows: readonly Found[]): (commit: Found) => readonly Found[] {
  const key = (row: Found): string => `${Number(row['seq'])} ${String(row['room'])}`
  const grouped = Map.groupBy(rows, key)
  return (commit) => grouped.get(key(commit)) ?? []
}

const nameOf = ({ room, seq, at }: Found): CommitName => ({ room: String(room), seq: Number(seq), at: Number(at) })

const entryOf = ({ key, step, at, kind, body, led }: Found): Omit<EntryRow, 'kind'> => ({
  key: String(key),
  step: Number(step),
  at: Number(at),
  type: String(kind),
  body: String(body),
  ...(typeof led === 'string' && { led }),
})
