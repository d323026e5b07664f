// The tape: every event fed in and what it led to, a row a step; the only place where verdicts are kept.
import type { DatabaseSync } from 'node:sqlite'
import type { MessageRef, Verdict } from '../../machines/group/types.ts'
import { pack, type Unpacked, unpack, verdictsIn } from './tape-codec.ts'
import type { Led, Standing, TapeRecord } from './tape-record.ts'
import { openWords } from './words.ts'

export type Tape = ReturnType<typeof openTape>

/** What the row after needs of the row before: how the actor stood, and since when rows tell changes alone. */
export interface DeltaBase {
  standing: Standing
  wholeAt: number
}

/** A row as it is to be written. */
export interface TapeRow {
  body: string
  led: string
  deltaBase: DeltaBase | undefined
}

export interface FedRow {
  seq: number
  at: number
  body: string
}

interface Row extends FedRow {
  led: string
}

/** Every so many rows one tells all: whoever looks back reads fewer than that in vain. */
const wholeEvery = 64
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

  /** Rows that cannot be read are left out: whoever looks sees a gap in the seqs. */
  function recordsOf(rows: readonly Row[]): TapeRecord[] {
    const records: TapeRecord[] = []
    let before: Standing | undefined
    let last = 0
    for (const { seq, at, body, led } of rows) {
      // Rows between were removed.
      if (seq > last + 1) before = undefined
      last = seq
      try {
        if (isWholeRecord(led)) records.push(JSON.parse(led) as TapeRecord)
        else {
          const { type, took, verdicts, standing } = unpack(led, at, before, words)
          if (!standing) continue
          before = standing
          records.push({ seq, at, event: eventOf(type, body), took, verdicts, ...standing })
        }
      } catch {
        before = undefined
      }
    }
    return records
  }

  function recentOf(id: number, most: number): Verdict[] {
    const found: Verdict[] = []
    for (const row of newest.iterate(id, most * rowsPerVerdict)) {
      if (found.length >= most) break
      found.push(...verdictsOfRow(row as unknown as Row).toReversed())
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
    row(event: { type: string; at: number }, seq: number, led: Led, deltaBase: DeltaBase | undefined): TapeRow {
      const { standing } = led
      const isWhole = !deltaBase || seq - deltaBase.wholeAt >= wholeEvery
      const packed = pack(event.type, led, isWhole ? undefined : deltaBase.standing, words)
      return {
        body: bodyOf(event),
        led: packed,
        deltaBase: standing && { standing, wholeAt: isWhole ? seq : deltaBase.wholeAt },
      }
    },
    /** After a rollback. */
    undone: (): void => words.reload(),
    /** Rows of an actor before `seq`, the newest `most` of them, oldest first. */
    read(key: string, before: number, most: number): TapeRecord[] {
      const id = idOf(key)
      const first = Number(firstOf.get(id, before, most)?.['seq'] ?? before)
      const rows = rowsFrom.all(id, Math.max(0, first - wholeEvery), before) as unknown as Row[]
      return recordsOf(rows).filter(({ seq }) => seq >= first)
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
      ...since.all(id, at).flatMap((row) => verdictsOfRow(row as unknown as Row)),
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

/** Rows of before told all, as JSON of a record. */
const isWholeRecord = (led: string): boolean => led.startsWith('{')

/** Type and time stand elsewhere in the row. */
function bodyOf(event: { type: string; at: number }): string {
  const { type: _, at: __, actorId: ___, ...rest } = event as Record<string, unknown>
  return Object.keys(rest).length === 0 ? '' : JSON.stringify(rest)
}

// Of a message only what says who spoke and how.
function eventOf(type: Unpacked['type'], body: string): TapeRecord['event'] {
  const { message } = (body === '' ? {} : JSON.parse(body)) as { message?: MessageRef }
  if (!message) return { type }
  const { id, sender, kind, mentioned } = message
  return { type, message: { id, sender, kind, mentioned } }
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
