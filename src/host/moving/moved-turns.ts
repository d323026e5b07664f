// The past of a room as turns of the cluster's memory: bounded parts, which the stores of workers take up as any turn.
import { isOfBot, partsOf } from '../../room/key.ts'
import { isWholeRecord } from '../../store/tape-rows.ts'
import { verdictsIn } from '../../store/tape-codec.ts'
import { wordsInFull } from '../../store/words.ts'
import type { RoomRow, RowContent } from '../../store/postgres/rows.ts'
import type { TurnRow } from '../restate/room-state.ts'
import type { MovedEntry, MovedPart, MovedRoom } from './moved-room.ts'

/** Of one part; a worker that comes to a room anew reads the newest 400. */
const most = { rows: 200, size: 200_000 }

export function turnsOf(room: MovedRoom): TurnRow[] {
  const { charts, rest } = room
  const lines = inParts(room.lines, ({ text, parts }) => text.length + (parts ? JSON.stringify(parts).length : 0))
  const entries = inParts(room.entries, ({ body, led }) => body.length + (led?.length ?? 0))
  const count = Math.max(1, lines.length, entries.length)
  return Array.from({ length: count }, (_, n): TurnRow => {
    // The oldest part may not be read any more: what there is but once stands in the newest.
    const isLast = n === count - 1
    const moved: MovedPart = {
      charts: isLast ? charts : charts.map((chart) => ({ ...chart, body: '', seq: 0, timers: [] })),
      lines: lines[n] ?? [],
      entries: entries[n] ?? [],
      rest: isLast ? rest : {},
    }
    return { turn: n + 1, messages: [], steps: [], moved }
  })
}

/** Its rows for Postgres. What was spent is in the books already. */
export const rowsOf = (room: string, turns: readonly TurnRow[]): RoomRow[] =>
  turns.flatMap((turn) =>
    contentOf(turn).map((content, index): RoomRow => ({ ...content, room, seq: turn.turn, index })),
  )

const contentOf = (turn: TurnRow): RowContent[] => [
  { kind: 'turn', body: JSON.stringify(turn) },
  ...(turn.moved?.lines ?? []).map((line): RowContent => ({ kind: 'message', line })),
  ...(turn.moved?.entries ?? []).flatMap(verdictRows),
]

const verdictRows = ({ key, at, led }: MovedEntry): RowContent[] =>
  led === null || isWholeRecord(led) || !isOfBot(key)
    ? []
    : verdictsIn(led, at, wordsInFull).map((verdict): RowContent => ({
        kind: 'verdict',
        key,
        bot: partsOf(key).bot,
        verdict,
      }))

function inParts<T>(all: readonly T[], sizeOf: (each: T) => number): T[][] {
  const parts: T[][] = []
  let part: T[] = []
  let size = 0
  for (const each of all) {
    const its = sizeOf(each)
    if (part.length >= most.rows || (part.length > 0 && size + its > most.size)) {
      parts.push(part)
      part = []
      size = 0
    }
    part.push(each)
    size += its
  }
  return part.length > 0 ? [...parts, part] : parts
}
