// The tape: every event fed in and what it led to, a row a step; the only place where verdicts are kept.
import type { DatabaseSync } from 'node:sqlite'
import type { Verdict } from '../../machines/group/types.ts'
import { pack, verdictsIn } from './tape-codec.ts'
import type { Led, TapeRecord } from './tape-record.ts'
import {
  type DeltaBase,
  type FedRow,
  isWholeRecord,
  type RecordedRow,
  recordsOf,
  tapeRow,
  type TapeRow,
  wholeEvery,
} from './tape-rows.ts'
import { openWords } from './words.ts'

export type { DeltaBase, FedRow, TapeRow } from './tape-rows.ts'
export type Tape = ReturnType<typeof openTape>

/** Rows read for each verdict that is looked for: steps without any are passed over. */
const rowsPerVerdict = 8

export function openTape(db: DatabaseSync) {
  const words = openWords(db)
  const rowsFrom = db.prepare(
    'SELECT seq, at, body, led FROM entry WHERE actor = ? AND seq >= ? AND seq < ? AND led IS NOT NULL ORDER BY seq, n',
  )
  const newest = db.prepare(
    'SELECT at, led FROM entry WHERE actor = ? AND led IS NOT NULL ORDER BY seq DESC, n DESC LIMIT +?',
  )
  const firstOf = db.prepare(
    'SELECT min(seq) AS seq FROM (SELECT seq FROM entry WHERE actor = ? AND seq < ? AND led IS NOT NULL ORDER BY seq DESC LIMIT +?)',
  )
  const since = db.prepare('SELECT at, led FROM entry WHERE actor = ? AND at > ? AND led IS NOT NULL ORDER BY seq, n')
  const backwards = db.prepare('SELECT seq, at FROM entry WHERE actor = ? AND seq > 0 ORDER BY seq DESC')
  const fedIn = db.prepare(
    'SELECT seq, at, body FROM entry WHERE actor = ? AND seq > 0 AND seq < ? ORDER BY seq DESC, n DESC LIMIT +?',
  )
  const actor = db.prepare('SELECT id FROM actor WHERE key = ?')
  const idOf = (key: string): number => Number(actor.get(key)?.['id'] ?? -1)
  const inRoom = db.prepare("SELECT id, key FROM actor WHERE substr(key, instr(key, ' ') + 1) = ?")
  /** Of a bot's chart and of those that it invokes, whose keys end as its own. */
  const idsOf = (key: string): number[] =>
    inRoom
      .all(key.slice(key.indexOf(' ') + 1))
      .filter((row) => row['key'] === key || String(row['key']).endsWith(`/${key}`))
      .map(({ id }) => Number(id))
  // Stores of before kept verdicts apart: they are read from there until they are pruned.
  const recentApart = db.prepare(
    'SELECT turn, at, gate, outcome, why, messages, tokens, numbers FROM verdict WHERE actor = ? ORDER BY n DESC LIMIT +?',
  )
  const sinceApart = db.prepare(
    'SELECT turn, at, gate, outcome, why, messages, tokens, numbers FROM verdict WHERE actor = ? AND at > ? ORDER BY n',
  )

  function recentOf(id: number, most: number): Verdict[] {
    const found: Verdict[] = []
    for (const row of newest.iterate(id, most * rowsPerVerdict)) {
      if (found.length >= most) break
      found.push(...verdictsOfRow(row as unknown as RecordedRow).toReversed())
    }
    if (found.length < most) found.push(...recentApart.all(id, most - found.length).map(verdictApart))
    return found.slice(0, most).toReversed()
  }

  const verdictsOfRow = ({ at, led }: { at: number; led: string }): Verdict[] => {
    try {
      return isWholeRecord(led) ? [] : verdictsIn(led, at, words)
    } catch {
      return []
    }
  }

  return {
    /** The row of a step. `deltaBase`: that of the actor's row before, where it is known. New words are written at once. */
    row: (event: { type: string; at: number }, seq: number, led: Led, deltaBase: DeltaBase | undefined): TapeRow =>
      tapeRow(words, event, seq, led, deltaBase),
    /** After a rollback. */
    undone: (): void => words.reload(),
    /** Rows of an actor before `seq`, the newest `most` of them, oldest first. */
    read(key: string, before: number, most: number): TapeRecord[] {
      const id = idOf(key)
      const first = Number(firstOf.get(id, before, most)?.['seq'] ?? before)
      const rows = rowsFrom.all(id, Math.max(0, first - wholeEvery), before) as unknown as RecordedRow[]
      return recordsOf(rows, words).filter(({ seq }) => seq >= first)
    },
    /** What was fed to a chart whose rows tell events alone, as JSON: the newest `most` before `before`, newest first. */
    events: (key: string, before: number, most: number): FedRow[] =>
      fedIn.all(idOf(key), before, most) as unknown as FedRow[],
    /** The newest verdicts of a bot's chart and of those that it invokes, oldest of them first. */
    recent: (key: string, most: number): Verdict[] =>
      idsOf(key)
        .flatMap((id) => recentOf(id, most))
        .toSorted((a, b) => a.at - b.at)
        .slice(-most),
    /** All verdicts of an actor after `at`, oldest first. */
    since: (id: number, at: number): Verdict[] => [
      ...sinceApart.all(id, at).map(verdictApart),
      ...since.all(id, at).flatMap((row) => verdictsOfRow(row as unknown as RecordedRow)),
    ],
    /** The time up to which steps of an actor after `from` are missing, ms; undefined: all of them are here. */
    goneUntil(id: number, from: number): number | undefined {
      let after: { seq: number; at: number } | undefined
      for (const row of backwards.iterate(id)) {
        const { seq, at } = row as unknown as { seq: number; at: number }
        if (after && seq < after.seq - 1) return after.at
        if (at <= from) return undefined
        after = { seq, at }
      }
      return after && after.seq > 1 ? after.at : undefined
    },
    /** A verdict that no step led to. */
    noted: (verdict: Verdict): string => pack('noted', { took: [], verdicts: [verdict] }, undefined, words),
  }
}

function verdictApart(row: Record<string, unknown>): Verdict {
  const { turn, at, gate, outcome, why, messages, tokens, numbers } = row
  return {
    turn,
    at,
    gate,
    outcome,
    why,
    messages: JSON.parse(String(messages)) as string[],
    ...(tokens !== null && { tokens }),
    ...(numbers !== null && { numbers: JSON.parse(String(numbers)) as object }),
  } as Verdict
}
