// The memory of a cluster beside a worker's own store: rows of turns go to Postgres, and those of other workers come from there.
import { LRUCache } from 'lru-cache'
import type { Admission } from '../../room/admission.ts'
import { isOfBot, partsOf } from '../../room/key.ts'
import { correctedText, takenBack, talkRow } from '../../room/stored-message.ts'
import { type PlannedStep, verdictsOf } from '../../room/steps.ts'
import type { Postgres } from '../../store/postgres/open-postgres.ts'
import type { RowContent } from '../../store/postgres/rows.ts'
import { spendingOf } from '../spending.ts'
import type { SharedLog } from './room-log.ts'
import type { TurnRow } from './room-state.ts'

interface Options {
  postgres: Pick<Postgres, 'write' | 'turnsAfter' | 'state'>
  /** Up to which turn this worker's store tells all of a room. */
  known: (room: string) => number
  /** What is older is not read. */
  passOver: (room: string, turn: number) => void
  /** Why a message woke nobody, and whether its words are kept all the same. */
  refusalOf?: Admission['refusalOf'] | undefined
  now: () => number
  /** Rows that Postgres refuses, or that it could not take: they stay in their rooms. */
  failed: (error: unknown) => void
}

/** So many turns of a room a worker reads that comes to it anew. */
const mostTurns = 400
/** What is forgotten of a room is a repeat: its rows are handed over once more, and found to be there. */
const mostRooms = 20_000
/** Turns that do not come while later ones are there: pruned, lost or refused. So long they may be on their way yet, ms. */
const onTheWayMs = 60_000

export function openSharedLog({ postgres, known, passOver, refusalOf, now, failed }: Options): SharedLog {
  const kept = new LRUCache<string, number>({ max: mostRooms })
  /** Behind which turn rows of a room were not taken up. */
  const missing = new LRUCache<string, number>({ max: mostRooms })
  /** Behind which turn something is missing in the memory, and since when, ms. */
  const gaps = new LRUCache<string, { turn: number; since: number }>({ max: mostRooms })

  /** Of a room that this worker knows nothing of, what is there is all there is. */
  function isGone(room: string, turn: number): boolean {
    const gap = gaps.get(room)
    if (turn === 0 || (gap?.turn === turn && now() - gap.since > onTheWayMs)) return gaps.delete(room) || true
    if (gap?.turn !== turn) gaps.set(room, { turn, since: now() })
    return false
  }

  return {
    known,
    kept: (room) => kept.get(room) ?? 0,
    async after(room, turn) {
      // Nobody waits for what is known to be away: it is read later.
      if (postgres.state().awaySince !== undefined) throw new Error('the memory of the cluster is away')
      const rows = (await postgres.turnsAfter(room, turn, mostTurns)).map((body) => JSON.parse(body) as TurnRow)
      const [first] = rows
      if (first && first.turn > turn + 1 && (rows.length === mostTurns || isGone(room, turn)))
        passOver(room, first.turn - 1)
      return rows
    },
    async ship(room, rows) {
      const first = rows[0]?.turn ?? Infinity
      try {
        const given = rows.flatMap((row) =>
          contentOf(row, now(), refusalOf).map((content, index) => ({ ...content, room, seq: row.turn, index })),
        )
        const { durable, refused } = await postgres.write(given)
        // What it refuses it would refuse again: a room does not wait for that.
        const seqs = [durable.get(room) ?? 0, ...refused.filter((each) => each.room === room).map(({ seq }) => seq)]
        // One row alone may stand behind others that were not taken up: the room keeps them until it hands over all that it has.
        const lacks = missing.get(room)
        if (rows.length === 1 && lacks !== undefined && first > lacks) missing.set(room, first)
        else {
          missing.delete(room)
          kept.set(room, Math.max(kept.get(room) ?? 0, ...seqs))
        }
      } catch (error) {
        missing.set(room, Math.min(first, missing.get(room) ?? Infinity))
        failed(error)
      }
    },
  }
}

/** What a turn leaves to be searched: its lines, its verdicts, what was spent; and the turn itself. */
function contentOf(row: TurnRow, now: number, refusalOf: Options['refusalOf']): RowContent[] {
  const { messages, steps, notes = [] } = row
  const spoken = messages.flatMap((message): RowContent[] => {
    const refusal = refusalOf?.(message)
    return refusal?.isKept === false ? [] : [{ kind: 'message', line: talkRow(message, now, refusal) }]
  })
  const judged = steps.filter(({ key }) => isOfBot(key)).flatMap((step) => verdictRows(step))
  const corrected = notes.flatMap((note): RowContent[] => {
    if (note.kind !== 'corrected') return []
    const { id, text } = note
    return [{ kind: 'correction', id, text: correctedText(text ?? takenBack), isLeft: text !== undefined }]
  })
  return [{ kind: 'turn', body: JSON.stringify(row) }, ...spoken, ...corrected, ...judged]
}

function verdictRows({ key, at, records }: Pick<PlannedStep, 'key' | 'at' | 'records'>): RowContent[] {
  const { bot } = partsOf(key)
  return verdictsOf({ records, at }).flatMap((verdict): RowContent[] => {
    const { messages, tokens } = spendingOf(verdict)
    const persons = verdict.askers ?? []
    const spent = { kind: 'book' as const, bot, at: verdict.at, messages, tokens, persons }
    return [{ kind: 'verdict', key, bot, verdict }, ...(messages + tokens > 0 ? [spent] : [])]
  })
}
