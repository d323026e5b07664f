// The memory of a cluster beside a worker's own store: rows of turns go to Postgres, and those of other workers come from there.
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

export function openSharedLog({ postgres, known, passOver, refusalOf, now, failed }: Options): SharedLog {
  const kept = new Map<string, number>()
  return {
    known,
    kept: (room) => kept.get(room) ?? 0,
    async after(room, turn) {
      // Nobody waits for what is known to be away: it is read later.
      if (postgres.state().awaySince !== undefined) throw new Error('the memory of the cluster is away')
      const rows = (await postgres.turnsAfter(room, turn, mostTurns)).map((body) => JSON.parse(body) as TurnRow)
      if (rows.length === mostTurns && rows[0]) passOver(room, rows[0].turn - 1)
      return rows
    },
    async ship(room, rows) {
      try {
        const given = rows.flatMap((row) =>
          contentOf(row, now(), refusalOf).map((content, index) => ({ ...content, room, seq: row.turn, index })),
        )
        const { durable, refused } = await postgres.write(given)
        // What it refuses it would refuse again: a room does not wait for that.
        const seqs = [durable.get(room) ?? 0, ...refused.filter((each) => each.room === room).map(({ seq }) => seq)]
        kept.set(room, Math.max(kept.get(room) ?? 0, ...seqs))
      } catch (error) {
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
