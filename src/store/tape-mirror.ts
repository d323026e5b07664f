// The tapes as files of JSON lines, for people and other programs: they follow the store a moment behind, a little at a time.
import { mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { mirrorWaitsMs } from './run-tape.ts'
import { columns, type StoredEntry, storedEntries } from './stored-entry.ts'
import { appendTo, beginAnew, endAnew, lastWhole, type Written } from './tape-file.ts'
import { lineOf, tapeFileName } from './tape-lines.ts'
import { lightly } from './transaction.ts'

export interface TapeMirrorOptions {
  db: DatabaseSync
  /** Of the store: the files stand in its folder. */
  path: string
  /** ms */
  now: () => number
  failed: (error: unknown) => void
}

/** What is known of a tape's file. */
interface Mirrored {
  file: string
  written: Written
  /** It is being written anew; what of the tape's changes is in it then. */
  anew?: { torn: number; gone: number }
}

export const tapesFolder = (storePath: string): string => join(dirname(storePath), 'tapes')

const [rowsAtOnce, bytesAtOnce, placesAtOnce] = [100, 262_144, 100]
const everyMs = 1_000
/** Between two steps while there is more to write. */
const restMs = 20
const afterFailureMs = 30_000
/** Rows that are pruned leave the file in so long at the latest. */
const goneMs = 60 * 60_000

export function openTapeMirror({ db, path, now, failed }: TapeMirrorOptions) {
  const folder = tapesFolder(path)
  const sql = (text: string) => db.prepare(text)
  const placesAfter = sql(`SELECT n FROM tape_place WHERE n > ? ORDER BY n LIMIT ${placesAtOnce}`)
  const place = sql('SELECT key, floor, torn, gone FROM tape_place WHERE n = ?')
  const newRows = sql('SELECT n, place FROM tape WHERE n > ? ORDER BY n LIMIT 500')
  const lastRow = sql('SELECT max(n) AS n FROM tape')
  const untrue = sql(
    `SELECT n, torn FROM tape_place INDEXED BY tape_place_untrue WHERE torn > 0 OR gone > 0 ORDER BY n LIMIT ${placesAtOnce}`,
  )
  const fork = sql(
    'SELECT n FROM tape INDEXED BY tape_fork WHERE place = ? AND state = 0 AND n > ? AND at >= ? ORDER BY n LIMIT 1',
  )
  const rows = sql(`SELECT ${columns} FROM tape WHERE place = ? AND n > ? AND n < ? ORDER BY n LIMIT ${rowsAtOnce}`)
  const row = sql(`SELECT ${columns} FROM tape WHERE place = ? AND n = ?`)
  const setTrue = sql('UPDATE tape_place SET torn = max(0, torn - ?), gone = max(0, gone - ?) WHERE n = ?')
  const known = new Map<number, Mirrored>()
  const anewAt = new Map<number, number>()
  /** Of these there may be something to write. */
  const waiting = new Set<number>()
  let seen = Number(lastRow.get()?.['n'] ?? 0)
  let lastListed: number | undefined = 0

  function look(): void {
    // Once, at the start, and some at a time: all that there are.
    if (lastListed !== undefined) {
      const listed = placesAfter.all(lastListed).map(({ n }) => Number(n))
      for (const n of listed) waiting.add(n)
      lastListed = listed.length < placesAtOnce ? undefined : listed.at(-1)
    }
    for (const { n, place: of } of newRows.all(seen)) {
      seen = Number(n)
      waiting.add(Number(of))
    }
    for (const { n, torn } of untrue.all()) if (Number(torn) > 0 || isDue(Number(n))) waiting.add(Number(n))
  }

  const isDue = (n: number): boolean => now() - (anewAt.get(n) ?? -Infinity) >= goneMs

  /** Writes some of one tape; true when there may be more at once. */
  function follow(n: number): boolean {
    const found = place.get(n)
    if (!found) return waiting.delete(n) && false
    const [floor, torn, gone] = [Number(found['floor']), Number(found['torn']), Number(found['gone'])]
    const isUntrue = torn > 0 || (gone > 0 && isDue(n))
    const tape = known.get(n) ?? fileOf(n, String(found['key']), isUntrue)
    if (!tape.anew && isUntrue) begin(tape, { torn, gone })
    const barrier = fork.get(n, floor, now() - mirrorWaitsMs)?.['n']
    const end = typeof barrier === 'number' ? barrier : Number.MAX_SAFE_INTEGER
    const entries = some(storedEntries(rows.all(n, Math.max(floor, tape.written.n), end)))
    const last = entries.at(-1)
    if (last) write(n, tape, entries, last)
    else if (tape.anew) finish(n, tape, tape.anew)
    else if (end === Number.MAX_SAFE_INTEGER) waiting.delete(n)
    return last !== undefined
  }

  function fileOf(n: number, key: string, isUntrue: boolean): Mirrored {
    const file = join(folder, `${tapeFileName(key)}.jsonl`)
    const written = isUntrue ? undefined : lastWhole(file, (line) => trueRow(n, line))
    const tape: Mirrored = { file, written: written ?? { n: 0, bytes: 0 } }
    known.set(n, tape)
    return tape
  }

  /** The row that the line tells, if the tape has it so. */
  function trueRow(n: number, line: string): number | undefined {
    const told = numberIn(line)
    const [entry] = told === undefined ? [] : storedEntries(row.all(n, told))
    return entry && lineOf(entry) === `${line}\n` ? entry.n : undefined
  }

  function begin(tape: Mirrored, changes: { torn: number; gone: number }): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    beginAnew(tape.file)
    tape.written = { n: 0, bytes: 0 }
    tape.anew = changes
  }

  function write(n: number, tape: Mirrored, entries: readonly StoredEntry[], last: StoredEntry): void {
    const text = entries.map(lineOf).join('')
    if (!tape.anew && tape.written.n === 0) begin(tape, { torn: 0, gone: 0 })
    const { file, written, anew } = tape
    if (appendTo(anew ? `${file}.new` : file, written, text)) {
      tape.written = { n: last.n, bytes: written.bytes + Buffer.byteLength(text) }
      return
    }
    // Somebody cut it or took it away: what of it is whole is looked for again.
    known.delete(n)
  }

  function finish(n: number, tape: Mirrored, { torn, gone }: { torn: number; gone: number }): void {
    if (tape.written.n > 0) endAnew(tape.file)
    else for (const file of [`${tape.file}.new`, tape.file]) rmSync(file, { force: true })
    if (torn + gone > 0) lightly(db, () => setTrue.run(torn, gone, n))
    anewAt.set(n, now())
    delete tape.anew
  }

  /** Looks, and writes some; true while there is more to write. */
  function step(): boolean {
    look()
    let isMore = lastListed !== undefined
    let left = bytesAtOnce
    for (const n of waiting) {
      if (left <= 0) return true
      const before = known.get(n)?.written.bytes ?? 0
      try {
        isMore = follow(n) || isMore
      } catch (error) {
        known.delete(n)
        throw error
      }
      left -= Math.max(4_096, (known.get(n)?.written.bytes ?? 0) - before)
    }
    return isMore
  }

  return {
    step,
    /** From now on; returns how it is ended. */
    start(): () => void {
      let timer: NodeJS.Timeout | undefined
      const go = (): void => {
        let rest = everyMs
        try {
          if (step()) rest = restMs
        } catch (error) {
          rest = afterFailureMs
          failed(error)
        }
        timer = setTimeout(go, rest).unref()
      }
      timer = setTimeout(go, 0).unref()
      return () => clearTimeout(timer)
    },
  }
}

/** No more than fits into one step, and one at least. */
function some(entries: StoredEntry[]): StoredEntry[] {
  let left = bytesAtOnce
  const first = entries.findIndex(({ body }) => (left -= JSON.stringify(body).length) < 0)
  return first < 0 ? entries : entries.slice(0, Math.max(1, first))
}

function numberIn(line: string): number | undefined {
  try {
    const { n } = JSON.parse(line) as { n?: unknown }
    return Number.isSafeInteger(n) ? (n as number) : undefined
  } catch {
    return undefined
  }
}
